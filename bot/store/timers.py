"""Timers: what is due to happen, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from sqlalchemy import Connection, Delete, bindparam, delete, exists, func, select, update

from bot.store.rows import Upsert, columns, values
from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import games, timers

OfGame = Literal["remind", "expire", "close", "call", "plan"]
"""The kinds of timers whose subject is a game."""


@dataclass(frozen=True, slots=True)
class TimerRow:
    """What is due to happen to a subject. For a running game, by its number, that is to ``remind`` its player to move,
    to ``expire`` (say that time is up), to ``close``, to ``call`` the player to move after all, who was not called
    because they seemed to be there, or to tell the other player that they could ``plan``.
    """

    kind: str
    subject: int
    due: int


_ABOUT = timers.c.subject == bindparam("about")
_OF_GAMES = timers.c.kind.in_(get_args(OfGame))  # the key begins with the kind
_SAME = (timers.c.kind == bindparam("of_kind"), _ABOUT, timers.c.due == bindparam("due_at"))

_SET = Upsert(timers)
_RESTS = exists().where(games.c.id == timers.c.subject, games.c.guild_id.in_(LEFT))
_DUE = select(*columns(timers, TimerRow)).where(timers.c.due <= bindparam("now"), ~_RESTS).order_by(timers.c.due)
_COUNT_DUE = select(func.count()).select_from(timers).where(timers.c.due <= bindparam("now"), ~_RESTS)
_THEIRS = is_theirs(games.c.guild_id)
_SWEEP_DUE = ShardedQuery(_DUE, _DUE.where(exists().where(games.c.id == timers.c.subject, _THEIRS)))
_REST = (
    update(timers)
    .where(
        _OF_GAMES,
        timers.c.subject.in_(
            select(games.c.id).where(games.c.guild_id == bindparam("guild"), games.c.ending.is_(None))
        ),
        timers.c.due < bindparam("until"),
    )
    .values(due=bindparam("until"))
)
_REMOVE = delete(timers).where(_OF_GAMES, _ABOUT)
_GUILDS = (
    select(games.c.id, games.c.guild_id)
    .join_from(timers, games, games.c.id == timers.c.subject)
    .where(timers.c.due <= bindparam("now"))
)
_SWEEP_GUILDS = ShardedQuery(_GUILDS, _GUILDS.where(_THEIRS))
_CLOSED = select(timers.c.subject).where(
    timers.c.kind == "close", timers.c.subject.in_(bindparam("games", expanding=True))
)
_CLAIM = update(timers).where(*_SAME).values(due=bindparam("until"))
_DROP = delete(timers).where(*_SAME)


def set_timers(connection: Connection, subject: int, due: Mapping[str, int | None]) -> None:
    """Set some timers of a subject: kind and time, or None for no such timer. Kinds not named are left alone."""
    over = [kind for kind, at in due.items() if at is None]
    if over:
        connection.execute(_unset(len(over)), {"about": subject, **{f"kind{n}": kind for n, kind in enumerate(over)}})
    running = [TimerRow(kind, subject, at) for kind, at in due.items() if at is not None]
    if running:
        _SET(connection, *map(values, running))


@cache
def _unset(count: int) -> Delete:
    """The statement that removes so many kinds of timers: a list that expands is spelled anew for each move."""
    return delete(timers).where(_ABOUT, timers.c.kind.in_([bindparam(f"kind{n}") for n in range(count)]))


def due_timers(connection: Connection, now: int, shards: Shards = EVERY) -> list[TimerRow]:
    """The timers whose time has come, oldest first. Those of games in servers that the bot has left rest."""
    return [TimerRow(*row) for row in _SWEEP_DUE(connection, shards, now=now)]


def count_due(connection: Connection, now: int) -> int:
    """Count how many timers `due_timers` has."""
    return int(connection.execute(_COUNT_DUE, {"now": now}).scalar_one())


def guilds_of_due(connection: Connection, now: int, shards: Shards = EVERY) -> dict[int, int]:
    """The servers of the games that have a timer whose time has come, by game."""
    return {game: guild for game, guild in _SWEEP_GUILDS(connection, shards, now=now)}  # noqa: C416


def games_with_an_end(connection: Connection, game_ids: list[int]) -> set[int]:
    """Those of some games that have a timer which would close them."""
    return set(connection.execute(_CLOSED, {"games": game_ids}).scalars())


def claim_timer(connection: Connection, timer: TimerRow, until: int) -> bool:
    """Postpone a timer, if nobody has changed it since it was read: of several that try, one gets True."""
    return connection.execute(_CLAIM, {**_read_as(timer), "until": until}).rowcount == 1


def drop_timer(connection: Connection, timer: TimerRow) -> None:
    """Remove a timer that is done, unless it has been set again."""
    connection.execute(_DROP, _read_as(timer))


def remove_timers(connection: Connection, game_id: int) -> None:
    """Remove all timers of a game."""
    connection.execute(_REMOVE, {"about": game_id})


def rest_timers(connection: Connection, guild_id: int, until: int) -> None:
    """Postpone the timers of all running games of a server, if they are due before then."""
    connection.execute(_REST, {"guild": guild_id, "until": until})


def _read_as(timer: TimerRow) -> dict[str, object]:
    return {"of_kind": timer.kind, "about": timer.subject, "due_at": timer.due}
