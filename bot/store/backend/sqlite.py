"""SQLite behind the door: connections that live in aiosqlite's threads. Whatever only SQLite needs is here."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Any, Generic, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.pool import NullPool

from bot.store.backend.errors import DatabaseAway, FileDamaged, StoreError, Unusable, advice_on, in_short, is_kind

T = TypeVar("T")

LOCK_SECONDS = 5.0
"""How long to wait for another program that holds the database."""

SAFE = ("journal_mode=WAL", "synchronous=FULL")
"""Pragmas of the writer: readers do not block it, and commits are durable."""


PROBLEMS = 20
"""How many problems of a damaged file are listed."""

_LOOK_THROUGH = f"PRAGMA integrity_check({PROBLEMS})"


def damage(connection: Connection) -> list[str]:
    """Say what is wrong with a database file, in SQLite's words, at most `PROBLEMS` of them; nothing if it is sound.

    Raises DatabaseError where it is too damaged to be looked through. A PostgreSQL server looks after its own files.
    """
    if connection.dialect.name != "sqlite":
        return []
    return _in_words(connection.exec_driver_sql(_LOOK_THROUGH).scalars())


def problems_of(driver: sqlite3.Connection) -> list[str]:
    """The same of the file of a connection that is not SQLAlchemy's. Raises sqlite3.DatabaseError."""
    return _in_words(line for (line,) in driver.execute(_LOOK_THROUGH))


def _in_words(found: Iterable[str]) -> list[str]:
    lines = [" ".join(line.split()) for line in found]
    return [] if lines == ["ok"] else lines


def not_ours(driver: sqlite3.Connection) -> list[str]:
    """Name what a file holds that acts by itself, or only seems to be a table: the bot makes no such thing.

    What a thing is, its statement says, which SQLite keeps in these words; ``type`` may be written in any way.
    """
    ours = "sql IS NULL OR sql GLOB 'CREATE TABLE *' OR sql GLOB 'CREATE INDEX *' OR sql GLOB 'CREATE UNIQUE INDEX *'"
    query = f"SELECT lower(type), name FROM sqlite_master WHERE NOT ({ours}) OR rootpage = 0"  # noqa: S608
    return [f"a {kind} called {name!r}" for kind, name in driver.execute(query)]


def not_ours_in(connection: Connection) -> list[str]:
    """The same of an open database; nothing of one on a server."""
    driver: Any = connection.connection.driver_connection
    return not_ours(driver) if connection.dialect.name == "sqlite" else []


def lost_for_good(connection: Connection) -> str:
    """The first problem of a damaged file that `rebuild_indexes` does not mend, or ''. Raises as `damage` does."""
    return next((line for line in damage(connection) if "index" not in line), "")


def is_empty(path: Path) -> bool:
    """Tell whether a database is an empty file. Raises FileDamaged if changes to one that held something lie beside it:
    SQLite would delete them.
    """
    if not path.is_file() or path.stat().st_size:
        return False
    beside = path.with_name(path.name + "-wal")
    if beside.is_file() and beside.stat().st_size:
        raise FileDamaged(
            f"The database {path} is empty, but {beside.name} beside it is not: put a backup in its place with 'python "
            "-m bot restore FILE', or take both away to begin anew."
        )
    return True


def damaged(path: Path, problem: str) -> str:
    """Say what to do about a file that is damaged, in a sentence."""
    problem = shorten(problem, 120, placeholder=" …")
    return (
        f"The database {path} is damaged ({problem}), or {path.name}-wal beside it is of another one: put a backup in "
        "its place with 'python -m bot restore FILE', or see what 'python -m bot doctor --repair' can save."
    )


def rebuild_indexes(connection: Connection) -> None:
    """Make all indexes again from the rows. Raises DatabaseError if the rows themselves are damaged."""
    connection.exec_driver_sql("REINDEX")


def copied_to(connection: Connection, file: Path) -> None:
    """Copy the database to a new file."""
    source: Any = connection.connection.driver_connection
    with closing(sqlite3.connect(file)) as copy:
        source.backup(copy)


@contextmanager
def in_a_sentence(url: URL, done: str = "used", advice: str = "check DATABASE_URL and the file") -> Iterator[None]:
    """Make a StoreError of one sentence of what keeps SQLite from using a file: that it is damaged, or that it cannot
    be ``done``, and what helps where nothing better is known.
    """
    try:
        yield
    except (*Unusable, OSError) as error:
        cause = error.__cause__ if isinstance(error, DatabaseAway) and error.__cause__ else error
        why = in_short(cause)
        if isinstance(cause, UnicodeDecodeError) or is_kind(cause, sqlite3.SQLITE_CORRUPT):
            raise FileDamaged(damaged(Path(str(url.database)), why)) from error
        what_helps = advice_on(cause) or advice
        raise StoreError(f"The database {url.database} cannot be {done} ({why}): {what_helps}.") from error


def sealed(url: URL) -> URL:
    """The URL of a file in a folder that cannot be written, where SQLite can read only what nobody changes."""
    return url.set(database=f"{Path(str(url.database)).absolute().as_uri()}?immutable=1")


_HERE = threading.local()
"""The driver's connection of each thread."""


@cache
def _engine() -> Engine:
    """The engine of all lanes: what SQLAlchemy has compiled for one of them, the others have too (decision 0074)."""
    return create_engine("sqlite://", creator=lambda: _HERE.driver, poolclass=NullPool, pool_reset_on_return=None)


class SingleConnection:
    """One connection to a file, and the aiosqlite thread that opens it when it is first needed.

    SQLAlchemy works in that thread too: with its own asyncio layer, each statement would go there and back four times.
    """

    def __init__(self, url: URL, begin: str, *pragmas: str) -> None:
        self._url = url
        self._begin = begin
        self._pragmas = pragmas
        self._thread: aiosqlite.Connection | None = None
        self._connection: Connection

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit as one transaction: committed if it returns, undone if it raises. If cancelled, it runs on."""
        if self._thread is None:
            self._thread = await self._open()
        return await _sent(self._thread, lambda driver: self._transaction(driver, unit))

    async def close(self) -> None:
        """Close the connection once earlier units have ended, and end its thread."""
        if self._thread is not None:
            thread, self._thread = self._thread, None
            try:
                await _sent(thread, lambda _: self._connection.close())
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
        _HERE.driver = driver
        self._connection = _engine().connect()  # kept: checking one out takes longer than a short unit

    def _transaction(self, driver: sqlite3.Connection, unit: Callable[[Connection], T]) -> T:
        try:
            with self._connection.begin():
                self._connection.exec_driver_sql(self._begin)
                return unit(self._connection)
        finally:
            driver.rollback()  # SQLAlchemy leaves a transaction open if its commit fails


class ConnectionPool:
    """Connections of one kind. A unit takes any free one; waiting units are served in order."""

    def __init__(self, lanes: Sequence[SingleConnection]) -> None:
        self._lanes = tuple(lanes)
        self._free = list(lanes)
        self._turn = asyncio.Semaphore(len(lanes))

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit on a lane, as `SingleConnection.run` does."""
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
    """A connection that also executes functions, so that a whole unit reaches its thread in one go."""

    def execute(self, statement: Any, parameters: Any = (), /) -> Any:
        """Execute a statement, or call a function with this connection."""
        if not callable(statement):
            return super().execute(statement, parameters)
        try:
            return _Result(statement(self))
        except StopIteration as error:  # a future cannot hold it: the caller would wait for ever
            raise RuntimeError("a unit of work raised StopIteration") from error


class _Result(Generic[T]):
    """What a function returned, in the shape that aiosqlite expects of rows."""

    def __init__(self, value: T) -> None:
        self.fetchall = lambda: value


async def _sent(thread: aiosqlite.Connection, function: Callable[[_Driver], T]) -> T:
    untyped: Any = thread
    result: T = await untyped.execute_fetchall(function)
    return result


async def _in_a_daemon(path: str) -> aiosqlite.Connection:
    """A connection whose thread, made in a daemon thread, is a daemon too: it does not keep the program alive."""
    made: list[aiosqlite.Connection] = []

    def make() -> None:
        made.append(aiosqlite.connect(path, factory=_Driver, isolation_level=None, timeout=LOCK_SECONDS, uri=True))

    maker = threading.Thread(target=make, daemon=True)
    maker.start()
    maker.join()
    return await made[0]


def _execute_when_free(driver: sqlite3.Connection, statement: str) -> None:
    # SQLite waits for locks by itself, but not when turning a new file to WAL while another program does the same.
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            driver.execute(statement)
        except sqlite3.OperationalError as error:
            if not is_kind(error, sqlite3.SQLITE_BUSY) or time.monotonic() > deadline:
                raise
        else:
            return
        time.sleep(0.01)
