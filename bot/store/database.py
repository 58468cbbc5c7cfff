"""The one door through which everything reads and writes: units of work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from bot.store.sqlite import Lanes, copied_to

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]
"""A unit of work: a plain function that is called with a connection, away from the event loop."""

LOG = logging.getLogger(__name__)

Unusable = DatabaseError
"""What a unit raises when its file is damaged or locked; ``orig`` says why."""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class FileLost(StoreError):
    """The file that is open is no longer at its path: whatever is written would be gone with the program."""


asker: ContextVar[int] = ContextVar("asker", default=0)
"""The user on whose behalf units run; 0 for the program itself, which need not see at once what it writes."""


class Database:
    """An open database. `bot.store.opening` opens it.

    A unit runs as a whole in the thread of its connection, in a copy of its caller's context. It runs on if its caller
    is cancelled.
    """

    def __init__(self, path: Path, readers: Lanes, writer: Lanes) -> None:
        self._path = path
        self._file = _identity(path)
        self._readers = readers
        self._writer = writer
        self._units: set[asyncio.Task[Any]] = set()
        self._writes: dict[int, set[asyncio.Task[Any]]] = {}
        self._is_closed = False

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one read-only transaction.

        It waits for what the same user has begun to write, so that they see it; nobody else's writes hold it up.
        """
        unit = _bound(work, *args, **kwargs)
        return await self._awaited(_after({*self._writes.get(asker.get(), ())}, self._readers, unit))

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction; it is committed when this returns, or undone if it raises.

        Raises FileLost rather than to commit what would be lost.
        """
        unit = _bound(work, *args, **kwargs)

        def kept(connection: Connection) -> T:
            result = unit(connection)
            self._check_file()
            return result

        return await self._awaited(self._writer.run(kept), asker.get())

    async def check_file(self) -> None:
        """Raise FileLost if the file is no longer at its path. All that it holds is then saved beside it, and its WAL
        removed: it would be played into whatever is at the path now.
        """
        try:
            await asyncio.to_thread(self._check_file)
        except FileLost as error:
            saved = self._path.with_name(f"{self._path.name}.saved-{datetime.now(UTC):%Y%m%d-%H%M%S}")
            await self.read(copied_to, saved)
            await asyncio.to_thread(self._path.with_name(self._path.name + "-wal").unlink, missing_ok=True)
            raise FileLost(
                f"{error} All games up to now are in {saved}: put that back with 'python -m bot restore FILE', or "
                f"start the bot again to go on with what is at {self._path} now."
            ) from None

    def _check_file(self) -> None:
        if _identity(self._path) != self._file:
            raise FileLost(f"The database {self._path} was deleted, moved or replaced while the bot ran.")

    async def _awaited(self, unit: Coroutine[Any, Any, T], writer: int = 0) -> T:
        """What a unit returns, which runs in a task of its own. ``writer`` is the user who writes, if one does."""
        if self._is_closed:
            unit.close()
            raise StoreError("The database is closed.")
        task = asyncio.create_task(unit)
        self._units.add(task)
        task.add_done_callback(self._units.discard)
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
        while self._units:
            await asyncio.wait(self._units)
        self._is_closed = True
        await self._readers.close()
        await self._writer.close()  # last, because closing it removes the WAL file


def _bound(work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Callable[[Connection], T]:
    """A unit with its arguments, in a copy of its caller's context."""
    context = copy_context()
    return lambda connection: context.run(work, connection, *args, **kwargs)


async def _after(before: set[asyncio.Task[Any]], lanes: Lanes, unit: Callable[[Connection], T]) -> T:
    """Run a unit once others have ended, successfully or not."""
    if before:
        await asyncio.wait(before)
    return await lanes.run(unit)


def _ended_alone(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):  # not fetched, asyncio would log it as an ERROR
        LOG.warning("nobody waited any more for what failed: %r", error)


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at a path from another one that takes its place; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
