"""The walls of servers, on which daily quilts hang from the end of their day on (decision 0069)."""

import logging
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.matches.attempts import Pars, attempt_of
from bot.matches.days import LAST, day_in, hangs_at, zone_of_server
from bot.matches.match import Refusal
from bot.matches.play import Now
from bot.matches.services import Service
from bot.store import walls as store
from bot.store.backend.database import Database, reads, writes
from bot.store.daily import DailyRow, find_hung, finished_since
from bot.store.locks import lock_ids
from bot.store.servers import find_server
from bot.store.shards import EVERY, Shards
from bot.store.sundays import owe_sundays
from bot.store.walls import WallRow
from daily import Attempt

LOG = logging.getLogger(__name__)


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


class Walls(Service):
    """The walls of servers that are of some shards."""

    def __init__(self, database: Database, now: Now, shards: Shards = EVERY) -> None:
        super().__init__(database, now, shards)
        self._pars = Pars(database)

    async def due(self) -> list[WallRow]:
        """The walls whose day or week is over and that are not up."""
        return await self._database.read(store.walls_due, self._now(), shards=self._shards)

    @writes
    def move(
        self, connection: Connection, guild_id: int, channel_id: int | None, language: str = "en"
    ) -> list[tuple[int, int]]:
        """Move the walls of a server that are not up to another channel, or to none. What was finished while there was
        none is shown. Returns the channels and numbers of the messages that have to go.
        """
        lock_ids(connection, guild_id)
        gone = store.move_walls(connection, guild_id, channel_id)
        if channel_id is not None:
            today = _day(connection, guild_id, self._now())
            for number, scheme in finished_since(connection, guild_id, today):
                if store.find_daily_wall(connection, guild_id, number) is None:
                    show_on_wall(connection, DailyRow(0, number, scheme, guild_id), language, self._now())
            owe_sundays(connection, guild_id, self._now())
        return gone

    async def hang(self, row: WallRow) -> None:
        """Let a wall show its quilts from now on."""
        await self._database.write(store.hang_wall, row)

    @reads
    def owed(self, connection: Connection) -> list[WallRow]:
        """The walls that are to be posted, or to be shown anew. A day that has not begun in their server can be sewn by
        people who live farther east; nothing is said of that before.
        """
        rows, now = store.walls_owed(connection, shards=self._shards), self._now()
        return [row for row in rows if row.is_up or row.is_sunday or row.number <= _day(connection, row.guild_id, now)]

    async def note_message(self, seen: WallRow, message_id: int | None) -> None:
        """Note the message of a wall, which shows what was ``seen``."""
        await self._database.write(store.note_wall, seen, message_id)

    async def of(self, row: WallRow) -> Wall:
        """Collect what is to be seen on a wall."""
        rows = await self._database.read_latest(find_hung, row.guild_id, row.number, row.scheme, row.ends_at)
        hung = tuple(quilt for each in rows if (quilt := _hung(each)))
        before = await self._database.read_latest(store.wall_before, row.guild_id, row.number)
        return Wall(row, hung, await self._pars.of(row), before is None)

    async def before(self, guild_id: int, number: int) -> Wall:
        """The last wall of a server before that with a number. Raises Refusal ``no_wall``."""
        if number > LAST + 1:
            raise Refusal("no_daily")
        row = await self._database.read_latest(store.wall_before, guild_id, number)
        if row is None:
            raise Refusal("no_wall")
        return await self.of(row)


def _day(connection: Connection, guild_id: int, now: int) -> int:
    return day_in(zone_of_server(find_server(connection, guild_id)), now)


def show_on_wall(connection: Connection, row: DailyRow, language: str, now: int) -> None:
    """Let the server where a daily quilt was finished show that, if it has a channel for it and its day goes on."""
    server = find_server(connection, row.guild_id)
    ends_at = hangs_at(row.number, zone_of_server(server))
    if server.daily_id and now < ends_at:
        language = server.language or language
        store.add_wall(connection, WallRow(row.guild_id, row.number, row.scheme, server.daily_id, language, ends_at))


def _hung(row: DailyRow) -> Hung | None:
    """A quilt on a wall; None if it cannot be replayed, which the doctor tells: it must not keep others from there."""
    try:
        return Hung(row.user_id, attempt_of(row), row.at)
    except ValueError as error:
        whose = row.number, row.user_id
        LOG.warning("daily quilt %s of user %s cannot be replayed, and hangs on no wall: %s", *whose, error)
        return None
