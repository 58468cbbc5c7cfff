"""Methods that are units of work: each runs as a whole in one transaction of the database (decision 0014).

Such a method is written with a connection, and called without one: ``await groups.join(7, user)``.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.store.backend.database import Database


class Stored(Protocol):
    """A service on a database."""

    _database: Database


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
