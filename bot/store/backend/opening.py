"""Opening a database: brought up to date for the bot, or as it is."""

import asyncio
import logging
import os
import sqlite3
from pathlib import Path

from sqlalchemy import URL, make_url

from bot.store.backend.address import is_file, place_of, postgresql_backend
from bot.store.backend.checking import LARGE, Inspection
from bot.store.backend.database import Database, WatchedFile
from bot.store.backend.errors import FileDamaged, StoreError, Unusable, in_short
from bot.store.backend.sqlite import (
    SAFE,
    ConnectionPool,
    SingleConnection,
    damage,
    damaged,
    in_a_sentence,
    is_empty,
    lost_for_good,
    sealed,
)
from bot.store.backend.upgrading import upgraded
from bot.store.backend.versions import is_usable, version_of
from bot.store.kv import find_value

LOG = logging.getLogger(__name__)

READERS = 3
"""Connections that only read, so that a click need not wait for a write."""

READER_CACHE = "cache_size=-512"
"""The KB of pages that each of them keeps, until the next write: a quarter of what SQLite would."""


CHECK_OR_BEGIN = "check DATABASE_URL, or start the bot or run 'python -m bot migrate' to begin anew."
"""What to do where there is no database."""


async def open_database(url: str, *, upgrades: bool = True) -> Database:
    """Open the database at an SQLAlchemy URL for the bot, and bring its tables up to date. Raises StoreError.

    If it is not to be upgraded, one that is not up to date is refused. If cancelled, it cleans up first: no thread is
    left behind.
    """
    opening = asyncio.create_task(_open(make_url(url), upgrades))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        database = await opening
        await database.close()
        raise


async def _open(url: URL, upgrades: bool) -> Database:
    if upgrades:
        if is_file(url) and await asyncio.to_thread(is_empty, Path(str(url.database))):
            LOG.warning("%s was empty: if it held games, stop the bot and put a backup in its place", url.database)
        await upgraded(url)
    elif is_file(url) and not await asyncio.to_thread(Path(str(url.database)).is_file):
        raise StoreError(f"There is no database at {url.database}: make it with 'python -m bot migrate' first.")
    else:
        await (await _open_existing(url)).close()
    return await (_open_file(url) if is_file(url) else _open_on_server(url))


async def _open_on_server(url: URL, *, patient: bool = False) -> Database:
    postgresql = postgresql_backend()
    reading, writing = (postgresql.open_engine(url, reads=reads, patient=patient) for reads in (True, False))
    outage = postgresql.new_outage()
    whole = reading.execution_options(isolation_level="REPEATABLE READ")
    latest_readers, readers, writer = (postgresql.Server(each, outage=outage) for each in (reading, whole, writing))
    database = Database(readers, writer, latest_readers=latest_readers)
    try:
        with postgresql.in_a_sentence(place_of(url)):
            version = await postgresql.version_of_server(writer)
    except BaseException:
        await database.close()
        raise
    LOG.info("database %s, PostgreSQL %s", place_of(url), version)
    return database


async def _open_file(url: URL) -> Database:
    path = Path(str(url.database))
    with in_a_sentence(url):
        database = _database(url, path)
        if (await asyncio.to_thread(path.stat)).st_size < LARGE:
            await _check(database, path)
        else:
            await database.read(find_value, "anything")  # as `_check` does
            database.inspection = Inspection(path)
    LOG.info("database %s, SQLite %s", path, sqlite3.sqlite_version)
    return database


async def _check(database: Database, path: Path) -> None:
    try:  # the reader that looks stays open, which tells `restore` of us
        problems = await database.read(damage)
    except Unusable as error:
        problems = [in_short(error)]
    except StoreError:
        await database.close()
        raise
    if problems:
        await database.close()
        raise FileDamaged(damaged(path, problems[0]))


async def open_existing(url: str, *, to_write: bool = False) -> Database:
    """Open the database as it is, even while the bot uses it, and unless ``to_write`` also where it cannot be written.

    A statement may take as long as it takes. Raises StoreError: missing, of another version, not readable.
    """
    return await _open_existing(make_url(url), to_write)


async def _open_existing(url: URL, to_write: bool = False) -> Database:
    if is_file(url):
        path = Path(str(url.database))
        if not await asyncio.to_thread(path.is_file):
            raise StoreError(f"There is no database at {path}: {CHECK_OR_BEGIN}")
        await asyncio.to_thread(is_empty, path)
        database = _database(await asyncio.to_thread(_usable, url, to_write), path)
        in_words = in_a_sentence(url, "read", "restore a backup")
    else:
        database, in_words = await _open_on_server(url, patient=True), postgresql_backend().in_a_sentence(place_of(url))
    try:
        with in_words:
            is_ours, version = await database.read(is_usable), await database.read(version_of)
            problem = "" if is_ours else await database.read(lost_for_good)
    except BaseException:
        await database.close()
        raise
    if problem:
        await database.close()
        raise FileDamaged(damaged(Path(str(url.database)), problem))
    if version is None:
        await database.close()
        raise StoreError(
            f"The database {place_of(url)} has no tables of the bot: put a backup in its place with "
            f"'python -m bot restore FILE', {CHECK_OR_BEGIN}"
        )
    if not is_ours:
        await database.close()
        raise StoreError(
            f"The database {place_of(url)} is from another version of the bot: bring it up to date with "
            "'python -m bot migrate'."
        )
    return database


def _usable(url: URL, to_write: bool) -> URL:
    path = Path(str(url.database)).absolute()
    if os.access(path.parent, os.W_OK):
        return url
    if to_write or path.with_name(path.name + "-wal").exists():  # to read what is in use, SQLite writes beside it
        raise StoreError(
            f"The folder of the database {path} cannot be written: run this as the user who runs the bot, or on a "
            "copy of the whole folder."
        )
    return sealed(url)


def _database(url: URL, path: Path) -> Database:
    # One writer: two writing at the same instant can, very rarely, corrupt a WAL database (SQLite < 3.51.3).
    settings = url, "BEGIN DEFERRED", "query_only=ON", READER_CACHE
    readers = ConnectionPool([SingleConnection(*settings) for _ in range(READERS)])
    writer = SingleConnection(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=ON")
    return Database(readers, ConnectionPool([writer]), WatchedFile(path))
