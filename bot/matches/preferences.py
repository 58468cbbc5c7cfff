"""What people and servers choose: pictures, notifications, quiet hours."""

import math
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TypedDict, Unpack
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.days import zone_of
from bot.matches.match import Match
from bot.store import players as store
from bot.store.backend.database import Database, reads_latest, writes
from bot.store.locks import lock_ids
from bot.store.players import Allowed, Display, Next, Notify, PlayerRow, find_player
from bot.store.servers import ServerRow, find_server, save_server
from bot.store.tables import Place
from bot.store.turns import count_turns

GAPS = (0, 1, 3, 12)
"""Hours on offer between calls about different games of a server; 0 for none."""


class Choices(TypedDict, total=False):
    """What a player can choose: fields of `PlayerRow`."""

    theme: str | None
    notify: Notify
    quiet_from: int | None
    quiet_to: int | None
    timezone: str
    challenges: Allowed
    advice: bool
    words: bool
    forced: bool
    next: Next
    hidden: bool
    language: str | None
    daily_at: int | None
    daily_due: int | None
    call_gap: int


class ServerChoices(TypedDict, total=False):
    """What a server can choose: fields of `ServerRow`. None takes a choice back."""

    theme: str | None
    channel_id: int | None
    place: Place | None
    pace: int | None
    track: str | None
    language: str | None
    language_told: bool
    timezone: str | None
    daily_id: int | None


KEPT_SECONDS = 60.0
"""How long it is cached how somebody sees games; another process may change it in the meantime."""

KEPT = 10_000
"""How many displays are cached at once, and how many of those who need no advice are remembered."""

FIRST_TURNS = 5
"""How many turns a player is given advice on, over all their games."""


class Preferences:
    """The choices in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._displays: dict[tuple[int, int], tuple[float, Display]] = {}
        self._unadvised: set[int] = set()
        self._elsewhere: dict[tuple[int, int], int] = {}

    async def of(self, user: int) -> PlayerRow:
        """A player's choices."""
        return await self._database.read_latest(find_player, user)

    async def change(self, user: int, **choices: Unpack[Choices]) -> PlayerRow:
        """Change some of a player's choices."""
        row = await self._changed(user, choices)
        self._displays.clear()
        self._unadvised.discard(user)
        self._elsewhere.clear()
        return row

    @writes
    def _changed(self, connection: Connection, user: int, choices: Choices) -> PlayerRow:
        lock_ids(connection, user)
        row = replace(find_player(connection, user), **choices)
        store.save_player(connection, row)
        return row

    async def teach_plans(self, user: int) -> bool:
        """Note that a player is told of plans. False if they know them already, and need not be told."""
        return await self._database.write(store.teach_plans, user)

    async def early_turn(self, match: Match) -> int:
        """Tell which of their first turns the player to move is taking, from 1; 0 if they need or want no advice.

        Who needs none is remembered, so that turns of the experienced cost no query.
        """
        user = match.mover
        if user is None or user in self._unadvised:
            return 0
        if (user, match.id) not in self._elsewhere:
            await self._look_back(match)
        turn = self._elsewhere.get((user, match.id), FIRST_TURNS) + _turns_over(match, user) + 1
        if turn > FIRST_TURNS:
            self._need_none(user)
            return 0
        return turn

    async def _look_back(self, match: Match) -> None:
        counted = await self._turns_elsewhere(match)
        if len(self._elsewhere) >= KEPT:
            self._elsewhere.clear()
        for user, (taken, wants_advice) in zip(match.people, counted, strict=True):
            if wants_advice:
                self._elsewhere[user, match.id] = max(taken - _turns_over(match, user), 0)
            else:
                self._need_none(user)

    @reads_latest
    def _turns_elsewhere(self, connection: Connection, match: Match) -> list[tuple[int, bool]]:
        return [count_turns(connection, user, match.id) for user in match.people]

    def _need_none(self, user: int) -> None:
        if len(self._unadvised) >= KEPT:
            self._unadvised.clear()
        self._unadvised.add(user)

    async def zone_of(self, user: int, guild_id: int) -> ZoneInfo:
        """The time zone by which somebody's time goes in a server (0: in none)."""

        def work(connection: Connection) -> ZoneInfo:
            return zone_of(connection, find_player(connection, user), guild_id)

        return await self._database.read_latest(work)

    async def quiet_until(self, player: PlayerRow, guild_id: int, now: int) -> int:
        """Tell when it is no longer quiet for a player in a server, in seconds since 1970; 0 if it is not quiet now."""
        if player.quiet_from is None:
            return 0
        return quiet_until(player, await self.zone_of(player.user_id, guild_id), now)

    async def theme(self, guild_id: int | None, user: int = 0) -> str | None:
        """The theme in which a user sees pictures: their own, or else the server's; None for the default."""
        return (await self.display(guild_id, user)).theme

    async def display(self, guild_id: int | None, user: int) -> Display:
        """Tell how a user sees games in a server."""
        key = (guild_id or 0, user)
        since, display = self._displays.get(key, (-math.inf, None))
        if display is None or time.monotonic() - since > KEPT_SECONDS:  # all clicks need it, and it hardly ever changes
            display = await self._database.read_latest(store.find_display, *key)
            if len(self._displays) >= KEPT:
                self._displays.clear()
            self._displays[key] = (time.monotonic(), display)
        return display

    async def server(self, guild_id: int) -> ServerRow:
        """A server's choices."""
        return await self._database.read_latest(find_server, guild_id)

    async def change_server(self, guild_id: int, **choices: Unpack[ServerChoices]) -> ServerRow:
        """Change some of a server's choices."""
        row = await self._changed_server(guild_id, choices)
        self._displays.clear()
        return row

    @writes
    def _changed_server(self, connection: Connection, guild_id: int, choices: ServerChoices) -> ServerRow:
        lock_ids(connection, guild_id)
        row = replace(find_server(connection, guild_id), **choices)
        save_server(connection, row)
        return row

    async def tell_language(self, guild_id: int) -> None:
        """Note that somebody in a server is told that its language can be chosen."""
        await self._changed_server(guild_id, {"language_told": True})


def _turns_over(match: Match, user: int) -> int:
    turns = [seat for seat, _ in groupby(ply.seat for ply in match.plies if ply.how is None)]
    return turns[:-1].count(match.seat_of(user) or 0)


def quiet_until(player: PlayerRow, zone: ZoneInfo, now: int) -> int:
    """Tell when a player's quiet hours end in a time zone, in seconds since 1970; 0 if it is not quiet now.

    They go by the hands of the clock: what is skipped ends them, what is repeated makes them longer.
    """
    if player.quiet_from is None or player.quiet_to is None:
        return 0
    length = (player.quiet_to - player.quiet_from) % (24 * 60)
    moment = datetime.fromtimestamp(now, UTC).replace(second=0)
    is_quiet = False
    while ((local := moment.astimezone(zone)).hour * 60 + local.minute - player.quiet_from) % (24 * 60) < length:
        is_quiet, moment = True, moment + timedelta(minutes=1)
    return int(moment.timestamp()) if is_quiet else 0
