"""A backup put in the place of the database, while no bot runs. Like `backup`, this knows only SQLite.

Why: decision 0019.
"""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select

from bot.store.backend import versions
from bot.store.backend.address import PG_RESTORE, path_of
from bot.store.backend.errors import StoreError, Unusable, in_short, is_kind
from bot.store.backend.opening import open_database
from bot.store.backend.sqlite import not_ours
from bot.store.backend.versions import READABLE_FROM, may_use
from bot.store.everything import NUMBERED, fit_after_restore
from bot.store.games import game_ids
from bot.store.tables import metadata

AHEAD = 10_000
"""How many numbers are left out: buttons of games that the backup does not know must not meet new games."""

BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How many games there are now, and the files that were there before."""

    games: int
    aside: list[Path]


def restore(url: str, backup: Path) -> Restored:
    """Put a backup in the place of the database at an SQLAlchemy URL. Raises StoreError, and then nothing has changed.

    Wherever this is cut short, the database is the old one or the new one, and the other is not lost.
    """
    path = path_of(url, f"stop all bots and restore them with {PG_RESTORE}").absolute()
    if not backup.is_file():
        raise StoreError(f"There is no file {backup}: name a backup.")
    if path.exists() and backup.samefile(path):
        raise StoreError(f"{backup} is the database itself: name a backup.")
    was_there = path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _held(path) as is_sound:
            return _restored(path, backup, () if is_sound else BESIDE)
    except (OSError, *Unusable) as error:
        raise StoreError(f"{backup} could not be restored ({in_short(error)}): nothing has changed.") from error
    finally:
        if not was_there and path.exists() and not path.stat().st_size:
            path.unlink()  # it has only kept the place


@contextmanager
def _held(path: Path) -> Iterator[bool]:
    """Keep everybody else from the database, with all its changes in the one file; False if it is no database."""
    path.touch()
    file = path.stat().st_ino
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as old:
        is_sound = True
        try:
            old.execute("PRAGMA locking_mode=EXCLUSIVE")
            old.execute("PRAGMA journal_mode=DELETE")
            old.execute("BEGIN EXCLUSIVE")
        except Unusable as error:
            if is_kind(error, sqlite3.SQLITE_BUSY):
                raise StoreError(f"The database {path} is in use: stop the bot, and restore then.") from error
            is_sound = False
        if path.stat().st_ino != file:
            raise StoreError(f"The database {path} was replaced just now: look at what is there before you restore.")
        yield is_sound


def _restored(path: Path, backup: Path, beside: tuple[str, ...]) -> Restored:
    new = path.with_name(path.name + ".restoring")
    try:
        _remove(new)
        _copy(backup, new)
        _check(new, backup)
        try:
            games = asyncio.run(_brought_up_to_date(new))
        except StoreError as error:
            raise StoreError(str(error).replace(f"The database {new}", str(backup))) from error
        _flush(new)
        aside = _set_aside(path, beside)
        new.replace(path)
        _flush(path.parent)
    finally:
        _remove(new)
    return Restored(games, aside)


def _copy(backup: Path, new: Path) -> None:
    alone = not backup.with_name(backup.name + "-wal").exists()  # then it may lie where nobody may write
    uri = f"{backup.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    with closing(sqlite3.connect(uri, uri=True)) as source, closing(sqlite3.connect(new)) as copy:
        source.backup(copy)


def _check(new: Path, backup: Path) -> None:
    with closing(sqlite3.connect(new)) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"alembic_version", "games", "log"}:
            raise StoreError(f"{backup} is not a database of this bot: name a backup.")
        if strange := not_ours(copy):
            raise StoreError(
                f"{backup} holds {strange[0]}, which the bot does not make, and which might change games: name another "
                "backup, or drop it from a copy of this one, if you know what it is."
            )
        (version,) = copy.execute("SELECT coalesce(max(version_num), '') FROM alembic_version").fetchone()
        version = str(version)
        if version < versions.BASELINE:
            raise StoreError(
                f"{backup} was written by a version of the bot before 0.2.0: restore it with 0.2.0, "
                "and start this version then."
            )
        if version > versions.NEWEST:
            noted = copy.execute("SELECT text FROM notes WHERE name = ?", (READABLE_FROM,)).fetchone() or (None,)
            if not may_use(noted[0]):
                raise StoreError(f"{backup} was written by a newer version of the bot: update the bot first.")
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found == "ok" and copy.execute("PRAGMA foreign_key_check").fetchone():
            found = "it holds rows of games that do not exist"
    if found != "ok":
        raise StoreError(
            f"{backup} is damaged ({' '.join(found.split())}): name another backup, or let "
            "'python -m bot doctor --repair' mend a copy of it to which DATABASE_URL points."
        )


async def _brought_up_to_date(new: Path) -> int:
    database = await open_database(f"sqlite+aiosqlite:///{new}")
    try:
        return await database.write(_made_to_fit)
    finally:
        await database.close()


def _made_to_fit(connection: Connection) -> int:
    for table in metadata.sorted_tables:
        connection.execute(select(table).limit(1))  # it is there, with all its columns
    fit_after_restore(connection)
    for table in NUMBERED:
        raised = connection.exec_driver_sql(
            "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?", (AHEAD, table.name)
        ).rowcount
        if not raised:
            connection.exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, AHEAD))
    return len(game_ids(connection))


def _set_aside(path: Path, beside: tuple[str, ...]) -> list[Path]:
    if not path.stat().st_size:
        return []
    name = f"{path.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    kept = path.with_name(name)
    while kept.exists():
        kept = path.with_name(name := name + "+")
    os.link(path, kept)
    aside = [kept]
    for ending in beside:
        file = path.with_name(path.name + ending)
        if file.exists():
            aside.append(file.rename(kept.with_name(kept.name + ending)))
    _flush(path.parent)
    return aside


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(path: Path) -> None:
    for ending in ("", *BESIDE):
        path.with_name(path.name + ending).unlink(missing_ok=True)
