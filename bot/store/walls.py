"""The walls of daily quilts: the message of each server and day."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, Update, bindparam, delete, exists, select, tuple_, update

from bot.store.rows import InsertNew, columns, values
from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import NOT_UP, OWED_A_WALL, dailies, sundays, walls


@dataclass(frozen=True, slots=True)
class WallRow:
    """The message about a daily quilt in a server, or, with a negative number, about a Sunday quilt: until ``ends_at``
    it says who has sewn it; then it ``is_up``, and shows all quilts.

    ``message_id`` is None until it is posted. ``changes`` counts what is to be seen there, and it is ``owed`` if
    something else should stand there.
    """

    guild_id: int
    number: int
    scheme: int
    channel_id: int
    language: str
    ends_at: int
    is_up: bool = False
    message_id: int | None = None
    changes: int = 0
    owed: bool = True

    @property
    def is_sunday(self) -> bool:
        """Whether it is about a Sunday quilt."""
        return self.number < 0


_GUILD: BindParameter[int] = bindparam("guild")
_ROWS = select(*columns(walls, WallRow))
_THE_WALL = (walls.c.guild_id == _GUILD, walls.c.number == bindparam("day"))
_FIND = _ROWS.where(*_THE_WALL)
_HAS_QUILTS = exists().where(  # it has none if all whose quilts hung there are forgotten
    dailies.c.guild_id == walls.c.guild_id,
    dailies.c.number == walls.c.number,
    dailies.c.scheme == walls.c.scheme,
    dailies.c.covered.is_not(None),
    dailies.c.at < walls.c.ends_at,
)
_EARLIER = (walls.c.guild_id == _GUILD, walls.c.number > 0, walls.c.number < bindparam("day"), walls.c.is_up.is_(True))
_BEFORE = _ROWS.where(*_EARLIER, _HAS_QUILTS).order_by(walls.c.number.desc()).limit(1)
_SUNDAY_BEFORE = (
    _ROWS.where(
        walls.c.guild_id == _GUILD, walls.c.number < 0, walls.c.number > bindparam("day"), walls.c.is_up.is_(True)
    )
    .where(walls.c.message_id.is_not(None))
    .order_by(walls.c.number)
    .limit(1)
)
_ADD = InsertNew(walls)
_THEIRS = is_theirs(walls.c.guild_id)
_DUE = select(walls.c.guild_id, walls.c.number).where(
    NOT_UP, walls.c.ends_at <= bindparam("now"), walls.c.guild_id.not_in(LEFT)
)
_OWED = _ROWS.where(OWED_A_WALL, walls.c.guild_id.not_in(LEFT)).order_by(walls.c.guild_id, walls.c.number)
_SWEEP_DUE = ShardedQuery(_DUE, _DUE.where(_THEIRS))
_SWEEP_OWED = ShardedQuery(_OWED, _OWED.where(_THEIRS))
_CHANGED = {"owed": True, "changes": walls.c.changes + 1}
_OWE = update(walls).where(*_THE_WALL).values(_CHANGED)
_HANG = update(walls).where(*_THE_WALL, NOT_UP).values(_CHANGED | {"is_up": True})
_GIVE_UP = update(walls).where(*_EARLIER, OWED_A_WALL, walls.c.message_id.is_(None)).values(owed=False)
_NOTE = (
    update(walls).where(*_THE_WALL).values(message_id=bindparam("message"), owed=walls.c.changes != bindparam("seen"))
)
_OWE_ALL = update(walls).where(NOT_UP).values(_CHANGED)
_GOING_ON = _ROWS.where(walls.c.guild_id == _GUILD, NOT_UP)
_MOVE = update(walls).where(*_THE_WALL).values(_CHANGED | {"channel_id": bindparam("channel"), "message_id": None})
_DROP = delete(walls).where(*_THE_WALL)
_DROP_OF = delete(walls).where(walls.c.guild_id == _GUILD)


def add_wall(connection: Connection, row: WallRow) -> None:
    """Store the wall of a server and a day, unless there is one, and note that it is to be shown."""
    _ADD(connection, values(row))
    connection.execute(_OWE, {"guild": row.guild_id, "day": row.number})


def find_wall(connection: Connection, guild_id: int, number: int) -> WallRow | None:
    """The wall of a server and a day, or None."""
    row = connection.execute(_FIND, {"guild": guild_id, "day": number}).one_or_none()
    return WallRow(*row) if row else None


def wall_before(connection: Connection, guild_id: int, number: int) -> WallRow | None:
    """The last wall of a server before that with a number, if there is one."""
    row = connection.execute(_BEFORE, {"guild": guild_id, "day": number}).one_or_none()
    return WallRow(*row) if row else None


def sunday_wall_before(connection: Connection, guild_id: int, number: int) -> WallRow | None:
    """The last wall of Sunday quilts in a server before that of the Sunday with a number, if there is one."""
    row = connection.execute(_SUNDAY_BEFORE, {"guild": guild_id, "day": -number}).one_or_none()
    return WallRow(*row) if row else None


def walls_due(connection: Connection, now: int, shards: Shards = EVERY) -> list[tuple[int, int]]:
    """The servers, and the numbers, of walls whose day is over and that are not up."""
    return [(guild, number) for guild, number in _SWEEP_DUE(connection, shards, now=now)]


def walls_owed(connection: Connection, shards: Shards = EVERY) -> list[WallRow]:
    """The walls that are to be posted, or to be shown anew."""
    return [WallRow(*row) for row in _SWEEP_OWED(connection, shards)]


def hang_wall(connection: Connection, guild_id: int, number: int) -> None:
    """Let a wall show the quilts from now on. Earlier ones that could never be posted are given up, so that a channel
    which opens again gets one of them, and not all.
    """
    where = {"guild": guild_id, "day": number}
    connection.execute(_HANG, where)
    connection.execute(_GIVE_UP, where)


def note_wall(connection: Connection, seen: WallRow, message_id: int | None) -> None:
    """Note the message of a wall, which shows what was ``seen``: it still owes what has changed since."""
    values = {"guild": seen.guild_id, "day": seen.number, "message": message_id, "seen": seen.changes}
    connection.execute(_NOTE, values)


def owe_walls_of(user: BindParameter[int]) -> tuple[Update, ...]:
    """The statements that have all walls shown anew on which quilts of a user hang."""
    wall = tuple_(walls.c.guild_id, walls.c.number)
    daily = select(dailies.c.guild_id, dailies.c.number).where(dailies.c.user_id == user)
    sunday = select(sundays.c.guild_id, -sundays.c.number).where(sundays.c.user_id == user)
    return tuple(update(walls).where(wall.in_(theirs)).values(_CHANGED) for theirs in (daily, sunday))


def owe_walls(connection: Connection) -> None:
    """Have all walls of days that go on shown anew: what stands in the channels may be newer, or gone."""
    connection.execute(_OWE_ALL)


def move_walls(connection: Connection, guild_id: int, channel_id: int | None) -> list[tuple[int, int]]:
    """Let the walls of a server that are not up stand in another channel, or in none.

    Returns the channels and numbers of the messages that have to go.
    """
    rows = [WallRow(*row) for row in connection.execute(_GOING_ON, {"guild": guild_id})]
    moved = [row for row in rows if row.channel_id != channel_id]
    for row in moved:
        where = {"guild": guild_id, "day": row.number}
        if channel_id is None:
            connection.execute(_DROP, where)
        else:
            connection.execute(_MOVE, {**where, "channel": channel_id})
    return [(row.channel_id, row.message_id) for row in moved if row.message_id]


def drop_walls_of(connection: Connection, guild_id: int) -> None:
    """Forget the walls of a server."""
    connection.execute(_DROP_OF, {"guild": guild_id})
