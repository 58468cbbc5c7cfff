"""Everything in a database, copied to another one: from SQLite to PostgreSQL, or back (decision 0035)."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import URL, Connection, Table, delete, func, insert, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.backend.address import is_file, place_of, postgresql_backend
from bot.store.backend.errors import StoreError, Unusable, in_short
from bot.store.backend.sqlite import LOCK_SECONDS
from bot.store.backend.versions import version_of
from bot.store.everything import NUMBERED
from bot.store.tables import leases, metadata, notes

AT_ONCE = 5_000
"""How many rows are copied at a time."""

COPIED = [table for table in metadata.sorted_tables if table is not leases]
"""The tables that are copied: who runs on a database is a matter of that one."""

Told = Callable[[int, int], None]
"""Is told how many rows are copied, and of how many."""


async def copy(source: str, target: str, told: Told) -> dict[str, int]:
    """Copy all rows from one database to another, which is empty. Returns how many, by table.

    The copy is of one moment, be the bot running or not. Raises StoreError, and then the target is as it was.
    """
    old_url, new_url = make_url(source), make_url(target)
    place = place_of(new_url)
    try:
        async with _transaction(old_url, "BEGIN") as old, _transaction(new_url, "BEGIN IMMEDIATE") as new:
            await _check(old, new, place)
            expected = await old.run_sync(count_rows)
            await _copy_rows(old, new, sum(expected.values()), told)
            if (copied := await new.run_sync(count_rows)) != expected:
                raise StoreError(f"The copy was incomplete ({copied}, not {expected}): nothing has changed in {place}.")
            if not is_file(new_url):  # until it has done so by itself, it would answer as if the tables were empty
                await new.execute(text("ANALYZE"))
            await new.commit()
    except (DBAPIError, *Unusable, OSError) as error:
        raise StoreError(
            f"The copy could not be made ({in_short(error)}), and nothing has changed in {place}: see what "
            "'python -m bot doctor' says of both."
        ) from error
    return copied


def count_rows(connection: Connection) -> dict[str, int]:
    """Count how many rows each table holds of those that are copied."""
    return {table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in COPIED}


@asynccontextmanager
async def _transaction(url: URL, begin: str) -> AsyncIterator[AsyncConnection]:
    """A transaction that sees everything as it was at its beginning, and is undone unless it is committed."""
    if is_file(url):  # by SQLAlchemy's own engine: it is slow, but it can read a large table bit by bit
        settings = {"isolation_level": None, "timeout": LOCK_SECONDS}
        engine = create_async_engine(url, poolclass=NullPool, connect_args=settings)
    else:
        engine = postgresql_backend().open_patient_engine(url)
    try:
        async with engine.connect() as connection:
            if is_file(url):
                await connection.exec_driver_sql(begin)
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
    finally:
        await engine.dispose()


async def _check(old: AsyncConnection, new: AsyncConnection, place: str) -> None:
    """Raise StoreError unless everything in one database fits into the other, which is empty."""
    ours, theirs = await old.run_sync(version_of), await new.run_sync(version_of)
    if ours != theirs:
        raise StoreError(f"FROM is at version {ours} and TO at {theirs}: run 'python -m bot migrate' on both first.")
    held = {name: count for name, count in (await new.run_sync(count_rows)).items() if count and name != notes.name}
    if held:
        listed = ", ".join(f"{count} in {name}" for name, count in held.items())
        raise StoreError(f"The database {place} is not empty ({listed}): name an empty one that migrate has made.")


async def _copy_rows(old: AsyncConnection, new: AsyncConnection, total: int, told: Told) -> None:
    await new.execute(delete(notes))
    for table in COPIED:
        rows = await old.stream(select(table))
        async for part in rows.partitions(AT_ONCE):
            if new.dialect.name == "sqlite":
                await new.execute(insert(table), [row._asdict() for row in part])
            else:
                await postgresql_backend().copy_in(new, table, part)
            told(len(part), total)
    for table in NUMBERED:
        await new.run_sync(_count_on, table, await old.run_sync(_counter, table))


def _counter(connection: Connection, table: Table) -> int:
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return connection.execute(query, {"name": table.name}).scalar_one_or_none() or 0
    number, is_given = connection.execute(text(f"SELECT last_value, is_called FROM {table.name}_id_seq")).one()  # noqa: S608
    return int(number) if is_given else 0


def _count_on(connection: Connection, table: Table, number: int) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        query = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)")
        connection.execute(query, {"name": table.name, "number": number})
    elif number:
        connection.execute(text("SELECT setval(:name, :number)"), {"name": f"{table.name}_id_seq", "number": number})
