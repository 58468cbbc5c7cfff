"""The walls of daily quilts: the message of each server and day."""

from dataclasses import dataclass

from sqlalchemy import Connection, Select, delete, exists, select, tuple_, update

from bot.store.duties import Duties
from bot.store.parameters import CHANNEL, GUILD, NOW, SEEN, USER
from bot.store.query import Query, do, many, one_or_none, parameter
from bot.store.rows import InsertNew, columns
from bot.store.servers import LEFT
from bot.store.shards import sweep
from bot.store.tables import NOT_UP, dailies, is_owed, owing, walls


@dataclass(frozen=True, slots=True)
class WallRow:
    """The message about the daily quilts of a day in a server, or about the Sunday quilts."""

    guild_id: int
    number: int
    scheme: int
    channel_id: int
    language: str
    ends_at: int
    is_sunday: bool = False
    is_up: bool = False
    message_id: int | None = None
    changes: int = 0
    owed: bool = True


DAY: int = parameter("day")
MESSAGE: int | None = parameter("message")
SUNDAY: bool = parameter("sunday")

_ROWS = select(*columns(walls, WallRow))
_OF_SERVER = walls.c.guild_id == GUILD
_IS_DAILY = walls.c.is_sunday.is_(False)
_THE_WALL = (_OF_SERVER, walls.c.is_sunday == SUNDAY, walls.c.number == DAY)
_UP_BEFORE = (_OF_SERVER, walls.c.number < DAY, walls.c.is_up.is_(True))
_HERE = walls.c.guild_id.not_in(LEFT)
_CHANGE = update(walls).where(*_THE_WALL)

_add = InsertNew[WallRow](walls)
_owe = do(GUILD, SUNDAY, DAY)(_CHANGE.values(owing(walls)))


def add_wall(connection: Connection, row: WallRow) -> None:
    """Store the wall of a server and a day, unless there is one, and note that it is to be shown."""
    _add(connection, row)
    _owe(connection, *_key(row))


def owe_walls_of(theirs: Select[int, bool, int]) -> Query[int, None]:
    """A query that has the walls shown anew on which quilts of a user hang: ``theirs`` by the keys of walls."""
    return do(USER)(update(walls).where(tuple_(*walls.primary_key).in_(theirs)).values(owing(walls)))


def _key(row: WallRow) -> tuple[int, bool, int]:
    return row.guild_id, row.is_sunday, row.number


find_daily_wall = one_or_none(WallRow, GUILD, DAY)(_ROWS.where(_OF_SERVER, _IS_DAILY, walls.c.number == DAY))
_HAS_QUILTS = exists().where(  # it has none if all whose quilts hung there are forgotten
    dailies.c.guild_id == walls.c.guild_id,
    dailies.c.number == walls.c.number,
    dailies.c.scheme == walls.c.scheme,
    dailies.c.covered.is_not(None),
    dailies.c.at < walls.c.ends_at,
)

wall_before = one_or_none(WallRow, GUILD, DAY)(
    _ROWS.where(*_UP_BEFORE, _IS_DAILY, _HAS_QUILTS).order_by(walls.c.number.desc()).limit(1)
)
"""The last wall of daily quilts in a server before that with a number, if there is one."""

sunday_wall_before = one_or_none(WallRow, GUILD, DAY)(
    _ROWS.where(*_UP_BEFORE, walls.c.is_sunday.is_(True), walls.c.message_id.is_not(None))
    .order_by(walls.c.number.desc())
    .limit(1)
)
"""The last wall of Sunday quilts in a server before that of the Sunday with a number, if there is one."""

walls_due = sweep(WallRow, NOW)(_ROWS.where(NOT_UP, walls.c.ends_at <= NOW, _HERE), walls.c.guild_id)

walls_owed = sweep(WallRow)(
    _ROWS.where(is_owed(walls), _HERE).order_by(walls.c.guild_id, walls.c.is_sunday.desc(), walls.c.number),
    walls.c.guild_id,
)
"""The walls that are to be posted, or to be shown anew."""

_hang = do(GUILD, SUNDAY, DAY)(_CHANGE.where(NOT_UP).values(is_up=True, **owing(walls)))
_give_up = do(GUILD, DAY)(
    update(walls).where(*_UP_BEFORE, _IS_DAILY, is_owed(walls), walls.c.message_id.is_(None)).values(owed=False)
)


def hang_wall(connection: Connection, row: WallRow) -> None:
    """Let a wall show the quilts from now on. Earlier ones of daily quilts that could never be posted are given up, so
    that a channel which opens again gets one of them, and not all.
    """
    _hang(connection, *_key(row))
    if not row.is_sunday:
        _give_up(connection, row.guild_id, row.number)


_note = do(GUILD, SUNDAY, DAY, MESSAGE, SEEN)(_CHANGE.values(message_id=MESSAGE, owed=walls.c.changes != SEEN))


def note_wall(connection: Connection, seen: WallRow, message_id: int | None) -> None:
    """Note the message of a wall, which shows what was ``seen``: it still owes what has changed since."""
    _note(connection, *_key(seen), message_id, seen.changes)


_going_on = many(WallRow, GUILD)(_ROWS.where(_OF_SERVER, NOT_UP))
_drop = do(GUILD, SUNDAY, DAY)(delete(walls).where(*_THE_WALL))
_move = do(GUILD, SUNDAY, DAY, CHANNEL)(_CHANGE.values(channel_id=CHANNEL, message_id=None, **owing(walls)))


def move_walls(connection: Connection, guild_id: int, channel_id: int | None) -> list[tuple[int, int]]:
    """Move a server's walls that are not up to another channel, or none. Returns the messages that go, by channel."""
    moved = [row for row in _going_on(connection, guild_id) if row.channel_id != channel_id]
    for row in moved:
        if channel_id is None:
            _drop(connection, *_key(row))
        else:
            _move(connection, *_key(row), channel_id)
    return [(row.channel_id, row.message_id) for row in moved if row.message_id]


DUTIES = Duties(
    (walls,),
    drop_server=[do(GUILD)(delete(walls).where(_OF_SERVER))],
    after_restore=[do()(update(walls).where(NOT_UP).values(owing(walls)))],
)
