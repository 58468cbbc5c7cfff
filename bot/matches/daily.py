"""Daily quilts: whose day it is, each person's attempt, and what hangs on the wall of a server (decision 0069)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.clock import DAY
from bot.matches.match import Refusal
from bot.matches.play import Now
from bot.store.backend.database import Database
from bot.store.daily import (
    DailyRow,
    Sewn,
    claim_reminder,
    count_sewn,
    find_daily,
    find_hung,
    find_par,
    finished_since,
    keep_par,
    last_server_of,
    reminders_due,
    save_daily,
)
from bot.store.locks import lock_ids
from bot.store.players import find_player
from bot.store.servers import ServerRow, find_server, meet_server
from bot.store.shards import EVERY, Shards
from bot.store.sundays import note_sundays_again
from bot.store.walls import (
    WallRow,
    add_wall,
    find_wall,
    hang_wall,
    move_walls,
    note_wall,
    wall_before,
    walls_due,
    walls_owed,
)
from daily import SCHEME, SQUARES, Attempt, date_of, number_of, par_of, parse_attempt, puzzle_of
from game.position import from_pawn

LOG = logging.getLogger(__name__)

OPEN_DAYS = 3
"""For how many days a daily quilt can be sewn: its own, and those after it."""

LAST = number_of(date.max) - 1
"""The last number that has a day."""

EARLIEST = 14 * 60 * 60
"""By how many seconds a day begins sooner somewhere than in UTC."""

LATE = 60 * 60
"""Seconds after which a reminder is not sent any more."""

Change = Callable[[Attempt], Attempt]


@dataclass(frozen=True, slots=True)
class Sewing:
    """A daily quilt as its sewer sees it. ``revision`` counts its changes; ``guild_id`` is the server on whose wall it
    hangs, 0 for none, and ``at`` is when it was sewn at last.
    """

    attempt: Attempt
    par: int
    revision: int
    guild_id: int
    at: int

    @property
    def number(self) -> int:
        """The number of the daily quilt."""
        return self.attempt.puzzle.number


@dataclass(frozen=True, slots=True)
class After:
    """What leads on from a daily quilt that is finished: when the wall ``goes_up`` on which it hangs, None if it hangs
    on none; whether there is a wall to look at; and the daily quilts of other days that can still be sewn, each with
    how many days ago its day was.
    """

    goes_up: int | None = None
    has_wall: bool = False
    open_days: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Reminder:
    """A user who wants to hear of a daily quilt in a language; the server and the channel where they sewed one last, or
    0 for none.
    """

    user: int
    number: int
    language: str
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class Hung:
    """A quilt on a wall, whose it is, and when it was finished."""

    user: int
    attempt: Attempt
    at: int


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall, the quilts on it, most covered first, and par; whether it is the first one of its server."""

    row: WallRow
    quilts: tuple[Hung, ...]
    par: int
    is_first: bool = False


class Dailies:
    """The daily quilts in a database; the walls of servers that are of some shards."""

    def __init__(self, database: Database, now: Now, shards: Shards = EVERY) -> None:
        self._database = database
        self._now = now
        self._shards = shards
        self._pars: dict[tuple[int, int], int] = {}

    async def today(self, user: int, guild_id: int) -> int:
        """The number of today's daily quilt for a user in a server (0: in none)."""
        return await self._database.read(today_of, user, guild_id, self._now())

    async def open(self, user: int, number: int, guild_id: int) -> Sewing:
        """A user's daily quilt as far as they have sewn it. Raises Refusal: ``daily_early``; ``daily_over`` if they
        have not finished it while they could; ``no_daily`` for a number that no day has.
        """
        _check_number(number)
        row = await self._database.read(_found, user, number, guild_id, self._now())
        return await self._sewing(row)

    async def seen(self, user: int, number: int, guild_id: int) -> Sewing:
        """The same in one statement, for whoever has opened it before: whether its day is over is asked when a patch is
        sewn.
        """
        _check_number(number)
        row = await self._database.read_latest(find_daily, user, number)
        if row is None:  # nothing is kept before the first patch
            latest = number_of(datetime.fromtimestamp(self._now() + EARLIEST, UTC).date())
            if not latest - OPEN_DAYS <= number <= latest:
                return await self.open(user, number, guild_id)
            row = DailyRow(user, number, SCHEME, guild_id)
        return await self._sewing(row)

    async def change(
        self, user: int, number: int, revision: int, change: Change, *, guild_id: int = 0, language: str = "en"
    ) -> Sewing:
        """Place a patch, leave it out, or take the last one back, in a server that speaks a language unless it has
        chosen another one.

        Raises Refusal: those of `open`; ``daily_stale`` if it was changed since, in another window; ``daily_done``;
        ``daily_impossible``.
        """
        _check_number(number)
        seen = DailyRow(user, number, SCHEME, guild_id, revision)
        return await self._sewing(await self._database.write(_changed, seen, change, language, self._now()))

    async def after(self, sewing: Sewing, user: int, guild_id: int) -> After:
        """Tell what leads on from a user's daily quilt that is finished."""
        return await self._database.read(_after, sewing, user, guild_id, self._now())

    async def sewn(self, user: int, guild_id: int) -> Sewn:
        """Count the daily quilts that a user has finished, also in the month that it is for them in a server (0: in
        none).
        """
        return await self._database.read_latest(_counted, user, guild_id, self._now())

    async def par(self, number: int, scheme: int = SCHEME) -> int:
        """The par of a daily quilt: computed once, and kept."""
        key = (number, scheme)
        if key not in self._pars:
            par = await self._database.read_latest(find_par, *key)
            if par is None:
                par = await asyncio.to_thread(par_of, puzzle_of(*key))
                await self._database.write(keep_par, *key, par)
            self._pars[key] = par
        return self._pars[key]

    async def _sewing(self, row: DailyRow) -> Sewing:
        return Sewing(attempt_of(row), await self.par(row.number, row.scheme), row.revision, row.guild_id, row.at)

    @staticmethod
    def ring_of(number: int) -> tuple[int, ...]:
        """All patches in the order of a day, for a whole game. Raises Refusal ``no_daily``."""
        _check_number(number)
        return from_pawn(puzzle_of(number).ring)

    async def to_remind(self) -> list[Reminder]:
        """Claim the reminders that are due, and return those of people who have not sewn today's daily quilt."""
        claimed = [await self._database.write(_claim, *each, self._now()) for each in await self._due_reminders()]
        return [each for each in claimed if each]

    async def _due_reminders(self) -> list[tuple[int, int]]:
        return await self._database.read(reminders_due, self._now())

    # --- walls

    async def due(self) -> list[tuple[int, int]]:
        """The walls, by server and number, whose day is over and that are not up."""
        return await self._database.read(walls_due, self._now(), self._shards)

    async def move_walls(self, guild_id: int, channel_id: int | None, language: str = "en") -> list[tuple[int, int]]:
        """Let the walls of a server that are not up stand in another channel, or in none; and let what was finished
        while there was none be shown in a language, unless the server has chosen another one.

        Returns the channels and numbers of the messages that have to go.
        """
        return await self._database.write(_moved, guild_id, channel_id, language, self._now())

    async def hang(self, guild_id: int, number: int) -> None:
        """Let a wall show its quilts from now on."""
        await self._database.write(hang_wall, guild_id, number)

    async def owed(self) -> list[WallRow]:
        """The walls that are to be posted, or to be shown anew."""
        return await self._database.read(walls_owed, self._shards)

    async def note_message(self, seen: WallRow, message_id: int | None) -> None:
        """Note the message of a wall, which shows what was ``seen``."""
        await self._database.write(note_wall, seen, message_id)

    async def wall(self, row: WallRow) -> Wall:
        """Collect what is to be seen on a wall."""
        rows = await self._database.read_latest(find_hung, row.guild_id, row.number, row.scheme, row.ends_at)
        hung = tuple(quilt for each in rows if (quilt := _hung(each)))
        before = await self._database.read_latest(wall_before, row.guild_id, row.number)
        return Wall(row, hung, await self.par(row.number, row.scheme), before is None)

    async def wall_before(self, guild_id: int, number: int) -> Wall:
        """The last wall of a server before that with a number. Raises Refusal ``no_wall``."""
        if number > LAST + 1:
            raise Refusal("no_daily")
        row = await self._database.read_latest(wall_before, guild_id, number)
        if row is None:
            raise Refusal("no_wall")
        return await self.wall(row)


def zone_of(own: str, server: ServerRow) -> ZoneInfo:
    """The time zone whose days are somebody's: their own, if they have set one, or else the server's."""
    return ZoneInfo(own if own != "UTC" else server.timezone or "UTC")


def end_of(number: int, zone: ZoneInfo) -> int:
    """Tell when the day of a daily quilt ends somewhere, in seconds since 1970."""
    return int(datetime.combine(date_of(number) + timedelta(days=1), time(), zone).timestamp())


def next_reminder(minutes: int, zone: str, now: int) -> int:
    """Tell when it is so many minutes after midnight next in a time zone, in seconds since 1970."""
    local = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))
    for days in (0, 1):
        moment = datetime.combine(local.date() + timedelta(days), time(minutes // 60, minutes % 60), ZoneInfo(zone))
        if moment.timestamp() > now:
            return int(moment.timestamp())
    return now + DAY  # a clock that is put on tomorrow passes it over


def today_of(connection: Connection, user: int, guild_id: int, now: int) -> int:
    """The number of today's daily quilt for a user in a server (0: in none)."""
    return _day_in(zone_of(find_player(connection, user).timezone, find_server(connection, guild_id)), now)


def day_of_server(server: ServerRow, now: int) -> int:
    """The number of today's daily quilt for a server, whoever asks."""
    return _day_in(zone_of("UTC", server), now)


def _day_in(zone: ZoneInfo, now: int) -> int:
    return number_of(datetime.fromtimestamp(now, UTC).astimezone(zone).date())


def _check_number(number: int) -> None:
    if not 0 < number <= LAST:
        raise Refusal("no_daily")


def _found(connection: Connection, user: int, number: int, guild_id: int, now: int) -> DailyRow:
    """A user's row, or a new one. Raises Refusal ``daily_early``, ``daily_over``."""
    row = find_daily(connection, user, number)
    if row and row.covered is not None:
        return row
    today = today_of(connection, user, guild_id, now)
    if number > today and not (row and number == today + 1):  # begun, and the day came back: another zone
        raise Refusal("daily_early")
    if number <= today - OPEN_DAYS:
        raise Refusal("daily_over")
    return row or DailyRow(user, number, SCHEME, guild_id or last_server_of(connection, user))


def _changed(connection: Connection, seen: DailyRow, change: Change, language: str, now: int) -> DailyRow:
    """Change what a user has ``seen``, where they are now."""
    user, guild_id = seen.user_id, seen.guild_id
    lock_ids(connection, *filter(None, (user, guild_id)))
    row = _found(connection, user, seen.number, guild_id, now)
    if row.covered is not None:
        raise Refusal("daily_done")
    if row.revision != seen.revision:
        raise Refusal("daily_stale")
    try:
        attempt = change(attempt_of(row))
    except ValueError:
        raise Refusal("daily_impossible") from None
    covered, guild_id = attempt.covered if attempt.is_finished else None, guild_id or row.guild_id
    is_new_here = row.revision == 0 or guild_id != row.guild_id
    row = replace(row, guild_id=guild_id, revision=row.revision + 1, laid=str(attempt), at=now, covered=covered)
    save_daily(connection, row)
    if guild_id and is_new_here:
        meet_server(connection, guild_id)
    if guild_id and covered is not None:
        _show(connection, row, language, now)
    return row


def _show(connection: Connection, row: DailyRow, language: str, now: int) -> None:
    """Let the server where a daily quilt was finished show that, if it has a channel for it and its day goes on."""
    server = find_server(connection, row.guild_id)
    ends_at = end_of(row.number, ZoneInfo(server.timezone or "UTC"))
    if server.daily_id and now < ends_at:
        language = server.language or language
        add_wall(connection, WallRow(row.guild_id, row.number, row.scheme, server.daily_id, language, ends_at))


def _moved(
    connection: Connection, guild_id: int, channel_id: int | None, language: str, now: int
) -> list[tuple[int, int]]:
    lock_ids(connection, guild_id)
    gone = move_walls(connection, guild_id, channel_id)
    if channel_id is not None:
        for number, scheme in finished_since(
            connection, guild_id, day_of_server(find_server(connection, guild_id), now)
        ):
            if find_wall(connection, guild_id, number) is None:
                _show(connection, DailyRow(0, number, scheme, guild_id), language, now)
        note_sundays_again(connection, guild_id, now)
    return gone


def _counted(connection: Connection, user: int, guild_id: int, now: int) -> Sewn:
    today = date_of(today_of(connection, user, guild_id, now))
    return count_sewn(connection, user, number_of(today.replace(day=1)), SQUARES)


def _claim(connection: Connection, user: int, due: int, now: int) -> Reminder | None:
    """Move a user's reminder on to the next day. None if there is nothing to say: somebody else has said it, the quilt
    is sewn, or the hour has long passed, as after a change of the time zone.
    """
    lock_ids(connection, user)
    player = find_player(connection, user)
    if player.daily_at is None:
        return None
    following = next_reminder(player.daily_at, player.timezone, max(now, due))
    if not claim_reminder(connection, user, due, following) or now > due + LATE:
        return None
    guild_id = last_server_of(connection, user)
    number = today_of(connection, user, guild_id, now)
    row = find_daily(connection, user, number)
    if row and row.covered is not None:
        return None
    server = find_server(connection, guild_id)
    return Reminder(user, number, player.language or server.language or "en", guild_id, server.daily_id or 0)


def _after(connection: Connection, sewing: Sewing, user: int, guild_id: int, now: int) -> After:
    wall = find_wall(connection, sewing.guild_id, sewing.number)
    goes_up = wall.ends_at if wall and sewing.at < wall.ends_at else None
    has_wall = wall_before(connection, guild_id, sewing.number + 1) is not None
    today = today_of(connection, user, guild_id, now)
    days = [(today - ago, ago) for ago in range(OPEN_DAYS) if 0 < today - ago != sewing.number]
    rows = [(day, find_daily(connection, user, day[0])) for day in days]
    return After(goes_up, has_wall, tuple(day for day, row in rows if row is None or row.covered is None))


def _hung(row: DailyRow) -> Hung | None:
    """A quilt on a wall; None if it cannot be replayed, which the doctor tells: it must not keep others from there."""
    try:
        return Hung(row.user_id, attempt_of(row), row.at)
    except ValueError as error:
        LOG.warning(
            "daily quilt %s of user %s cannot be replayed, and hangs on no wall: %s", row.number, row.user_id, error
        )
        return None


def attempt_of(row: DailyRow) -> Attempt:
    """Replay what is kept of a daily quilt. Raises ValueError if it cannot be."""
    return parse_attempt(puzzle_of(row.number, row.scheme), row.laid)
