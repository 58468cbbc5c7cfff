"""The door to the database: its connections, its units, cancelled callers, and closing."""

from __future__ import annotations

import asyncio
import gc
import random
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.store.database import READERS, Database, open_database
from bot.store.games import append, find_game, game_ids, read_log
from bot.store.players import find_player
from bot.store.timers import set_timers
from tests.store.building import MINA, PROCESSES, START, event, new_game, opened, rows, url_of

SOON = 5.0
"""Seconds after which a test that waits in a thread gives up."""


def pragma(connection: Connection, name: str) -> object:
    return connection.execute(text(f"PRAGMA {name}")).scalar()


def workers() -> list[threading.Thread]:
    """The threads of aiosqlite."""
    return [thread for thread in threading.enumerate() if "connection_worker" in thread.name]


def waited(signal: threading.Event) -> None:
    assert signal.wait(SOON)


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


async def test_who_reads_does_not_wait_for_a_write(database: Database) -> None:
    release = threading.Event()

    def hold(connection: Connection) -> None:
        new_game(connection)
        waited(release)

    writing = asyncio.create_task(database.write(hold))
    async with asyncio.timeout(1):
        assert await asyncio.gather(*(database.read(game_ids) for _ in range(20))) == [[]] * 20
    release.set()
    await writing
    assert await database.read(game_ids) == [1]


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


async def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        await database.write(append, 77, event(1), START)


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


async def test_a_unit_that_writes_takes_the_write_lock_at_once(database: Database) -> None:
    statements = await traced(database, lambda: database.write(new_game))
    assert statements == ["BEGIN IMMEDIATE", "INSERT INTO", "COMMIT"]


async def test_a_unit_that_reads_does_not(database: Database) -> None:
    assert (await traced(database, lambda: database.read(find_game, 1)))[0] == "BEGIN DEFERRED"


async def test_a_move_takes_few_statements(database: Database) -> None:
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

    assert (await traced(database, lambda: raised(database, work)))[-1] == "ROLLBACK"
    assert await database.read(rows, "games", "log") == {"games": [], "log": []}
    assert await database.write(new_game) == 1  # and the connection is of use


async def raised(database: Database, work: Callable[[Connection], None]) -> None:
    with pytest.raises(KeyError, match="on purpose"):
        await database.write(work)


async def test_what_a_unit_raises_is_what_its_caller_catches(database: Database) -> None:
    error = KeyError("on purpose")

    def work(_: Connection) -> None:
        raise error

    for run in (database.read, database.write):
        with pytest.raises(KeyError) as caught:
            await run(work)
        assert caught.value is error


async def test_a_unit_that_raises_what_no_future_takes_does_not_hang(database: Database) -> None:
    def work(_: Connection) -> object:
        return next(iter(()))

    with pytest.raises(RuntimeError, match="StopIteration"):
        async with asyncio.timeout(SOON):
            await database.write(work)
    assert await database.write(new_game) == 1


async def test_a_unit_is_committed_when_its_call_returns(database: Database, path: Path) -> None:
    await database.write(new_game)
    other = sqlite3.connect(path)
    assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)
    other.close()


async def test_a_unit_takes_arguments_and_gives_its_result(database: Database) -> None:
    def work(connection: Connection, one: int, *, two: int) -> int:
        return one - two

    assert await database.read(work, 5, two=3) == await database.write(work, 5, two=3) == 2


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


# --- cancelled callers


async def test_whoever_comes_after_a_cancelled_caller_sees_what_was_written(database: Database) -> None:
    caller = asyncio.create_task(database.write(new_game))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await database.read(game_ids) == [1]


async def test_the_unit_of_a_cancelled_caller_runs_on(database: Database) -> None:
    started, go = threading.Event(), threading.Event()

    def work(connection: Connection) -> None:
        started.set()
        waited(go)
        new_game(connection)

    caller = asyncio.create_task(database.write(work))
    await asyncio.to_thread(waited, started)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    following = [asyncio.create_task(database.read(game_ids)) for _ in range(2 * READERS)]
    done, _ = await asyncio.wait(following, timeout=0.02)
    assert not done  # they wait for what was left alone
    go.set()
    assert await asyncio.gather(*following) == [[1]] * 2 * READERS


async def cancel_at_random(path: Path, callers: int, seed: int) -> int:
    """Callers that are cancelled or timed out at random while they read and write. Returns how many were."""
    rng = random.Random(seed)
    cut = 0

    def linger(connection: Connection, number: int, seconds: float) -> object:
        time.sleep(seconds)
        return game_ids(connection) if number % 3 == 2 else new_game(connection, channel_id=number)

    async def call(database: Database, number: int) -> None:
        nonlocal cut
        run = database.read if number % 3 == 2 else database.write
        work: Coroutine[Any, Any, object] = run(linger, number, rng.uniform(0, 0.002))
        try:
            if number % 2:
                async with asyncio.timeout(rng.uniform(0, 0.02)):
                    await work
            else:
                task = asyncio.create_task(work)
                await asyncio.sleep(rng.uniform(0, 0.02))
                task.cancel()
                await task
        except (TimeoutError, asyncio.CancelledError):
            cut += 1

    database = await open_database(url_of(path))
    for first in range(0, callers, 15):
        await asyncio.gather(*(call(database, number) for number in range(first, first + 15)))
    await database.close()
    return cut


def run_cancelled(path: Path, callers: int) -> None:
    """In a process of its own, so that it can be ended if it hangs."""
    assert asyncio.run(cancel_at_random(path, callers, 7)) > callers / 10


def test_hundreds_of_cancelled_callers_hang_nothing_and_lose_no_row(path: Path) -> None:
    callers = 450
    child = PROCESSES.Process(target=run_cancelled, args=(path, callers))
    child.start()
    child.join(40)
    child.kill()
    child.join()
    assert child.exitcode == 0, "it hangs" if child.exitcode == -9 else "it failed"
    with sqlite3.connect(path) as file:
        channels = [channel for (channel,) in file.execute("SELECT channel_id FROM games ORDER BY channel_id")]
    file.close()
    assert channels == [number for number in range(callers) if number % 3 != 2]


@pytest.mark.logs_errors
async def test_a_unit_that_fails_after_its_caller_was_cancelled_is_logged_and_disturbs_nobody(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    cancelled = threading.Event()

    def work(connection: Connection) -> None:
        new_game(connection)
        waited(cancelled)
        raise KeyError("on purpose")

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.005):
            await database.write(work)
    cancelled.set()
    assert await database.read(game_ids) == []
    gc.collect()  # asyncio logs it when nobody can ask for it any more
    assert "on purpose" in caplog.text


# --- closing


async def test_close_waits_for_running_units_and_for_those_they_hold_up(path: Path) -> None:
    def work(connection: Connection, channel: int) -> None:
        time.sleep(0.02)
        new_game(connection, channel_id=channel)

    database = await open_database(url_of(path))
    callers = [asyncio.create_task(database.write(work, number)) for number in range(4)]
    await asyncio.sleep(0)
    for caller in callers:
        caller.cancel()
    await database.close()
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT channel_id FROM games").fetchall() == [(0,), (1,), (2,), (3,)]
    file.close()


async def test_closing_leaves_one_file_and_no_thread(path: Path) -> None:
    database = await open_database(url_of(path))
    await asyncio.gather(database.write(new_game), *(database.read(game_ids) for _ in range(9)))
    assert len(workers()) > 1
    await database.close()
    await database.close()  # once more does no harm
    assert list(path.parent.iterdir()) == [path]
    deadline = time.monotonic() + SOON
    while workers():  # they have only to return
        assert time.monotonic() < deadline
        await asyncio.sleep(0.001)
