"""Sunday quilts: which game of whose is one, and whether its week is over."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, bindparam, exists, insert, select, update

from bot.store.rows import columns, values
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import NOT_NOTED, NOT_OVER, games, sundays, walls


@dataclass(frozen=True, slots=True)
class SundayRow:
    """A user's Sunday quilt, which hangs on the wall of a server: a game, the end of its week, whether its end was
    ``noted``, and whether the week ``is_over``: then it is no secret any more.
    """

    user_id: int
    number: int
    guild_id: int
    game_id: int
    ends_at: int
    noted: bool = False
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How and when the game of a Sunday quilt has ended, and the language in which it spoke."""

    ending: str
    at: int
    language: str


_ROWS = select(*columns(sundays, SundayRow))
_USER: BindParameter[int] = bindparam("user")
_OF_GAME = sundays.c.game_id == bindparam("game")
_FIND = _ROWS.where(sundays.c.user_id == _USER, sundays.c.number == bindparam("day"))
_ADD = insert(sundays)
_THEIRS = is_theirs(sundays.c.guild_id)
_ENDED = (
    select(*columns(sundays, SundayRow), games.c.ending, games.c.ended_at, games.c.language)
    .join(games, games.c.id == sundays.c.game_id)
    .where(NOT_NOTED, games.c.ending.is_not(None))
)
_DUE = _ROWS.where(NOT_OVER, sundays.c.ends_at <= bindparam("now"))
_SWEEP_ENDED = ShardedQuery(_ENDED, _ENDED.where(_THEIRS))
_SWEEP_DUE = ShardedQuery(_DUE, _DUE.where(_THEIRS))
_NOTE = update(sundays).where(_OF_GAME, NOT_NOTED).values(noted=True)
_HAS_WALL = exists().where(walls.c.guild_id == sundays.c.guild_id, walls.c.number == -sundays.c.number)
_NOTE_AGAIN = (
    update(sundays)
    .where(sundays.c.guild_id == bindparam("guild"), sundays.c.ends_at > bindparam("now"), ~_HAS_WALL)
    .values(noted=False)
)
_END = update(sundays).where(_OF_GAME).values(is_over=True)
_HUNG = (
    select(sundays.c.game_id)
    .join(games, games.c.id == sundays.c.game_id)
    .where(
        sundays.c.guild_id == bindparam("guild"),
        sundays.c.number == bindparam("day"),
        games.c.ending == "finished",
        games.c.ended_at < bindparam("before"),
    )
    .order_by((games.c.points2 - games.c.points1), games.c.ended_at, games.c.id)
)


def find_sunday(connection: Connection, user: int, number: int) -> SundayRow | None:
    """A user's Sunday quilt, or None if they have not begun it."""
    row = connection.execute(_FIND, {"user": user, "day": number}).one_or_none()
    return SundayRow(*row) if row else None


def add_sunday(connection: Connection, row: SundayRow) -> None:
    """Store a Sunday quilt."""
    connection.execute(_ADD, values(row))


def sundays_ended(connection: Connection, shards: Shards = EVERY) -> list[tuple[SundayRow, Ended]]:
    """Those whose game has ended, which was not noted yet."""
    return [(SundayRow(*row[:-3]), Ended(*row[-3:])) for row in _SWEEP_ENDED(connection, shards)]


def sundays_due(connection: Connection, now: int, shards: Shards = EVERY) -> list[SundayRow]:
    """Those whose week is over, and that are still a secret."""
    return [SundayRow(*row) for row in _SWEEP_DUE(connection, shards, now=now)]


def note_sunday(connection: Connection, game_id: int) -> bool:
    """Note that the game of a Sunday quilt has ended; False if somebody else has."""
    return connection.execute(_NOTE, {"game": game_id}).rowcount == 1


def note_sundays_again(connection: Connection, guild_id: int, now: int) -> None:
    """Have it noted anew which games have ended in a server whose week goes on, if there is no wall for them."""
    connection.execute(_NOTE_AGAIN, {"guild": guild_id, "now": now})


def end_sunday(connection: Connection, game_id: int) -> None:
    """Note that the week of a Sunday quilt is over."""
    connection.execute(_END, {"game": game_id})


def sundays_hung(connection: Connection, guild_id: int, number: int, before: int) -> list[int]:
    """The games of a Sunday that were played out in a server before a time: who is ahead the farthest comes first."""
    return list(connection.execute(_HUNG, {"guild": guild_id, "day": number, "before": before}).scalars())
