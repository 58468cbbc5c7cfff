"""Callers of the database that are cancelled, and closing it: no unit is lost, and nothing hangs."""

import asyncio
import gc
import random
import threading
import time
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.store.backend.database import Database, on_behalf_of
from bot.store.backend.opening import READERS, open_database
from bot.store.games import game_ids
from tests.store.building import MINA, PROCESSES, SOON, TOM, found_in, new_game, opened, url_of, waited


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """An open database without rows, on behalf of Mina."""
    on_behalf_of.set(MINA)
    async with opened(path) as database:
        yield database


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
    on_behalf_of.set(TOM)
    for _ in range(2 * READERS):
        assert await database.read(game_ids) == []
    assert not any(task.done() for task in following), "they wait for what was left alone"
    go.set()
    assert await asyncio.gather(*following) == [[1]] * 2 * READERS


async def test_a_write_that_hangs_holds_up_only_whoever_began_it(database: Database) -> None:
    go = threading.Event()

    def work(connection: Connection) -> None:
        waited(go)
        new_game(connection)

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await database.write(work)
    own = asyncio.create_task(database.read(game_ids))
    for other in (TOM, 0):
        on_behalf_of.set(other)
        assert await database.read(game_ids) == []
    assert not own.done()
    go.set()
    assert await own == [1]


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


@pytest.mark.night
def test_hundreds_of_cancelled_callers_hang_nothing_and_lose_no_row(path: Path) -> None:
    callers = 450
    child = PROCESSES.Process(target=run_cancelled, args=(path, callers))
    child.start()
    child.join(SOON)
    child.kill()
    child.join()
    assert child.exitcode == 0, "it hangs" if child.exitcode == -9 else "it failed"
    channels = found_in(path, "SELECT channel_id FROM games ORDER BY channel_id")
    assert channels == [(number,) for number in range(callers) if number % 3 != 2]


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
    gc.collect()  # asyncio would log an ERROR when nobody can ask for it any more
    assert "nobody waited any more for what failed: KeyError('on purpose')" in caplog.text


# --- closing


def workers() -> list[threading.Thread]:
    """The threads of aiosqlite."""
    return [thread for thread in threading.enumerate() if "connection_worker" in thread.name]


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
    assert found_in(path, "SELECT channel_id FROM games") == [(0,), (1,), (2,), (3,)]


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
