"""The connection to the database, and the one door through which everything reads and writes."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[AsyncConnection, P], Awaitable[T]]

LOG = logging.getLogger(__name__)

LOCK_SECONDS = 5.0
"""How long to wait for another program that holds the database."""

READERS = 3
"""Connections that only read, so that a click need not wait for what is being written."""

SAFE = ("journal_mode=WAL", "synchronous=FULL")
"""What whoever writes asks of SQLite: who reads is not in the way, and what is committed is on the disk."""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class Database:
    """An open database. Open it with `open_database`."""

    def __init__(self, reader: AsyncEngine, writer: AsyncEngine) -> None:
        self._reader = reader
        self._writer = writer.execution_options(sqlite_begin="IMMEDIATE")
        self._units: set[asyncio.Task[Any]] = set()
        self._left_alone: set[asyncio.Task[Any]] = set()

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction that only reads."""
        return await self._unit(self._reader, work, *args, **kwargs)

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction; it is committed when this returns, or undone if it raises."""
        return await self._unit(self._writer, work, *args, **kwargs)

    async def _unit(self, engine: AsyncEngine, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        # A unit runs in a task of its own: cancelled inside aiosqlite, it would hang for ever. A caller
        # that is cancelled leaves it running; whoever comes next waits for it, and sees what it has written.
        async def run(before: set[asyncio.Task[Any]]) -> T:
            if before:
                await asyncio.wait(before)
            async with engine.begin() as connection:
                return await work(connection, *args, **kwargs)

        task = asyncio.create_task(run(self._left_alone.copy()))
        self._units.add(task)
        task.add_done_callback(self._units.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._left_alone.add(task)
            task.add_done_callback(self._left_alone.discard)
            raise

    async def close(self) -> None:
        """Let running units finish, then close."""
        while self._units:
            await asyncio.wait(self._units)
        await self._reader.dispose()
        await self._writer.dispose()


async def open_database(url: str) -> Database:
    """Open the database at an SQLAlchemy URL and bring its tables up to date. Raises StoreError.

    Cancelled, it first ends what it has begun: inside aiosqlite a cancelled task would hang for ever.
    """
    opening = asyncio.create_task(_open(url))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        database = await opening
        await database.close()
        raise


async def _open(url: str) -> Database:
    path = make_url(url).database
    try:
        if path and path != ":memory:":
            await asyncio.to_thread(_make_folder, path)
        await _migrate(url)
    except CommandError as error:
        raise StoreError(
            f"The database {path} was written by a newer version of the bot ({error}): start that version, "
            "or point DATABASE_URL to another file."
        ) from error
    except (DatabaseError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"The database {path} cannot be used ({cause}): check DATABASE_URL and the file.") from error
    LOG.info("database %s, SQLite %s", path, sqlite3.sqlite_version)
    return _database(url)


async def open_existing(url: str) -> Database:
    """Open the database as it is, also while the bot uses it. Raises StoreError: missing, or of another version."""
    path = make_url(url).database
    if not await asyncio.to_thread(Path(str(path)).is_file):
        raise StoreError(f"There is no database at {path}: check DATABASE_URL.")
    database = _database(url)
    try:
        is_ours = await database.read(_is_of_this_version)
    except CommandError:  # it has several branches of versions
        is_ours = False
    except DatabaseError as error:
        await database.close()
        raise StoreError(f"The database {path} cannot be read ({error.orig}): restore a backup.") from error
    if not is_ours:
        await database.close()
        raise StoreError(f"The database {path} is of another version of the bot: start this version once.")
    return database


async def _is_of_this_version(connection: AsyncConnection) -> bool:
    def compare(sync: Connection) -> bool:
        return (
            MigrationContext.configure(sync).get_current_revision()
            == ScriptDirectory.from_config(_config()).get_current_head()
        )

    return await connection.run_sync(compare)


def _make_folder(path: str) -> None:
    Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)


def _database(url: str) -> Database:
    # One writer: two that write at the same instant can, very rarely, corrupt a WAL database (SQLite < 3.51.3).
    readers = _engine(url, "query_only=ON", pool_size=READERS, max_overflow=0)
    return Database(readers, _engine(url, *SAFE, "foreign_keys=ON", pool_size=1, max_overflow=0))


def _engine(url: str, *pragmas: str, **pool: Any) -> AsyncEngine:
    engine = create_async_engine(url, pool_reset_on_return=None, **pool)  # every unit commits or rolls back
    if engine.dialect.name != "sqlite":
        return engine

    @event.listens_for(engine.sync_engine, "connect")
    def connect(dbapi: Any, _: object) -> None:
        dbapi.isolation_level = None  # sqlite3 must not begin transactions by itself
        cursor = dbapi.cursor()
        for pragma in pragmas:
            _execute_when_free(dbapi, cursor, "PRAGMA " + pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        dbapi: Any = connection.connection.dbapi_connection
        # straight to the driver: a cursor of SQLAlchemy's would go three times to its thread and back
        dbapi.run_async(lambda driver: driver.execute(f"BEGIN {mode}"))

    return engine


def _execute_when_free(dbapi: Any, cursor: Any, statement: str) -> None:
    # SQLite waits for locks by itself, but not to turn a new file to WAL while another program does the same.
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            cursor.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        else:
            return
        dbapi.run_async(lambda _: asyncio.sleep(0.01))


async def _migrate(url: str) -> None:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    engine = _engine(url, *SAFE, "foreign_keys=OFF", poolclass=NullPool)
    try:
        async with engine.execution_options(sqlite_begin="IMMEDIATE").begin() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7349)")
    command.upgrade(config, "head")
