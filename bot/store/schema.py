"""Bringing a database up to date, and telling its version: alembic runs inside the program."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_ONE_AT_A_TIME = threading.Lock()
"""alembic keeps its state in globals."""


def upgrade(connection: Connection) -> None:
    """Run all migrations that a database lacks. Raises CommandError if its version is unknown."""
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7349)")
    command.upgrade(config, "head")


@asynccontextmanager
async def one_migration() -> AsyncIterator[None]:
    """Let one database at a time be brought up to date."""
    await asyncio.to_thread(_ONE_AT_A_TIME.acquire)
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()


def is_current(connection: Connection) -> bool:
    """Whether a database is of this version of the bot. Raises CommandError when it is of several at once."""
    version = MigrationContext.configure(connection).get_current_revision()
    return version == ScriptDirectory.from_config(_config()).get_current_head()


def known_versions() -> set[str]:
    """The versions of a database that this version of the bot can bring up to date, its own among them."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    return config
