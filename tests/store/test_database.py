"""The door to a database in a file: its connections and its units. (`test_server` is about one on a server.)"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.store.backend import sqlite
from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway
from bot.store.backend.opening import READERS
from bot.store.changes import append
from bot.store.games import find_game, game_ids, read_log
from bot.store.players import find_player
from bot.store.timers import set_timers
from tests.store.building import MINA, SOON, START, event, new_game, opened, rows, waited

pytestmark = pytest.mark.sqlite


def pragma(connection: Connection, name: str) -> object:
    return connection.execute(text(f"PRAGMA {name}")).scalar()


async def traced(database: Database, unit: Callable[[], Awaitable[object]]) -> list[str]:
    """The first two words of each statement that SQLite itself sees in a unit, on whichever connection."""
    seen: list[str] = []

    def watch(connection: Connection, callback: Callable[[str], None] | None) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(callback)

    for run in (database.read, database.write):
        await run(watch, seen.append)
    seen.clear()
    try:
        await unit()
    finally:
        statements = [" ".join(statement.split()[:2]) for statement in seen]
        for run in (database.read, database.write):
            await run(watch, None)
    return statements


# --- the connections


@pytest.mark.parametrize(("name", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
async def test_the_connection_is_set_up(database: Database, name: str, value: object) -> None:
    assert await database.write(pragma, name) == value


async def test_a_connection_that_reads_cannot_write(database: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await database.read(new_game)


async def test_readers_and_a_writer_run_side_by_side(database: Database) -> None:
    together = threading.Barrier(READERS + 1)

    def meet(_: Connection) -> int:
        together.wait(SOON)  # breaks unless all of them are in a unit at the same time
        return threading.get_ident()

    threads = await asyncio.gather(*(database.read(meet) for _ in range(READERS)), database.write(meet))
    assert len({*threads, threading.get_ident()}) == READERS + 2


async def test_more_readers_than_there_are_connections_take_turns(database: Database) -> None:
    inside, most = 0, 0
    lock = threading.Lock()

    def work(_: Connection) -> None:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.001)
        with lock:
            inside -= 1

    await asyncio.gather(*(database.read(work) for _ in range(10 * READERS)))
    assert 1 <= most <= READERS


async def test_a_reader_sees_one_state_however_long_it_reads(database: Database) -> None:
    begun, written = threading.Event(), threading.Event()

    def read_twice(connection: Connection) -> tuple[list[int], list[int]]:
        first = game_ids(connection)
        begun.set()
        waited(written)
        return first, game_ids(connection)

    reading = asyncio.create_task(database.read(read_twice))
    await asyncio.to_thread(waited, begun)
    await database.write(new_game)
    written.set()
    assert await reading == ([], [])
    assert await database.read(game_ids) == [1]


async def test_a_second_connection_waits_for_a_write_to_end(path: Path) -> None:
    holding, order = threading.Event(), []

    def hold(connection: Connection) -> None:
        holding.set()
        time.sleep(0.05)
        order.append(new_game(connection))

    def follow(connection: Connection) -> None:
        order.append(new_game(connection))

    async with opened(path) as one, opened(path) as two:
        first = asyncio.create_task(one.write(hold))
        await asyncio.to_thread(waited, holding)
        assert await two.read(game_ids) == []  # a reader does not wait
        await two.write(follow)
        await first
        assert order == await one.read(game_ids) == [1, 2]


# --- units


async def test_a_unit_that_reads_does_not_take_the_write_lock(database: Database) -> None:
    assert (await traced(database, lambda: database.read(find_game, 1)))[0] == "BEGIN DEFERRED"


async def test_a_move_takes_the_write_lock_at_once_and_few_statements(database: Database) -> None:
    game_id = await database.write(new_game)

    def work(connection: Connection) -> None:
        assert find_game(connection, game_id, lock=True)
        read_log(connection, game_id)
        find_player(connection, MINA)
        append(connection, game_id, event(1), START)
        set_timers(connection, game_id, {"remind": 1, "expire": 2, "close": 3})

    statements = await traced(database, lambda: database.write(work))
    reading = ["SELECT games.id,", "SELECT log.number,", "SELECT players.user_id,"]
    writing = ["INSERT INTO", "UPDATE games", *["INSERT INTO"] * 3]  # the event, the game, and its timers in one call
    assert statements == ["BEGIN IMMEDIATE", *reading, *writing, "COMMIT"]


async def test_a_unit_that_raises_leaves_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        append(connection, new_game(connection), event(1), START)
        raise KeyError("on purpose")

    async def raised() -> None:
        with pytest.raises(KeyError, match="on purpose"):
            await database.write(work)

    assert (await traced(database, raised))[-1] == "ROLLBACK"
    assert await database.read(rows, "games", "log") == {"games": [], "log": []}
    assert await database.write(new_game) == 1  # and the connection is of use


async def test_a_commit_that_fails_leaves_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))  # what is wrong comes up at the end
        new_game(connection)
        append(connection, 77, event(1), START)

    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        await database.write(work)
    assert await database.read(rows, "games", "log") == {"games": [], "log": []}
    assert await database.write(new_game) == 1


async def test_a_unit_does_not_wait_for_another_program_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    async with opened(path) as database:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseAway, match=r"\(database is locked\): end the other program"):
            await database.write(new_game)
        assert await database.read(game_ids) == []
        other.execute("ROLLBACK")
        assert await database.write(new_game) == 1
    other.close()


async def test_a_unit_that_raises_what_no_future_takes_does_not_hang(database: Database) -> None:
    def work(_: Connection) -> object:
        return next(iter(()))

    with pytest.raises(RuntimeError, match="StopIteration"):
        async with asyncio.timeout(SOON):
            await database.write(work)
    assert await database.write(new_game) == 1


async def test_a_unit_sees_the_context_of_its_caller_and_leaves_it_as_it_is(database: Database) -> None:
    hour: ContextVar[int] = ContextVar("hour", default=0)

    def work(_: Connection) -> int:
        seen = hour.get()
        hour.set(99)
        return seen

    async def call(run: Callable[..., Awaitable[int]], value: int) -> tuple[int, int]:
        hour.set(value)
        return await run(work), hour.get()

    calls = [call(run, value) for value, run in enumerate((database.read, database.write) * 5)]
    assert await asyncio.gather(*calls) == [(value, value) for value in range(10)]
    assert await database.write(work) == 0
