"""Bringing the database at a URL up to date, as the bot's start does it, or ``python -m bot migrate``."""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy import URL, make_url

from bot.store.address import is_file, place_of, postgresql_door
from bot.store.errors import StoreError
from bot.store.schema import Versions, one_migration, upgrade
from bot.store.sqlite import SAFE, Lane, in_a_sentence


async def bring_up_to_date(url: str) -> str:
    """Make a database of its newest version, from whatever it is. Returns a sentence about it. Raises StoreError."""
    place = make_url(url)
    before, after = await upgraded(place)
    if before == after:
        return f"The database {place_of(place)} is up to date, at version {after}."
    return f"The database {place_of(place)} is at version {after} now; it was {before or 'empty'}."


async def upgraded(url: URL) -> Versions:
    """Bring a database up to date. Returns its versions before and after. Raises StoreError."""
    try:
        async with one_migration():
            return await (_upgrade_file(url) if is_file(url) else _upgrade_on_server(url))
    except CommandError as error:
        raise StoreError(
            f"The database {place_of(url)} was written by a newer version of the bot: start that version, "
            "or point DATABASE_URL to another one."
        ) from error


async def _upgrade_file(url: URL) -> Versions:
    # Foreign keys are off while migrating: rebuilding a table would delete the rows that refer to it.
    lane = Lane(url, "BEGIN IMMEDIATE", *SAFE, "foreign_keys=OFF")
    with in_a_sentence(url):
        await asyncio.to_thread(_make_folder, Path(str(url.database)))
        try:
            return await lane.run(upgrade)
        finally:
            await lane.close()


async def _upgrade_on_server(url: URL) -> Versions:
    postgresql = postgresql_door()
    engine = postgresql.open_patient_engine(url)
    with postgresql.in_a_sentence(place_of(url)):
        await postgresql.version_of_server(postgresql.Server(engine))  # if it does not answer, that is told soon
        versions: Versions
        versions = await postgresql.Server(engine, pauses=postgresql.PATIENT_PAUSES).run(upgrade)
        return versions


def _make_folder(path: Path) -> None:
    path.absolute().parent.mkdir(parents=True, exist_ok=True)
