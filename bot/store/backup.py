"""A copy of the database, made while the bot may be running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from bot.store.database import LOCK_SECONDS, StoreError


def back_up(url: str, target: Path) -> int:
    """Copy the database at an SQLAlchemy URL to a new file, as it stands at one moment. Returns the bytes written.

    The copy is made beside the file and gets its name once it is whole. Raises StoreError: for another database than
    SQLite, a missing one, or a file that is there already.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise StoreError("Only SQLite databases can be copied with this command: use the tools of your database.")
    source = Path(parsed.database).absolute()
    if not source.is_file():
        raise StoreError(f"There is no database {parsed.database}: check DATABASE_URL.")
    if target.exists():
        raise StoreError(f"{target} is there already: name a new file, so that no older copy is lost.")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        _copy(source, part)
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise StoreError(
            f"The database cannot be copied to {target} ({error}): check the folder and its space."
        ) from error
    return target.stat().st_size


def _copy(source: Path, part: Path) -> None:
    # mode=rw: opening must not make a database, but a reader of a WAL database has to write beside it
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True, timeout=LOCK_SECONDS)) as reader,
        closing(sqlite3.connect(part)) as copy,
    ):
        reader.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        (sound,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok":
        raise sqlite3.DatabaseError(sound)
