"""Where a database is, as its URL says it: a file of SQLite, or a database on a PostgreSQL server."""

import importlib
from pathlib import Path
from types import ModuleType

from sqlalchemy import URL, make_url

from bot.store.backend.errors import StoreError

PG_DUMP = "PostgreSQL's own 'pg_dump --format=custom --file=FILE DATABASE'"
PG_RESTORE = "PostgreSQL's own 'pg_restore --clean --if-exists --dbname=DATABASE FILE'"


def is_file(url: URL) -> bool:
    """Tell whether a database is a file of SQLite, rather than one on a PostgreSQL server."""
    return url.get_backend_name() == "sqlite"


def path_of(url: str, instead: str) -> Path:
    """The file that a URL names. Raises StoreError, which says what to do ``instead``, if it names none."""
    place = make_url(url)
    if not is_file(place):
        raise StoreError(f"The games are on a PostgreSQL server, in {place_of(place)}: {instead}.")
    return Path(place.database or "")


def place_of(url: URL) -> str:
    """Name a database as messages do: never with a password."""
    return str(url.database) if is_file(url) else f"{url.database} at {url.host or 'localhost'}:{url.port or 5432}"


def shown_place(url: str) -> str:
    """The same of a URL that is still a text: modules above the store know no other."""
    return place_of(make_url(url))


def way_back(url: str) -> str:
    """Say what to do about a database that is damaged, as the end of a sentence."""
    if is_file(make_url(url)):
        return "put a backup in its place with 'python -m bot restore FILE'"
    return f"stop all bots and put a backup in its place with {PG_RESTORE}"


def postgresql_backend() -> ModuleType:
    """Import what PostgreSQL needs, which is not installed with the bot. Raises StoreError."""
    try:
        importlib.import_module("asyncpg")
    except ModuleNotFoundError:
        raise StoreError(
            "DATABASE_URL names a PostgreSQL server, and the package asyncpg is missing: install the bot with "
            "requirements/postgresql.txt, or use SQLite."
        ) from None
    return importlib.import_module("bot.store.backend.postgresql")
