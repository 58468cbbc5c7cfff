"""A copy of the database, taken while the bot may be running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.store.database import StoreError

PAGES = 256
"""Pages copied at a time; between two such steps the bot may write."""


def back_up(url: str, target: Path) -> int:
    """Copy the database at an SQLAlchemy URL to a new file; returns the number of games in it. Raises StoreError.

    SQLite's own backup: the copy is a state that the database really had, whatever is written in the meantime.
    """
    source = Path(make_url(url).database or "")
    if not source.is_file():
        raise StoreError(f"There is no database at {source}: check DATABASE_URL.")
    if target.exists():
        raise StoreError(f"{target} exists already: name a new file.")
    partial = target.with_name(target.name + ".part")
    try:
        with closing(sqlite3.connect(source)) as bot, closing(sqlite3.connect(partial)) as copy:
            bot.backup(copy, pages=PAGES)
            copy.execute("PRAGMA journal_mode=DELETE")
            (games,) = copy.execute("SELECT count(*) FROM games").fetchone()
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"{source} could not be copied to {target}: {error}.") from error
    return int(games)
