"""The versions of the tables: which one a database has, and whether this release may use it (decision 0073).

None of this needs alembic: a bot that finds its tables up to date does without it, which saves 4 MB for months.
A database also notes the oldest release that may use it, so that one can go back to that release (decision 0035).
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from bot.store.kv import find_value

FOLDERS = [Path(__file__).parents[1] / "migrations" / "versions"]
"""Where the migrations are: a file for each version."""

BASELINE = "0031"
"""The version of release 0.2.0, with which the migrations begin."""

NEWEST = "0039"
"""The version that this release brings a database to: that of its last migration."""

OLDEST = "0039"
"""The oldest version whose release may use the tables of `NEWEST`: every later migration only adds."""

READABLE_FROM = "readable_from"
"""The note in a database that holds the `OLDEST` of the release that has brought it up to date."""


Versions = tuple[str | None, str | None]
"""Those of a database before and after it was brought up to date; None: it was empty."""


class TooNew(Exception):
    """A newer release has brought a database up to date, and does not let this one use it."""


class TooOld(Exception):
    """A database is of a version before `BASELINE`."""


class Unknown(Exception):
    """A database is of a version that no release has made."""


def version_of(connection: Connection) -> str | None:
    """The version of a database; None if it is empty, and several in a row if it is of several at once."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    versions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
    return ", ".join(sorted(map(str, versions))) or None  # in a strange file, they may be anything


def is_usable(connection: Connection) -> bool:
    """Tell whether this release may use a database as it is."""
    return version_of(connection) == NEWEST or lets_us(connection)


def is_settled(connection: Connection) -> bool:
    """Tell whether there is nothing to bring up to date in a database, and nothing to note."""
    if version_of(connection) != NEWEST:
        return lets_us(connection)
    return find_value(connection, READABLE_FROM) == OLDEST


def lets_us(connection: Connection) -> bool:
    """Tell whether a newer release has brought a database up to date, and has noted that this one may use it."""
    version = version_of(connection)
    if version is None or version <= NEWEST or not inspect(connection).has_table("notes"):
        return False
    return may_use(find_value(connection, READABLE_FROM))


def may_use(readable_from: str | None) -> bool:
    """Tell whether this release may use the tables of a newer one, from the note of that."""
    return readable_from is not None and str(readable_from) <= NEWEST
