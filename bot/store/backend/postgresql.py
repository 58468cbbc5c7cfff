"""PostgreSQL as a backend: whatever only it needs (decision 0030).

asyncpg works on the event loop. A whole unit, from taking a connection to giving it back, runs in one of SQLAlchemy's
greenlets, which steps aside whenever it waits for the server. Every statement costs a round trip there, and so do the
beginning and the end of a transaction.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, Row, Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from bot.store.backend.errors import DatabaseAway, StoreError, advice_on, in_short
from bot.store.backend.outage import Outage

T = TypeVar("T")

LOG = logging.getLogger(__name__)

CONNECTIONS = 4
"""How many connections a process has to read, and how many to write: a server has 100 for ten processes."""

ANSWER_SECONDS = 5.0
"""How long the server may take to let us in, or to answer a statement."""

FROZEN_SECONDS = 5.0
"""How long the server keeps the locks of a unit that is silent: its process may be frozen, or its machine be gone."""

TABLE_SECONDS = 2.0
"""How long a change of a table waits for those who use it, before it lets them go on and tries again."""

PATIENT_PAUSES = (1.0,) * 30
"""Seconds before a change of a table is tried again: it takes a minute and a half until it gives up."""

PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds before a unit is run again, so that a click survives a restart of the server that takes less than 2 s."""

_TO_BE_REPEATED = frozenset({"40001", "40P01", "55P03"})
"""SQLSTATEs after which a unit was undone through no fault of its own: serialization, deadlock, a lock not granted."""

_ADVICE = {
    "3D000": "check DATABASE_URL, or make it with PostgreSQL's own 'createdb'",
    "28P01": "check the password in DATABASE_URL",
    "55P03": "somebody has kept a table for a while, perhaps to back it up, so try again later",
}
"""What to do about some SQLSTATEs."""

_STALE_PLAN = "cached statement plan is invalid"
_AWAY = ("08", "53300", "57P0")
"""How SQLSTATEs begin with which a server breaks off, starts, stops, or has no connection left."""


def open_engine(url: URL, *, reads: bool = False, patient: bool = False) -> AsyncEngine:
    """An engine for the server at a URL, to write or only to read. It connects when it is first used.

    The last connection that was given back is the first to be taken: it knows our statements already. Unless it is
    ``patient``, because no player waits for it, a statement is cut off that takes long.
    """
    manners = _manners(None if patient else 2 * ANSWER_SECONDS, ANSWER_SECONDS)
    if not patient:  # to start a second process there takes longer than any of a player's statements does
        manners["server_settings"]["max_parallel_workers_per_gather"] = "0"
    if reads:
        manners["server_settings"]["default_transaction_read_only"] = "on"
    return create_async_engine(
        _for_asyncpg(url),
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=ANSWER_SECONDS,
        pool_use_lifo=True,
        isolation_level="AUTOCOMMIT" if reads else "READ COMMITTED",
        connect_args=manners,
    )


def open_patient_engine(url: URL) -> AsyncEngine:
    """An engine for work that may take long, such as changing tables. Every use makes a connection, and closes it."""
    settings = {"isolation_level": "READ COMMITTED", "connect_args": _manners(None, TABLE_SECONDS)}
    return create_async_engine(_for_asyncpg(url), poolclass=NullPool, **settings)


async def copy_in(connection: AsyncConnection, table: Table, rows: Sequence[Row[Any]]) -> None:
    """Put rows into a table by PostgreSQL's COPY, which takes a fraction of what INSERT does. Raises OSError."""
    taken = await connection.get_raw_connection()
    server = taken.driver_connection
    assert server
    try:
        await server.copy_records_to_table(table.name, records=rows, columns=table.columns.keys())
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise OSError(str(error)) from error


def _for_asyncpg(url: URL) -> URL:
    """A URL with the names of asyncpg: what all others call ``sslmode`` is ``ssl`` there."""
    mode = url.query.get("sslmode")
    return url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode}) if mode else url


def _manners(statement_seconds: float | None, lock_seconds: float) -> dict[str, Any]:
    settings = {"application_name": "thimble", "lock_timeout": f"{lock_seconds * 1000:.0f}"}
    if statement_seconds:
        settings["idle_in_transaction_session_timeout"] = f"{FROZEN_SECONDS * 1000:.0f}"
    settings["jit"] = "off"  # to compile a statement takes longer than any of ours does
    return {"timeout": ANSWER_SECONDS, "command_timeout": statement_seconds, "server_settings": settings}


def new_outage() -> Outage:
    """Tell whether a server answers, for all connections to it."""
    return Outage("the database does not answer", "the database answers again")


class Server:
    """The connections to a server, all of one kind. Several that share an ``outage`` tell of it once."""

    def __init__(self, engine: AsyncEngine, *, pauses: Sequence[float] = PAUSES, outage: Outage | None = None) -> None:
        self._engine = engine
        self._pauses = pauses
        self._outage = outage or new_outage()

    async def run(self, unit: Callable[[Connection], T]) -> T:
        """Run a unit as one transaction, and again if the server undid it or broke off before it was committed.

        Raises DatabaseAway if the server does not answer for some seconds, or broke off while it committed: then nobody
        knows whether it did.
        """
        for pause in (*self._pauses, None):
            begun = monotonic()
            try:
                result: T = await greenlet_spawn(self._once, unit)
            except NoneFree:
                raise self._outage.note(TimeoutError("none of our connections was free for a while")) from None
            except (DBAPIError, OSError) as error:  # a TimeoutError is an OSError
                if not _may_pass(error):
                    raise
                is_known = pause != PAUSES[0] and self._outage.since is not None  # once it is, nobody waits long
                if pause is None or is_known or isinstance(error, DatabaseAway):
                    raise self._outage.note(error) from None
                LOG.debug("a unit is run again: %s", error)
                await asyncio.sleep(pause)
            else:
                self._outage.end(begun)
                return result
        raise AssertionError

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    def _once(self, unit: Callable[[Connection], T]) -> T:
        with self._engine.sync_engine.connect() as connection:
            result = unit(connection)
            _commit(connection)
            return result


def _commit(connection: Connection) -> None:
    try:
        connection.commit()
    except (DBAPIError, OSError) as error:
        if _state(error) in _TO_BE_REPEATED:
            raise
        if _may_pass(error):
            raise DatabaseAway(f"The database broke off while it committed: {in_short(error)}") from error
        raise


def _may_pass(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return True  # the server cannot be reached
    state = _state(error)
    return (
        error.connection_invalidated
        or state in _TO_BE_REPEATED
        or state.startswith(_AWAY)
        or _STALE_PLAN in str(error.orig)
    )


def _state(error: BaseException) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


@contextmanager
def in_a_sentence(place: str) -> Iterator[None]:
    """Make a StoreError of one sentence of whatever a server says against letting us use a database."""
    try:
        yield
    except (DatabaseAway, DBAPIError, TypeError) as error:  # a TypeError for an unknown option in the URL
        cause = error.__context__ if isinstance(error, DatabaseAway) and error.__context__ else error
        advice = _ADVICE.get(_state(cause)) or advice_on(cause) or "check DATABASE_URL, and that the server runs"
        raise StoreError(f"The database {place} cannot be used ({in_short(cause)}): {advice}.") from error


async def version_of_server(server: Server) -> str:
    """The version of PostgreSQL that a server runs."""
    return await server.run(lambda connection: str(connection.exec_driver_sql("SHOW server_version").scalar_one()))
