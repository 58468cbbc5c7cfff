"""Opening a database: brought up to date for the bot, or as it is."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DatabaseError

from bot.store.database import Database, StoreError
from bot.store.schema import is_current, upgrade
from bot.store.sqlite import SAFE, Lane, Lanes, damage, sealed

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
    path = Path(str(url.database))
    try:
        await asyncio.to_thread(_make_folder, path)
        await _migrate(url)
        database = _database(url, path)
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
    file = make_url(url)
    path = Path(str(file.database))
    if not await asyncio.to_thread(path.is_file):
        raise StoreError(f"There is no database at {path}: check DATABASE_URL.")
    database = _database(await asyncio.to_thread(_usable, file, to_write), path)
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


def _make_folder(path: Path) -> None:
    path.absolute().parent.mkdir(parents=True, exist_ok=True)


def _database(url: URL, path: Path) -> Database:
    # One writer: two writing at the same instant can, very rarely, corrupt a WAL database (SQLite < 3.51.3).
    readers = [Lane(url, "BEGIN DEFERRED", "query_only=ON") for _ in range(READERS)]
    return Database(path, Lanes(readers), Lanes([Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=ON")]))


async def _migrate(url: URL) -> None:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    lane = Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=OFF")
    try:
        await lane.run(upgrade)
    finally:
        await lane.close()
