"""The one door through which everything reads and writes: units of work, and opening a database."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import DatabaseError

from bot.store.schema import is_current, upgrade
from bot.store.sqlite import SAFE, Lane, Lanes, damage, sealed

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]
"""A unit of work: a plain function that is called with a connection, away from the event loop."""

LOG = logging.getLogger(__name__)

READERS = 3
"""Connections that only read, so that a click need not wait for a write."""


Unusable = DatabaseError
"""What a unit raises when its file is damaged or locked; ``orig`` says why."""


class StoreError(Exception):
    """The database cannot be used; the text is one sentence that says what to do."""


class Database:
    """An open database. Open it with `open_database`.

    A unit runs as a whole in the thread of its connection, in a copy of its caller's context.
    """

    def __init__(self, readers: Lanes, writer: Lanes) -> None:
        self._readers = readers
        self._writer = writer
        self._units: set[asyncio.Task[Any]] = set()
        self._left_alone: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one read-only transaction."""
        return await self._unit(self._readers, work, *args, **kwargs)

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work(connection, …)`` in one transaction; it is committed when this returns, or undone if it raises."""
        return await self._unit(self._writer, work, *args, **kwargs)

    async def _unit(self, lanes: Lanes, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        # A unit runs in a task of its own. If its caller is cancelled, it runs on; the next unit waits for it
        # and sees what it wrote.
        if self._is_closed:
            raise StoreError("The database is closed.")
        context = copy_context()

        def unit(connection: Connection) -> T:
            return context.run(work, connection, *args, **kwargs)

        task = asyncio.create_task(_after(self._left_alone.copy(), lanes, unit))
        self._units.add(task)
        task.add_done_callback(self._units.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._left_alone.add(task)
            task.add_done_callback(self._ended_alone)
            raise

    def _ended_alone(self, task: asyncio.Task[Any]) -> None:
        self._left_alone.discard(task)
        if not task.cancelled() and (error := task.exception()):  # not fetched, asyncio would log it as an ERROR
            LOG.warning("nobody waited any more for what failed: %r", error)

    async def close(self) -> None:
        """Let running units finish, then close."""
        while self._units:
            await asyncio.wait(self._units)
        self._is_closed = True
        await self._readers.close()
        await self._writer.close()  # last, because closing it removes the WAL file


async def _after(before: set[asyncio.Task[Any]], lanes: Lanes, unit: Callable[[Connection], T]) -> T:
    """Run a unit once others have ended, successfully or not."""
    if before:
        await asyncio.wait(before)
    return await lanes.run(unit)


async def open_database(url: str) -> Database:
    """Open the database at an SQLAlchemy URL and bring its tables up to date. Raises StoreError.

    If cancelled, it cleans up first: no thread is left behind.
    """
    opening = asyncio.create_task(_open(make_url(url)))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        database = await opening
        await database.close()
        raise


async def _open(url: URL) -> Database:
    path = str(url.database)
    try:
        await asyncio.to_thread(_make_folder, path)
        await _migrate(url)
        database = _database(url)
        await _check(database, path)
    except CommandError as error:
        raise StoreError(
            f"The database {path} was written by a newer version of the bot ({error}): start that version, "
            "or point DATABASE_URL to another file."
        ) from error
    except (DatabaseError, sqlite3.Error, OSError) as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"The database {path} cannot be used ({cause}): check DATABASE_URL and the file.") from error
    LOG.info("database %s, SQLite %s", path, sqlite3.sqlite_version)
    return database


async def _check(database: Database, path: str) -> None:
    """Raise StoreError if the file is damaged. (The reader that looks stays open, which tells `restore` of us.)"""
    try:
        problems = await database.read(damage)
    except DatabaseError as error:
        problems = [str(error.orig)]
    if problems:
        await database.close()
        raise StoreError(
            f"The database {path} is damaged ({problems[0]}): put a backup in its place with "
            "'python -m bot restore FILE', or see what 'python -m bot doctor --repair' can save."
        )


async def open_existing(url: str, *, to_write: bool = False) -> Database:
    """Open the database as it is, even while the bot uses it, and unless ``to_write`` also where it cannot be written.

    Raises StoreError: missing, of another version, not readable.
    """
    path = make_url(url).database
    if not await asyncio.to_thread(Path(str(path)).is_file):
        raise StoreError(f"There is no database at {path}: check DATABASE_URL.")
    database = _database(await asyncio.to_thread(_usable, make_url(url), to_write))
    try:
        is_ours = await database.read(is_current)
    except CommandError:  # it has several branches of versions
        is_ours = False
    except (DatabaseError, sqlite3.Error) as error:
        await database.close()
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"The database {path} cannot be read ({cause}): restore a backup.") from error
    if not is_ours:
        await database.close()
        raise StoreError(f"The database {path} is of another version of the bot: start this version once.")
    return database


def _usable(url: URL, to_write: bool) -> URL:
    """The URL with which to open a database as it is. Raises StoreError if its folder does not allow that."""
    path = Path(str(url.database)).absolute()
    if os.access(path.parent, os.W_OK):
        return url
    if to_write or path.with_name(path.name + "-wal").exists():  # to read what is in use, SQLite writes beside it
        raise StoreError(
            f"The folder of the database {path} cannot be written: run this as the user who runs the bot, or on a "
            "copy of the whole folder."
        )
    return sealed(url)


def _make_folder(path: str) -> None:
    Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)


def _database(url: URL) -> Database:
    # One writer: two writing at the same instant can, very rarely, corrupt a WAL database (SQLite < 3.51.3).
    readers = [Lane(url, "BEGIN DEFERRED", "query_only=ON") for _ in range(READERS)]
    return Database(Lanes(readers), Lanes([Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=ON")]))


async def _migrate(url: URL) -> None:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    lane = Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=OFF")
    try:
        await lane.run(upgrade)
    finally:
        await lane.close()
