"""Sunday quilts: a week for a whole game, with the same ring against the same rival for everybody (decision 0069)."""

import logging
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.matches.days import LAST, day_in, end_of, zone_of, zone_of_server
from bot.matches.log import check_private_limit, load_match, store_new
from bot.matches.match import Match, Refusal
from bot.matches.seats import Person, Rival
from bot.matches.services import GameStarter
from bot.store import sundays as store
from bot.store.backend.database import reads, writes
from bot.store.duels import mark_game
from bot.store.locks import lock_games, lock_ids
from bot.store.players import find_player
from bot.store.servers import find_server
from bot.store.sundays import HUNG, Ended, SundayRow
from bot.store.walls import WallRow, add_wall, sunday_wall_before
from daily import SCHEME, date_of, ring_of_sunday
from game import Setup
from game.position import from_pawn

LOG = logging.getLogger(__name__)

LEVEL = "bobbin"
"""Whom everybody meets: the weakest rival that searches, always by as many iterations."""

DAYS = 7
"""For how many days it is open."""


@dataclass(frozen=True, slots=True)
class SundayWall:
    """A wall of Sunday quilts: games that were played out, the one won by most points first, then those given up."""

    row: WallRow
    matches: tuple[Match, ...]
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class Due:
    """A Sunday quilt whose game has ``ended``, which its wall is to hear; or whose week is over."""

    row: SundayRow
    ended: Ended | None = None

    @property
    def id(self) -> int:
        """The game."""
        return self.row.game_id


class Sundays(GameStarter):
    """The Sunday quilts in a database, in the servers of some shards."""

    @writes
    def open(
        self, connection: Connection, user: int, guild_id: int, channel_id: int, language: str
    ) -> tuple[SundayRow, Match]:
        """A user's game of the last Sunday, which begins if they have not begun it. Raises TooManyGames."""
        lock_ids(connection, user)
        number, zone = self._week(connection, user, guild_id)
        if row := store.find_sunday(connection, user, number):
            return row, load_match(connection, row.game_id)
        check_private_limit(connection, user, self._max_games)
        setup, seats = Setup("classic", from_pawn(ring_of_sunday(number)), 1), (Person(user), Rival(LEVEL))
        match = Match(0, guild_id, channel_id, seats, setup, language, self._now())
        match = store_new(connection, replace(match, place="private", duel="sunday"))
        ends_at = end_of(number + DAYS - 1, zone)
        row = SundayRow(user, number, guild_id, match.id, ends_at)
        store.add_sunday(connection, row)
        return row, match

    @reads
    def has_begun(self, connection: Connection, user: int, guild_id: int) -> bool:
        """Tell whether a user has begun their game of the last Sunday."""
        return store.find_sunday(connection, user, self._week(connection, user, guild_id)[0]) is not None

    def _week(self, connection: Connection, user: int, guild_id: int) -> tuple[int, ZoneInfo]:
        """The number of the last Sunday for a user, and the zone in which its week ends: one for all on its wall."""
        if guild_id:
            zone = zone_of_server(find_server(connection, guild_id))
        else:
            zone = zone_of(connection, find_player(connection, user), guild_id)
        return sunday_before(day_in(zone, self._now())), zone

    async def due(self) -> list[Due]:
        """The Sunday quilts whose game has ended, and those whose week is over."""
        ended = await self._database.read(store.sundays_ended, shards=self._shards)
        over = await self._database.read(store.sundays_due, self._now(), shards=self._shards)
        return [*(Due(*each) for each in ended), *map(Due, over)]

    @writes
    def settle(self, connection: Connection, due: Due) -> None:
        """Show on a wall that a game has ended; once its week is over, let it be no secret any more, or, if it was not
        over with the week, a private game as any other.
        """
        row, ended = due.row, due.ended
        if ended is None:
            lock_games(connection, [due.id])
            store.end_sunday(connection, due.id)
            mark_game(connection, due.id, store.sunday_marks(connection, [due.id])[due.id])
            return
        lock_ids(connection, *filter(None, [row.guild_id]))
        server = find_server(connection, row.guild_id)
        is_in_time = ended.ending in HUNG and ended.at < row.ends_at
        if store.note_sunday(connection, row.game_id) and is_in_time and server.daily_id:
            language = server.language or ended.language
            wall = WallRow(row.guild_id, row.number, SCHEME, server.daily_id, language, row.ends_at, is_sunday=True)
            add_wall(connection, wall)

    @reads
    def wall(self, connection: Connection, row: WallRow) -> SundayWall:
        """Collect what is to be seen on a wall."""
        hung = store.sundays_hung(connection, row.guild_id, row.number, row.ends_at)
        matches = tuple(match for game in hung if (match := _replayed(connection, game)))
        return SundayWall(row, matches, sunday_wall_before(connection, row.guild_id, row.number) is None)

    async def wall_before(self, guild_id: int, number: int) -> SundayWall:
        """The last wall of a server before that of the Sunday with a number. Raises Refusal ``no_wall``."""
        row = await self._database.read(sunday_wall_before, guild_id, number) if number <= LAST else None
        if row is None:
            raise Refusal("no_wall")
        return await self.wall(row)


def sunday_before(number: int) -> int:
    """The number of the last Sunday up to a day."""
    return number - date_of(number).isoweekday() % 7


def _replayed(connection: Connection, game_id: int) -> Match | None:
    """A game; None if its log is broken, which must not keep others from the wall."""
    try:
        return load_match(connection, game_id)
    except ValueError as error:
        LOG.warning("game %s cannot be replayed, and hangs on no wall: %s", game_id, error)
        return None
