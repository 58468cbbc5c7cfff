"""Opening a database: brought up to date for the bot, or as it is."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sqlite3
from pathlib import Path
from types import ModuleType

from alembic.util.exc import CommandError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DatabaseError

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.schema import is_current, one_migration, upgrade
from bot.store.sqlite import SAFE, Lane, Lanes, damage, sealed
from bot.store.watch import WatchedFile

LOG = logging.getLogger(__name__)

READERS = 3
"""Connections that only read, so that a click need not wait for a write."""


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
    try:
        return await (_open_file(url) if is_file(url) else _open_on_server(url))
    except CommandError as error:
        raise StoreError(
            f"The database {place_of(url)} was written by a newer version of the bot ({error}): start that version, "
            "or point DATABASE_URL to another one."
        ) from error


async def _open_on_server(url: URL) -> Database:
    """Like `_open_file`, for a database on a PostgreSQL server."""
    postgresql = _postgresql()
    engine = postgresql.open_engine(url)
    outage = postgresql.Outage()
    readers, writer = postgresql.Server(engine, reads=True, outage=outage), postgresql.Server(engine, outage=outage)
    try:
        version = await postgresql.check_server(writer, place_of(url))
        async with one_migration():
            await writer.run(upgrade)
    except BaseException:
        await engine.dispose()
        raise
    LOG.info("database %s, PostgreSQL %s", place_of(url), version)
    return Database(readers, writer)


async def _open_file(url: URL) -> Database:
    path = Path(str(url.database))
    try:
        await asyncio.to_thread(_make_folder, path)
        await _migrate(url)
        database = _database(url, path)
        await _check(database, path)
    except (DatabaseError, sqlite3.Error, OSError) as error:
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"The database {path} cannot be used ({cause}): check DATABASE_URL and the file.") from error
    LOG.info("database %s, SQLite %s", path, sqlite3.sqlite_version)
    return database


async def _check(database: Database, path: Path) -> None:
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
    where = make_url(url)
    return await (_open_existing_file(where, to_write) if is_file(where) else _open_existing_on_server(where))


async def _open_existing_on_server(url: URL) -> Database:
    postgresql = _postgresql()
    engine = postgresql.open_engine(url)
    database = Database(postgresql.Server(engine, reads=True), postgresql.Server(engine))
    try:
        await postgresql.check_server(postgresql.Server(engine), place_of(url))
        await _check_version(database, url)
    except BaseException:
        await database.close()
        raise
    return database


async def _open_existing_file(file: URL, to_write: bool) -> Database:
    path = Path(str(file.database))
    if not await asyncio.to_thread(path.is_file):
        raise StoreError(f"There is no database at {path}: check DATABASE_URL.")
    database = _database(await asyncio.to_thread(_usable, file, to_write), path)
    try:
        await _check_version(database, file)
    except (DatabaseError, sqlite3.Error) as error:
        await database.close()
        cause = getattr(error, "orig", None) or error
        raise StoreError(f"The database {path} cannot be read ({cause}): restore a backup.") from error
    except StoreError:
        await database.close()
        raise
    return database


async def _check_version(database: Database, url: URL) -> None:
    """Raise StoreError unless a database is of this version of the bot."""
    try:
        is_ours = await database.read(is_current)
    except CommandError:  # it has several branches of versions
        is_ours = False
    if not is_ours:
        raise StoreError(f"The database {place_of(url)} is from another version of the bot: start this version once.")


def is_file(url: URL) -> bool:
    """Whether a database is a file of SQLite, rather than one on a PostgreSQL server."""
    return url.get_backend_name() == "sqlite"


def path_of(url: str, instead: str) -> Path:
    """The file that a URL names. Raises StoreError, which says what to do ``instead``, if it names none."""
    place = make_url(url)
    if not is_file(place):
        raise StoreError(f"The games are on a PostgreSQL server, in {place_of(place)}: {instead}.")
    return Path(place.database or "")


def place_of(url: URL) -> str:
    """Where a database is, as messages say it: never with a password."""
    return str(url.database) if is_file(url) else f"{url.database} at {url.host or 'localhost'}:{url.port or 5432}"


def _postgresql() -> ModuleType:
    """What PostgreSQL needs, which is not installed with the bot. Raises StoreError."""
    try:
        importlib.import_module("asyncpg")
    except ModuleNotFoundError:
        raise StoreError(
            "DATABASE_URL names a PostgreSQL server, and the package asyncpg is missing: install the bot with "
            "requirements-postgresql.txt, or use SQLite."
        ) from None
    return importlib.import_module("bot.store.postgresql")


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


def _make_folder(path: Path) -> None:
    path.absolute().parent.mkdir(parents=True, exist_ok=True)


def _database(url: URL, path: Path) -> Database:
    # One writer: two writing at the same instant can, very rarely, corrupt a WAL database (SQLite < 3.51.3).
    readers = [Lane(url, "BEGIN DEFERRED", "query_only=ON") for _ in range(READERS)]
    writer = Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=ON")
    return Database(Lanes(readers), Lanes([writer]), WatchedFile(path))


async def _migrate(url: URL) -> None:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    lane = Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=OFF")
    try:
        async with one_migration():
            await lane.run(upgrade)
    finally:
        await lane.close()
