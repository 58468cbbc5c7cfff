"""Services on a database, whose methods are units of work: each runs as a whole in one transaction (decision 0014).

Such a method is written with a connection, and called without one: ``await groups.leave(7, user)``.
"""

import random
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.matches.play import Now
from bot.store.backend.database import Database
from bot.store.shards import EVERY, Shards


class Stored(Protocol):
    """A service on a database."""

    _database: Database


class Service:
    """A service on a database that knows the time, for the servers of some shards."""

    def __init__(self, database: Database, now: Now, shards: Shards = EVERY) -> None:
        self._database = database
        self._now = now
        self._shards = shards


class GameStarter(Service):
    """A service that begins games, of which nobody has more than ``max_games`` running. ``rng`` shuffles the rings."""

    def __init__(
        self, database: Database, now: Now, shards: Shards = EVERY, *, max_games: int, rng: random.Random | None = None
    ) -> None:
        super().__init__(database, now, shards)
        self._max_games = max_games
        self._rng = rng or random.SystemRandom()


P = ParamSpec("P")
S = TypeVar("S", bound=Stored)
T = TypeVar("T")
Unit = Callable[Concatenate[S, Connection, P], T]
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]


def reads(unit: Unit[S, P, T]) -> Method[S, P, T]:
    """Run it as `Database.read` does."""

    @wraps(unit)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read(lambda connection: unit(self, connection, *args, **kwargs))

    return run


def reads_latest(unit: Unit[S, P, T]) -> Method[S, P, T]:
    """Run it as `Database.read_latest` does."""

    @wraps(unit)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read_latest(lambda connection: unit(self, connection, *args, **kwargs))

    return run


def writes(unit: Unit[S, P, T]) -> Method[S, P, T]:
    """Run it as `Database.write` does."""

    @wraps(unit)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.write(lambda connection: unit(self, connection, *args, **kwargs))

    return run
