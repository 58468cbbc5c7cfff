"""Daily quilts: what each person has sewn of them, and whom to remind (decision 0069)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from bot.matches.attempts import Pars, attempt_of
from bot.matches.days import OPEN_DAYS, check_number, end_of, hangs_at, next_reminder, today_of, zone_of, zone_of_server
from bot.matches.match import Refusal
from bot.matches.play import Now
from bot.matches.preferences import quiet_until
from bot.matches.services import Service
from bot.matches.walls import show_on_wall
from bot.store.backend.database import Database, reads, reads_latest, writes
from bot.store.daily import DailyRow, Sewn, count_sewn, find_daily, last_server_of, save_daily
from bot.store.locks import lock_ids
from bot.store.players import claim_reminder, find_player, reminders_due
from bot.store.servers import find_server, meet_server
from bot.store.walls import find_daily_wall, wall_before
from daily import SCHEME, SQUARES, Attempt, date_of, number_of, puzzle_of
from game.position import from_pawn

EARLIEST = 14 * 60 * 60
"""By how many seconds a day begins sooner somewhere than in UTC."""

LATE = 60 * 60
"""Seconds after which a reminder is not sent any more."""

Change = Callable[[Attempt], Attempt]


@dataclass(frozen=True, slots=True)
class Sewing:
    """A daily quilt as its sewer sees it: the server on whose wall it hangs (0 for none), when it last changed, and
    whether it was finished too late to reach par.
    """

    attempt: Attempt
    par: int
    revision: int
    guild_id: int
    at: int
    is_late: bool = False

    @property
    def number(self) -> int:
        """The number of the daily quilt."""
        return self.attempt.puzzle.number


@dataclass(frozen=True, slots=True)
class After:
    """What a finished daily quilt leads to: when its wall ``goes_up`` (None: it hangs on none), whether there is a wall
    to look at, and the other daily quilts that can still be sewn, each with how many days ago its day was.
    """

    goes_up: int | None = None
    has_wall: bool = False
    open_days: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Reminder:
    """A user to be told of a daily quilt, and the server and channel where they last sewed one, or 0 for none."""

    user: int
    number: int
    language: str
    guild_id: int
    channel_id: int


class Dailies(Service):
    """The daily quilts in a database."""

    def __init__(self, database: Database, now: Now) -> None:
        super().__init__(database, now)
        self._pars = Pars(database)

    async def today(self, user: int, guild_id: int) -> int:
        """The number of today's daily quilt for a user in a server (0: in none)."""
        return await self._database.read(today_of, user, guild_id, self._now())

    async def open(self, user: int, number: int, guild_id: int) -> Sewing:
        """A user's daily quilt as far as they have sewn it. Raises Refusal: ``daily_early``; ``daily_over`` if they
        have not finished it while they could; ``no_daily`` for a number that no day has.
        """
        check_number(number)
        return await self._sewing(await self._database.read(_found, user, number, guild_id, self._now()))

    async def seen(self, user: int, number: int, guild_id: int) -> Sewing:
        """The same in one statement, once it was opened: whether its day is over is checked when a patch is sewn."""
        check_number(number)
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
        """Place a patch, leave it out, or take the last one back. A server that has chosen none speaks ``language``.
        Raises Refusal: those of `open`; ``daily_stale`` if it was changed since, in another window; ``daily_done``;
        ``daily_impossible``.
        """
        check_number(number)
        seen = DailyRow(user, number, SCHEME, guild_id, revision)
        return await self._sewing(await self._database.write(_changed, seen, change, language, self._now()))

    @reads
    def after(self, connection: Connection, sewing: Sewing, user: int, guild_id: int) -> After:
        """Tell what a user's finished daily quilt leads to."""
        wall = find_daily_wall(connection, sewing.guild_id, sewing.number)
        goes_up = wall.ends_at if wall and sewing.at < wall.ends_at else None
        has_wall = wall_before(connection, guild_id, sewing.number + 1) is not None
        today = today_of(connection, user, guild_id, self._now())
        days = [(today - ago, ago) for ago in range(OPEN_DAYS) if 0 < today - ago != sewing.number]
        rows = [(day, find_daily(connection, user, day[0])) for day in days]
        return After(goes_up, has_wall, tuple(day for day, row in rows if row is None or row.covered is None))

    @reads_latest
    def sewn(self, connection: Connection, user: int, guild_id: int) -> Sewn:
        """Count the daily quilts that a user has finished, in all and in their present month in a server (0: none)."""
        today = date_of(today_of(connection, user, guild_id, self._now()))
        return count_sewn(connection, user, number_of(today.replace(day=1)), SQUARES)

    async def _sewing(self, row: DailyRow) -> Sewing:
        return Sewing(attempt_of(row), await self._pars.of(row), row.revision, row.guild_id, row.at, row.late)

    @staticmethod
    def ring_of(number: int) -> tuple[int, ...]:
        """All patches in the order of a day, for a whole game. Raises Refusal ``no_daily``."""
        check_number(number)
        return from_pawn(puzzle_of(number).ring)

    async def reminders_due(self) -> list[tuple[int, int]]:
        """The users who are to be reminded of the daily quilt, and since when."""
        return await self._database.read(reminders_due, self._now())

    @writes
    def claim(self, connection: Connection, user: int, due: int) -> Reminder | None:
        """Move a user's reminder on to the next day, or to the end of their quiet hours. None if it is quiet, already
        sent, already sewn, or too late.
        """
        now = self._now()
        lock_ids(connection, user)
        player = find_player(connection, user)
        if player.daily_at is None:
            return None
        guild_id = last_server_of(connection, user)
        zone = zone_of(connection, player, guild_id)
        if quiet := quiet_until(player, zone, now):
            claim_reminder(connection, user, due, quiet)
            return None
        following = next_reminder(player.daily_at, zone, max(now, due))
        if not claim_reminder(connection, user, due, following) or now > due + LATE:
            return None
        number = today_of(connection, user, guild_id, now)
        row = find_daily(connection, user, number)
        if row and row.covered is not None:
            return None
        server = find_server(connection, guild_id)
        return Reminder(user, number, player.language or server.language or "en", guild_id, server.daily_id or 0)


def _found(connection: Connection, user: int, number: int, guild_id: int, now: int) -> DailyRow:
    row = find_daily(connection, user, number)
    if row and row.covered is not None:
        return row
    today = today_of(connection, user, guild_id, now)
    if number > today and not (row and number == today + 1):  # begun, and the day came back: another zone
        raise Refusal("daily_early")
    if number <= today - OPEN_DAYS:
        raise Refusal("daily_over")
    return row or DailyRow(user, number, SCHEME, guild_id)


def _changed(connection: Connection, seen: DailyRow, change: Change, language: str, now: int) -> DailyRow:
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
    row = replace(row, late=covered is not None and now >= _day_ends(connection, row))
    save_daily(connection, row)
    if guild_id and is_new_here:
        meet_server(connection, guild_id)
    if guild_id and covered is not None:
        show_on_wall(connection, row, language, now)
    return row


def _day_ends(connection: Connection, row: DailyRow) -> int:
    """Tell when the day of a daily quilt ends where it is sewn: from then on the wall hangs, and par is not counted."""
    if row.guild_id:
        return hangs_at(row.number, zone_of_server(find_server(connection, row.guild_id)))
    return end_of(row.number, zone_of(connection, find_player(connection, row.user_id), 0))
