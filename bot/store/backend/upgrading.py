"""Bringing the database at a URL up to date, as the bot's start does it, or ``python -m bot migrate``."""

import asyncio
import errno
import threading
from functools import partial
from pathlib import Path

from sqlalchemy import URL, Connection, make_url

from bot.store.backend.address import is_file, place_of, postgresql_backend
from bot.store.backend.errors import FileDamaged, StoreError
from bot.store.backend.sqlite import SAFE, SingleConnection, damaged, in_a_sentence, is_empty, lost_for_good
from bot.store.backend.versions import TooNew, TooOld, Unknown, Versions, is_settled, version_of

_ONE_AT_A_TIME = threading.Lock()
"""alembic keeps its state in globals."""


async def bring_up_to_date(url: str) -> str:
    """Make a database of its newest version, from whatever it is. Returns a sentence about it. Raises StoreError."""
    place = make_url(url)
    before, after = await upgraded(place)
    if before == after:
        return f"The database {place_of(place)} is up to date, at version {after}."
    return f"The database {place_of(place)} is at version {after} now; it was {before or 'empty'}."


async def upgraded(url: URL) -> Versions:
    """Bring a database up to date. Returns its versions before and after. Raises StoreError."""
    await asyncio.to_thread(_ONE_AT_A_TIME.acquire)
    try:
        return await (_upgrade_file(url) if is_file(url) else _upgrade_on_server(url))
    except TooNew as error:
        raise StoreError(
            f"The database {place_of(url)} was written by a newer version of the bot: start that version, "
            "or point DATABASE_URL to another one."
        ) from error
    except TooOld as error:
        raise StoreError(
            f"The database {place_of(url)} was written by a version of the bot before 0.2.0: start 0.2.0 on it once, "
            "or point DATABASE_URL to another one."
        ) from error
    except Unknown as error:
        raise StoreError(
            f"The database {place_of(url)} claims to be of version {error}, which no release has made: put a backup in "
            "its place, or point DATABASE_URL to another one."
        ) from error
    finally:
        _ONE_AT_A_TIME.release()


async def _upgrade_file(url: URL) -> Versions:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    lane = SingleConnection(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=OFF")
    with in_a_sentence(url):
        await asyncio.to_thread(_prepare, path := Path(str(url.database)))
        try:
            return await lane.run(partial(_sound_and_brought_up_to_date, path=path))
        finally:
            await lane.close()


def _prepare(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no regular file")
    is_empty(path)


async def _upgrade_on_server(url: URL) -> Versions:
    postgresql = postgresql_backend()
    engine = postgresql.open_patient_engine(url)
    with postgresql.in_a_sentence(place_of(url)):
        await postgresql.version_of_server(postgresql.Server(engine))  # if it does not answer, that is told soon
        versions: Versions
        versions = await postgresql.Server(engine, pauses=postgresql.PATIENT_PAUSES).run(_brought_up_to_date)
        return versions


def _sound_and_brought_up_to_date(connection: Connection, path: Path) -> Versions:
    if version_of(connection) and not is_settled(connection) and (problem := lost_for_good(connection)):
        raise FileDamaged(damaged(path, problem))
    return _brought_up_to_date(connection)


def _brought_up_to_date(connection: Connection) -> Versions:
    if is_settled(connection):
        version = version_of(connection)
        return version, version
    from bot.store.backend import schema  # with alembic: 4 MB that most processes never need

    return schema.upgrade(connection)
