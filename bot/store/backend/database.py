"""Units of work, through which everything reads and writes (decision 0014)."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from datetime import UTC, datetime
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot.store.backend.checking import Inspection
from bot.store.backend.errors import DatabaseAway, FileLost, StoreError, advice_on
from bot.store.backend.outage import Outage, try_to_store
from bot.store.backend.sqlite import copied_to
from bot.store.changes import Change, collect_changes

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]
"""A unit of work: a plain function that is called with a connection, away from the event loop."""

LOG = logging.getLogger(__name__)

listeners: list[Callable[[str, float], None]] = []
"""Who hears of each unit, once it has ended, whether it was a ``read`` or a ``write``, and how many seconds it took."""

on_behalf_of: ContextVar[int] = ContextVar("on_behalf_of", default=0)
"""The user on whose behalf units run; 0 for the program itself, which need not see at once what it writes."""


class Runner(Protocol):
    """Runs units of work, each as one transaction: committed if it returns, undone if it raises."""

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit. If cancelled, it may run on."""

    async def close(self) -> None:
        """Close the connections once running units have ended."""


class WatchedFile:
    """The file that is open, as long as it is at its path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity = _identity(path)

    def check(self) -> None:
        """Raise FileLost if the file was deleted, moved or replaced."""
        if _identity(self.path) != self._identity:
            raise FileLost(f"The database {self.path} was deleted, moved or replaced while the bot ran.")

    def beside(self) -> Path:
        """Name the file in which all that it holds is saved when it is lost."""
        return self.path.with_name(f"{self.path.name}.saved-{datetime.now(UTC):%Y%m%d-%H%M%S}")

    def drop_wal(self) -> None:
        """Remove its WAL, which would be played into whatever is at the path now."""
        self.path.with_name(self.path.name + "-wal").unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


class Database:
    """An open database. `bot.store.backend.opening` opens it.

    A unit runs as a whole on one connection, in a copy of its caller's context. It runs on if its caller is cancelled.
    If the database is a ``file``, nothing is written any more once that is lost; an ``inspection`` of it may still be
    under way. ``latest_readers`` run units that need no transaction; without them, ``readers`` run these too.
    ``unstored`` is whether nothing can be stored now, and since when. Units then raise DatabaseAway.
    """

    def __init__(
        self, readers: Runner, writer: Runner, file: WatchedFile | None = None, latest_readers: Runner | None = None
    ) -> None:
        self._file = file
        self._latest_readers = latest_readers or readers
        self._readers = readers
        self._writer = writer
        self._units: set[asyncio.Task[Any]] = set()
        self._writes: dict[int, set[asyncio.Task[Any]]] = {}
        self._followers: list[tuple[Callable[[Sequence[Change]], None], Callable[[Change], bool] | None]] = []
        self._is_closed = False
        self.inspection: Inspection | None = None
        self.unstored = Outage("nothing can be stored", "everything can be stored again")
        self._unread = Outage("the database cannot be read", "the database can be read again")

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one read-only transaction.

        It waits for what the same user has begun to write, so that they see it; nobody else's writes hold it up.
        """
        return await self._read(self._readers, _bound(work, *args, **kwargs))

    async def read_latest(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `read`, but each statement may see a newer state. On a server, that saves two round trips of three."""
        return await self._read(self._latest_readers, _bound(work, *args, **kwargs))

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction, committed when this returns, undone if it raises.

        Raises FileLost rather than to commit what would be lost.
        """
        unit = _bound(work, *args, **kwargs)

        def kept(connection: Connection) -> tuple[T, dict[int, Change]]:
            changes = collect_changes(connection)
            result = unit(connection)
            if self.unstored.since:  # one that changes nothing, or little, would not show that this is over
                try_to_store(connection)
            if self._file:
                self._file.check()
            return result, changes

        return await self._awaited("write", self._told(kept), on_behalf_of.get())

    async def keep(self, work: Work[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Write what can be found again; while nothing can be stored, do without."""
        with suppress(DatabaseAway):
            await self.write(work, *args, **kwargs)

    async def _told(self, unit: Callable[[Connection], tuple[T, dict[int, Change]]]) -> T:
        result, changes = await _watched(self._writer, unit, self.unstored, writes=True)
        for follow, when in self._followers if changes else ():
            told = [change for change in changes.values() if when is None or when(change)]
            try:
                if told:
                    follow(told)
            except Exception:  # what is committed has happened
                LOG.exception("a change of games %s could not be followed", sorted(changes))
        return result

    def follow(
        self, follower: Callable[[Sequence[Change]], None], *, when: Callable[[Change], bool] | None = None
    ) -> None:
        """Have a follower called, on the event loop, with the games that a unit has changed, or only with the changes
        that it wants to hear of: once, after the commit, and before the unit's caller goes on.
        """
        self._followers.append((follower, when))

    async def _read(self, runner: Runner, unit: Callable[[Connection], T]) -> T:
        return await self._awaited("read", self._after({*self._writes.get(on_behalf_of.get(), ())}, runner, unit))

    async def _after(self, before: set[asyncio.Task[Any]], runner: Runner, unit: Callable[[Connection], T]) -> T:
        if before:
            await asyncio.wait(before)  # successfully or not
        return await _watched(runner, unit, self._unread, writes=False)

    async def check_storing(self) -> None:
        """Raise DatabaseAway if nothing could be stored lately, and still cannot."""
        if self.unstored.since:
            await self.write(try_to_store)

    @property
    def folder(self) -> Path | None:
        """Where its file is, if it is one."""
        return self._file.path.resolve().parent if self._file else None

    async def check_file(self) -> None:
        """Raise FileLost if the file is no longer at its path. All that it holds is then saved beside it, and its WAL
        removed: it would be played into whatever is at the path now. Raises FileDamaged if its inspection found that.
        """
        file = self._file
        if self.inspection:
            self.inspection.check()
        if file is None:
            return
        try:
            await asyncio.to_thread(file.check)
        except FileLost as error:
            saved = file.beside()
            try:
                await self.read(copied_to, saved)
                await asyncio.to_thread(file.drop_wal)
            except Exception as why:
                raise FileLost(f"{error} What it held could not be saved in {saved}: {why}.") from why
            raise FileLost(
                f"{error} All games up to now are in {saved}: put that back with 'python -m bot restore FILE', or "
                f"start the bot again to go on with what is at {file.path} now."
            ) from None

    async def _awaited(self, kind: str, unit: Coroutine[Any, Any, T], writer: int = 0) -> T:
        if self._is_closed:
            unit.close()
            raise StoreError("The database is closed.")
        task = asyncio.create_task(unit)
        self._units.add(task)
        task.add_done_callback(self._units.discard)
        task.add_done_callback(partial(_tell, kind, time.perf_counter()))
        if writer:
            self._writes.setdefault(writer, set()).add(task)
            task.add_done_callback(partial(self._written, writer))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_ended_alone)
            raise

    def _written(self, writer: int, task: asyncio.Task[Any]) -> None:
        self._writes[writer].discard(task)
        if not self._writes[writer]:
            del self._writes[writer]

    async def close(self) -> None:
        """Let running units finish, then close."""
        if self.inspection:
            await self.inspection.end()
        while self._units:
            await asyncio.wait(self._units)
        self._is_closed = True
        for readers in {self._latest_readers, self._readers}:
            await readers.close()
        await self._writer.close()  # last, because closing it removes the WAL file


def _bound(work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Callable[[Connection], T]:
    context = copy_context()
    return lambda connection: context.run(work, connection, *args, **kwargs)


async def _watched(runner: Runner, unit: Callable[[Connection], T], outage: Outage, *, writes: bool) -> T:
    """Run a unit, and note whether it could be done. Raises DatabaseAway if what is around the database is to blame."""
    begun = time.monotonic()
    try:
        result = await runner.run(unit)
    except (DBAPIError, sqlite3.Error) as error:
        if advice := advice_on(error, writes=writes):
            raise outage.note(error, advice) from error
        raise
    if not outage.is_settled:
        outage.end(begun)
    return result


def _tell(kind: str, begun: float, _: asyncio.Task[Any]) -> None:
    for listen in listeners:
        listen(kind, time.perf_counter() - begun)


def _ended_alone(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):  # not fetched, asyncio would log it as an ERROR
        level = logging.DEBUG if isinstance(error, DatabaseAway) else logging.WARNING  # that has told of itself
        LOG.log(level, "nobody waited any more for what failed: %r", error)


class Stored(Protocol):
    """A service on a database."""

    _database: Database


S = TypeVar("S", bound=Stored)
Unit = Callable[Concatenate[S, Connection, P], T]
"""A unit that is written as a method of a service: with a connection, but called without one, and awaited."""

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
