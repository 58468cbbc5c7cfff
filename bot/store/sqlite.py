"""SQLite behind the door: connections that live in threads of aiosqlite's. What only SQLite needs is here."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import StaticPool

T = TypeVar("T")

LOCK_SECONDS = 5.0
"""How long to wait for another program that holds the database."""

SAFE = ("journal_mode=WAL", "synchronous=FULL")
"""What whoever writes asks of SQLite: who reads is not in the way, and what is committed is on the disk."""


class Lane:
    """One connection to a file, and the thread of aiosqlite's in which it is opened when it is first needed.

    SQLAlchemy works in that thread too: each statement of its own asyncio layer would go there and back four times.
    """

    def __init__(self, url: URL, begin: str, *pragmas: str) -> None:
        self._url = url
        self._begin = begin
        self._pragmas = pragmas
        self._thread: aiosqlite.Connection | None = None
        self._connection: Connection

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit as one transaction: committed if it returns, undone if it raises. Cancelled, it runs on."""
        if self._thread is None:
            self._thread = await self._open()
        return await _sent(self._thread, lambda driver: self._transaction(driver, unit))

    async def close(self) -> None:
        """Close the connection when the units before have ended, and end its thread."""
        if self._thread is not None:
            thread, self._thread = self._thread, None
            try:
                await _sent(thread, lambda _: self._connection.engine.dispose())
            finally:
                await thread.close()

    async def _open(self) -> aiosqlite.Connection:
        thread = await _in_a_daemon(str(self._url.database))
        try:
            await _sent(thread, self._set_up)
        except BaseException:
            await thread.close()
            raise
        return thread

    def _set_up(self, driver: sqlite3.Connection) -> None:
        for pragma in self._pragmas:
            _execute_when_free(driver, "PRAGMA " + pragma)
        engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool, pool_reset_on_return=None)
        self._connection = engine.connect()  # kept: to check one out for each unit takes longer than a short unit

    def _transaction(self, driver: sqlite3.Connection, unit: Callable[[Connection], T]) -> T:
        try:
            with self._connection.begin():
                self._connection.exec_driver_sql(self._begin)
                return unit(self._connection)
        finally:
            driver.rollback()  # SQLAlchemy leaves a transaction open whose commit has failed


class Lanes:
    """Lanes of one kind. A unit takes whichever is free, and units queue in the order in which they came."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self._lanes = tuple(lanes)
        self._free = list(lanes)
        self._turn = asyncio.Semaphore(len(lanes))

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit as one transaction on a lane."""
        async with self._turn:
            lane = self._free.pop()
            try:
                return await lane.run(unit)
            finally:
                self._free.append(lane)

    async def close(self) -> None:
        """Close all lanes."""
        await asyncio.gather(*(lane.close() for lane in self._lanes))


class _Driver(sqlite3.Connection):
    """A connection that takes a function in the place of a statement: so a whole unit gets to its thread at once."""

    def execute(self, statement: Any, parameters: Any = (), /) -> Any:
        """Execute a statement, or call a function with this connection."""
        if not callable(statement):
            return super().execute(statement, parameters)
        try:
            return _Result(statement(self))
        except StopIteration as error:  # no future takes it, and whoever awaits would do so for ever
            raise RuntimeError("a unit of work raised StopIteration") from error


class _Result(Generic[T]):
    """What a function returned, in the shape in which aiosqlite asks for rows."""

    def __init__(self, value: T) -> None:
        self.fetchall = lambda: value


async def _sent(thread: aiosqlite.Connection, function: Callable[[_Driver], T]) -> T:
    """Call a function with the connection in its own thread."""
    untyped: Any = thread
    result: T = await untyped.execute_fetchall(function)
    return result


async def _in_a_daemon(path: str) -> aiosqlite.Connection:
    """A connection whose thread does not keep a program alive that ends without closing it.

    aiosqlite does not let one choose, but a thread made in a daemon is one as well.
    """
    made: list[aiosqlite.Connection] = []

    def make() -> None:
        made.append(aiosqlite.connect(path, factory=_Driver, isolation_level=None, timeout=LOCK_SECONDS))

    maker = threading.Thread(target=make, daemon=True)
    maker.start()
    maker.join()
    return await made[0]


def _execute_when_free(driver: sqlite3.Connection, statement: str) -> None:
    # SQLite waits for locks by itself, but not to turn a new file to WAL while another program does the same.
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            driver.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        else:
            return
        time.sleep(0.01)
