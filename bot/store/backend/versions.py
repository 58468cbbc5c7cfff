"""The versions of the tables: which there are, of which a database is, and whether this release may use it.

None of this needs alembic: a bot that finds its tables up to date does without it, which saves 4 MB for months.
A database also notes the oldest release that may use it, so that one can go back to that release (decision 0035).
"""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from bot.store.keyed import find_value

FOLDERS = [Path(__file__).parents[1] / "migrations" / "versions"]
"""Where the migrations are: a file for each version, whose name begins with it."""

READABLE_FROM = "readable_from"
"""The note that names the oldest version of the tables whose release may use this database.

A migration that such a release could not live with says the same of itself: ``readable_from = "0007"``.
"""

_SAYS_SO = re.compile(rf'^{READABLE_FROM} = "(\w+)"$', re.MULTILINE)


Versions = tuple[str | None, str | None]
"""Those of a database before and after it was brought up to date; None: it was empty."""


class NotOurs(Exception):
    """A newer release has brought a database up to date, and does not let this one use it."""


def known_versions() -> set[str]:
    """The versions of a database that this release can bring up to date, its own among them."""
    return set(_migrations())


def newest_version() -> str:
    """The version that this release brings a database to."""
    return max(_migrations())


def version_of(connection: Connection) -> str | None:
    """The version of a database; None if it is empty, and several in a row if it is of several at once."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    versions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
    return ", ".join(sorted(versions)) or None


def is_usable(connection: Connection) -> bool:
    """Tell whether this release may use a database as it is."""
    return version_of(connection) == newest_version() or lets_us(connection)


def is_settled(connection: Connection) -> bool:
    """Tell whether there is nothing to bring up to date in a database, and nothing to note."""
    version = version_of(connection)
    if version != newest_version():
        return lets_us(connection)
    return find_value(connection, READABLE_FROM) == oldest_release(version)


def lets_us(connection: Connection) -> bool:
    """Tell whether a newer release has brought a database up to date, and has noted that this one may use it."""
    version = version_of(connection)
    if version is None or version in known_versions() or not inspect(connection).has_table("notes"):
        return False
    return find_value(connection, READABLE_FROM) in known_versions()


def oldest_release(version: str) -> str | None:
    """Find the oldest release, by its version, that may use the tables of a version; None if no migration names one.

    The newest migration that names one counts.
    """
    migrations = _migrations()
    for each in sorted(migrations, reverse=True):
        if each <= version and (said := _SAYS_SO.search(migrations[each].read_text("utf-8"))):
            return said[1]
    return None


def _migrations() -> dict[str, Path]:
    return {path.stem.partition("_")[0]: path for folder in FOLDERS for path in folder.glob("[0-9]*.py")}
