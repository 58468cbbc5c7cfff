"""Bringing a database up to date, and telling whether this release may use it: alembic runs inside the program.

A database also notes the oldest release that may use it, so that one can go back to that release (decision 0035).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.notes import find_note, save_note

READABLE_FROM = "readable_from"
"""The note that names the oldest version of the tables whose release may use this database.

A migration that such a release could not live with says the same of itself: ``readable_from = "0007"``.
"""

VERSIONS = ["bot.store:migrations/versions"]
"""Where the migrations are."""

ONLY_ONE = 7349
"""The advisory lock of whoever brings a database on a PostgreSQL server up to date."""

Versions = tuple[str | None, str | None]
"""Those of a database before and after it was brought up to date; None: it was empty."""

_ONE_AT_A_TIME = threading.Lock()
"""alembic keeps its state in globals."""


def upgrade(connection: Connection, to: str = "head") -> Versions:
    """Run all migrations that a database lacks, unless a newer release has run them that lets this one use it.

    Raises CommandError if a newer release does not let this one use it.
    In PostgreSQL, each migration is a transaction of its own; in SQLite, all of them are in that of the caller.
    """
    _wait_until_alone(connection)
    before = version_of(connection)
    if _is_newer(before) and _lets_us(connection):
        return before, before
    if connection.dialect.name == "postgresql":
        connection.commit()  # alembic begins transactions only where none is going on
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    after = version_of(connection)
    if (oldest := _oldest_release(after)) and find_note(connection, READABLE_FROM) != oldest:
        save_note(connection, READABLE_FROM, oldest)
    return before, after


@asynccontextmanager
async def one_migration() -> AsyncIterator[None]:
    """Let one database at a time be brought up to date."""
    await asyncio.to_thread(_ONE_AT_A_TIME.acquire)
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()


def is_usable(connection: Connection) -> bool:
    """Whether this release may use a database as it is. Raises CommandError when it is of several versions at once."""
    version = version_of(connection)
    return version == _scripts().get_current_head() or (_is_newer(version) and _lets_us(connection))


def version_of(connection: Connection) -> str | None:
    """The version of a database; None if it is empty. Raises CommandError when it is of several at once."""
    return MigrationContext.configure(connection).get_current_revision()


def known_versions() -> set[str]:
    """The versions of a database that this release can bring up to date, its own among them."""
    return {script.revision for script in _scripts().walk_revisions()}


def _wait_until_alone(connection: Connection) -> None:
    """Wait in PostgreSQL for other processes that do the same. The lock ends with the connection.

    Asked for again and again: whoever waits for a lock, waits in a transaction, and concurrent indexes wait for those.
    """
    while connection.dialect.name == "postgresql":
        has_lock = connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({ONLY_ONE})").scalar_one()
        connection.commit()
        if has_lock:
            return
        connection.exec_driver_sql("SELECT pg_sleep(0.1)")


def _is_newer(version: str | None) -> bool:
    return version is not None and version not in known_versions()


def _lets_us(connection: Connection) -> bool:
    """Whether the newer release that brought a database up to date has noted that this one may use it."""
    return inspect(connection).has_table("notes") and find_note(connection, READABLE_FROM) in known_versions()


def _oldest_release(version: str | None) -> str | None:
    """What the newest migration up to a version that says so names as the oldest whose release may use the tables."""
    migrations = _scripts().walk_revisions("base", version or "base")
    said = (getattr(script.module, READABLE_FROM, None) for script in migrations)
    return next((oldest for oldest in said if oldest), None)


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(VERSIONS))
    return config
