"""The one door through which everything reads and writes: units of work."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.store.checking import Inspection
from bot.store.errors import DatabaseAway, FileLost, StoreError
from bot.store.sqlite import copied_to
from bot.store.watch import WatchedFile

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]
"""A unit of work: a plain function that is called with a connection, away from the event loop."""

LOG = logging.getLogger(__name__)

listeners: list[Callable[[str, float], None]] = []
"""Who hears of each unit, once it has ended, whether it was a ``read`` or a ``write``, and how many seconds it took."""

asker: ContextVar[int] = ContextVar("asker", default=0)
"""The user on whose behalf units run; 0 for the program itself, which need not see at once what it writes."""


class Runner(Protocol):
    """Runs units of work, each as one transaction: committed if it returns, undone if it raises."""

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit. If cancelled, it may run on."""

    async def close(self) -> None:
        """Close the connections once running units have ended."""


class Database:
    """An open database. `bot.store.opening` opens it.

    A unit runs as a whole on one connection, in a copy of its caller's context. It runs on if its caller is cancelled.
    If the database is a ``file``, nothing is written any more once that is lost; an ``inspection`` of it may still be
    under way. ``lookers`` run units that need no transaction.
    """

    def __init__(
        self, readers: Runner, writer: Runner, file: WatchedFile | None = None, lookers: Runner | None = None
    ) -> None:
        self._file = file
        self._lookers = lookers or readers
        self._readers = readers
        self._writer = writer
        self._units: set[asyncio.Task[Any]] = set()
        self._writes: dict[int, set[asyncio.Task[Any]]] = {}
        self._is_closed = False
        self.inspection: Inspection | None = None

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one read-only transaction.

        It waits for what the same user has begun to write, so that they see it; nobody else's writes hold it up.
        """
        return await self._read(self._readers, _bound(work, *args, **kwargs))

    async def look(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `read`, but each statement may see a newer state than the one before: for a unit that has only one, or
        that is right all the same. That saves two statements of three.
        """
        return await self._read(self._lookers, _bound(work, *args, **kwargs))

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction; it is committed when this returns, or undone if it raises.

        Raises FileLost rather than to commit what would be lost.
        """
        unit = _bound(work, *args, **kwargs)

        def kept(connection: Connection) -> T:
            result = unit(connection)
            if self._file:
                self._file.check()
            return result

        return await self._awaited("write", self._writer.run(kept), asker.get())

    async def _read(self, runner: Runner, unit: Callable[[Connection], T]) -> T:
        return await self._awaited("read", _after({*self._writes.get(asker.get(), ())}, runner, unit))

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
            await self.read(copied_to, saved)
            await asyncio.to_thread(file.drop_wal)
            raise FileLost(
                f"{error} All games up to now are in {saved}: put that back with 'python -m bot restore FILE', or "
                f"start the bot again to go on with what is at {file.path} now."
            ) from None

    async def _awaited(self, kind: str, unit: Coroutine[Any, Any, T], writer: int = 0) -> T:
        """What a unit returns, which runs in a task of its own. ``writer`` is the user who writes, if one does."""
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
        for readers in {self._lookers, self._readers}:
            await readers.close()
        await self._writer.close()  # last, because closing it removes the WAL file


def _bound(work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Callable[[Connection], T]:
    """A unit with its arguments, in a copy of its caller's context."""
    context = copy_context()
    return lambda connection: context.run(work, connection, *args, **kwargs)


async def _after(before: set[asyncio.Task[Any]], runner: Runner, unit: Callable[[Connection], T]) -> T:
    """Run a unit once others have ended, successfully or not."""
    if before:
        await asyncio.wait(before)
    return await runner.run(unit)


def _tell(kind: str, begun: float, _: asyncio.Task[Any]) -> None:
    for listen in listeners:
        listen(kind, time.perf_counter() - begun)


def _ended_alone(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):  # not fetched, asyncio would log it as an ERROR
        level = logging.DEBUG if isinstance(error, DatabaseAway) else logging.WARNING  # that has told of itself
        LOG.log(level, "nobody waited any more for what failed: %r", error)
