"""Duels: two people play the same ring against the same rival, each alone, and are then compared (decision 0067)."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from sqlalchemy import Connection

from bot.matches.log import load_match, store_new
from bot.matches.match import Match, Refusal
from bot.matches.play import close_within
from bot.matches.seats import Person, Rival
from bot.matches.services import Service
from bot.store import duels as store
from bot.store.backend.database import reads_latest, writes
from bot.store.challenges import ChallengeRow
from bot.store.duels import DuelRow
from bot.store.games import find_games
from bot.store.locks import lock_games
from bot.store.messages import MessageRow, record_message
from bot.store.timers import set_timers
from game import Player, Position

LOG = logging.getLogger(__name__)

DUEL_DAYS = 3
"""How many days both have to play their game."""


class Duels(Service):
    """The duels in a database, in the servers of some shards."""

    async def find(self, duel_id: int) -> DuelRow:
        """A duel. Raises Refusal ``no_duel``."""
        duel = await self._database.read_latest(store.find_duel, duel_id)
        if duel is None:
            raise Refusal("no_duel")
        return duel

    @reads_latest
    def games(self, connection: Connection, duel: DuelRow) -> tuple[Match, Match]:
        """Both games of a duel. Raises Refusal ``no_game``."""
        return load_match(connection, duel.game1), load_match(connection, duel.game2)

    async def of_game(self, game_id: int) -> int | None:
        """The number of the duel that a game is half of, or None."""
        return await self._database.read_latest(store.find_duel_of, game_id)

    async def due(self) -> list[int]:
        """The duels whose time is over, or whose games have both ended."""
        return await self._database.read(store.duels_due, self._now(), shards=self._shards)

    async def owed(self) -> list[DuelRow]:
        """The duels whose message is to be posted, or to be shown anew."""
        return await self._database.read(store.duels_owed, shards=self._shards)

    @writes
    def settle(self, connection: Connection, duel_id: int) -> DuelRow | None:
        """End a duel if both games have ended, or if its time is over: then the games end as they stand. Returns it if
        that was done now, and its games are a secret no longer.
        """
        duel, now = store.find_duel(connection, duel_id), self._now()
        if duel is None:
            return None
        lock_games(connection, duel.games)
        duel = store.lock_duel(connection, duel_id)
        if duel is None or duel.ended_at is not None:
            return None
        running = [game.id for game in find_games(connection, [*duel.games]) if game.ending is None]
        if running and now < duel.ends_at:
            return None
        for game_id in running:
            _close(connection, game_id, now)
        for game_id in duel.games:
            store.mark_game(connection, game_id, "over")
        store.end_duel(connection, duel_id, now)
        return replace(duel, ended_at=now, owed=True, changes=duel.changes + 1)

    @writes
    def note_message(
        self,
        connection: Connection,
        seen: DuelRow,
        message_id: int,
        *,
        owed: bool = False,
        timers: Mapping[str, int | None] = MappingProxyType({}),
    ) -> None:
        """Note the message of a duel, which shows what was ``seen``: it still owes what has changed since, and perhaps
        the call of ``timers``. A message that it replaces is doomed.
        """
        lock_games(connection, seen.games)
        found = store.lock_duel(connection, seen.id)
        if found is None:
            return
        if found.message_id not in (None, message_id):
            doomed = MessageRow(found.message_id, found.game1, found.channel_id, "duel", 0, None, "doomed")
            record_message(connection, doomed)
        set_timers(connection, seen.game1, timers)
        is_owed = owed or found.changes != seen.changes
        store.note_duel_message(connection, seen.id, message_id, seen.to_show, is_owed)


def begin_duel(connection: Connection, challenge: ChallengeRow, match: Match) -> Match:
    """Begin the two games of a duel that was asked for, with the ring of ``match``. Returns the challenged user's."""
    level = challenge.rival
    assert level is not None
    alike = replace(match, place="private", pace=None, duel="secret", setup=replace(match.setup, first=1))
    users = challenge.challenger, challenge.challenged
    one, two = (store_new(connection, replace(alike, seats=(Person(user), Rival(level)))) for user in users)
    store.add_duel(
        connection,
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        one=users[0],
        two=users[1],
        game1=one.id,
        game2=two.id,
        level=level,
        language=challenge.language,
        ends_at=match.created_at + DUEL_DAYS * 24 * 60 * 60,
    )
    return two


def parted_at(one: Match, two: Match) -> int | None:
    """Count the moves that both matches have in common; None if they went the same to their ends."""
    pairs = zip(one.plies, two.plies, strict=False)
    common = next((number for number, (mine, theirs) in enumerate(pairs) if mine.move != theirs.move), None)
    if common is None and len(one.plies) != len(two.plies):
        return min(len(one.plies), len(two.plies))
    return common


def placed(position: Position, seat: int) -> Position:
    """A position with nothing but what its person has, who sits at the first seat, as if they sat at another one."""
    person, nothing = position.player(1), Player()
    players = (person, nothing) if seat == 1 else (nothing, person)
    return replace(position, players=players, bonus=seat if position.bonus == 1 else 0)


def winner_of(one: Match, two: Match) -> int:
    """Tell who of the two has more points, counted as if unfinished games ended now: 1, 2, or 0 for neither."""
    mine, theirs = (match.position.score(1).total for match in (one, two))
    return 0 if mine == theirs else 1 if mine > theirs else 2


def _close(connection: Connection, game_id: int, now: int) -> None:
    """Let a game end as it stands; one whose log is broken must not keep the other a secret."""
    try:
        load_match(connection, game_id)
    except Exception:
        LOG.warning("game %s cannot be replayed, and is left as it is", game_id)
    else:
        close_within(connection, game_id, "duel", now)
