"""A copy of the database, taken while the bot may be running."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from bot.store.backend.address import PG_DUMP, path_of
from bot.store.backend.errors import FileDamaged, StoreError
from bot.store.backend.sqlite import damaged, in_a_sentence, problems_of


def back_up(url: str, target: Path) -> int:
    """Copy the database at an SQLAlchemy URL to a new file; returns the number of games in it. Raises StoreError.

    The copy is a state that the database really had, and sound. The bot may go on meanwhile.
    """
    source = path_of(url, f"copy them with {PG_DUMP}")
    if not source.is_file():
        raise StoreError(f"There is no database at {source}: check DATABASE_URL.")
    if not source.stat().st_size:
        raise StoreError(f"The database {source} is empty: put a backup in its place, or check DATABASE_URL.")
    if target.is_dir():
        raise StoreError(f"A folder cannot hold the copy ({target}): name a new file, such as games-backup.db.")
    if target.exists():
        raise StoreError(f"{target} already exists: name a new file.")
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent} for the copy: make it first, or name another file.")
    partial = target.with_name(target.name + ".part")
    try:
        with in_a_sentence(make_url(url), f"copied to {target}"):
            with closing(sqlite3.connect(source)) as bot, closing(sqlite3.connect(partial)) as copy:
                bot.backup(copy)  # in one go: else each commit of the bot would make it begin again
                copy.execute("PRAGMA journal_mode=DELETE")
                if problems := problems_of(copy):
                    raise FileDamaged(damaged(source, problems[0]))
                (games,) = copy.execute("SELECT count(*) FROM games").fetchone()
            partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return int(games)
