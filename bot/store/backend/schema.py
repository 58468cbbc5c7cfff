"""Making the tables, and bringing them from one version to the next: alembic runs inside the program.

This is imported only where a database is not up to date, since alembic takes 4 MB, and a bot runs for months.
"""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.store.backend import versions
from bot.store.backend.versions import READABLE_FROM, TooNew, TooOld, Unknown, Versions, lets_us, version_of
from bot.store.kv import save_value
from bot.store.tables import metadata

ONLY_ONE = 7349
"""The advisory lock under which a process brings a database on a PostgreSQL server up to date."""


def upgrade(connection: Connection, to: str = "head") -> Versions:
    """Make the tables of an empty database, or run all migrations that it lacks, up to a version.

    A database of a newer release that lets this one use it is left alone. Raises TooNew if not, TooOld, Unknown.
    In PostgreSQL, each migration is a transaction of its own; in SQLite, all of them are in that of the caller.
    """
    _wait_until_alone(connection)
    before = version_of(connection)
    if lets_us(connection):
        return before, before
    config = config_of_alembic()
    config.attributes["connection"] = connection
    if before is None:
        metadata.create_all(connection, checkfirst=False)  # who has a table of that name already is told
        command.stamp(config, to)
    elif before < versions.BASELINE:
        raise TooOld
    elif before > versions.NEWEST:
        raise TooNew
    else:
        if connection.dialect.name == "postgresql":
            connection.commit()  # alembic begins transactions only where none is going on
        try:
            command.upgrade(config, to)
        except CommandError as error:
            raise Unknown(before) from error
    save_value(connection, READABLE_FROM, versions.OLDEST)
    return before, version_of(connection)


def config_of_alembic() -> Config:
    """Tell where alembic finds the migrations."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, versions.FOLDERS)))
    return config


def _wait_until_alone(connection: Connection) -> None:
    """Wait in PostgreSQL for other processes that do the same. The lock ends with the connection."""
    while connection.dialect.name == "postgresql":
        has_lock = connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({ONLY_ONE})").scalar_one()
        connection.commit()
        if has_lock:
            return  # asked for again and again: to wait for it is a transaction, for which concurrent indexes wait
        connection.exec_driver_sql("SELECT pg_sleep(0.1)")
