"""Bringing the tables from one version to the next: alembic runs inside the program.

This is imported only where a database is not up to date, since alembic takes 4 MB, and a bot runs for months.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from bot.store.backend import versions
from bot.store.backend.versions import READABLE_FROM, NotOurs, Versions, lets_us, oldest_release, version_of
from bot.store.keyed import find_value, save_value

ONLY_ONE = 7349
"""The advisory lock of whoever brings a database on a PostgreSQL server up to date."""


def upgrade(connection: Connection, to: str = "head") -> Versions:
    """Run all migrations that a database lacks, unless a newer release has run them that lets this one use it.

    Raises NotOurs if a newer release does not let this one use it.
    In PostgreSQL, each migration is a transaction of its own; in SQLite, all of them are in that of the caller.
    """
    _wait_until_alone(connection)
    before = version_of(connection)
    if lets_us(connection):
        return before, before
    if connection.dialect.name == "postgresql":
        connection.commit()  # alembic begins transactions only where none is going on
    config = config_of_alembic()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise NotOurs from error
    after = version_of(connection)
    if after and (oldest := oldest_release(after)) and find_value(connection, READABLE_FROM) != oldest:
        save_value(connection, READABLE_FROM, oldest)
    return before, after


def config_of_alembic() -> Config:
    """Tell where alembic finds the migrations."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, versions.FOLDERS)))
    return config


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
