"""The connection to the database: its set-up, its units, cancelled callers, closing, and what cannot be opened."""

from __future__ import annotations

import asyncio
import gc
import random
import re
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import database as module
from bot.store.database import Database, StoreError, open_database
from bot.store.games import append, find_game
from bot.store.tables import metadata
from tests.store.building import PROCESSES, START, event, migrated_file, new_game, opened, rows, url_of


async def pragma(connection: AsyncConnection, name: str) -> object:
    return (await connection.execute(text(f"PRAGMA {name}"))).scalar()


async def game_ids(connection: AsyncConnection) -> list[int]:
    return [row[0] for row in (await rows(connection, "games"))["games"]]


async def traced(database: Database, unit: Callable[[], Awaitable[object]]) -> list[str]:
    """The first two words of each statement that SQLite itself sees in a unit, on whichever connection."""
    seen: list[str] = []

    async def watch(connection: AsyncConnection, callback: Callable[[str], None] | None) -> None:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.set_trace_callback(callback)

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


# --- the connection


@pytest.mark.parametrize(("name", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)])
async def test_the_connection_is_set_up(database: Database, name: str, value: object) -> None:
    assert await database.write(pragma, name) == value


async def test_a_connection_that_reads_cannot_write(database: Database) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await database.read(new_game)


async def test_who_reads_does_not_wait_for_a_write(database: Database) -> None:
    release = asyncio.Event()

    async def hold(connection: AsyncConnection) -> None:
        await new_game(connection)
        await release.wait()

    writing = asyncio.create_task(database.write(hold))
    async with asyncio.timeout(1):
        assert await asyncio.gather(*(database.read(game_ids) for _ in range(20))) == [[]] * 20
    release.set()
    await writing
    assert await database.read(game_ids) == [1]


async def test_whoever_comes_after_a_cancelled_caller_sees_what_was_written(database: Database) -> None:
    caller = asyncio.create_task(database.write(new_game))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await database.read(game_ids) == [1]


async def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        await database.write(append, 77, event(1), START)


async def test_a_second_connection_waits_for_a_write_to_end(path: Path) -> None:
    holding, order = asyncio.Event(), []

    async def hold(connection: AsyncConnection) -> None:
        holding.set()
        await asyncio.sleep(0.05)
        order.append(await new_game(connection))

    async def follow(connection: AsyncConnection) -> None:
        order.append(await new_game(connection))

    async with opened(path) as one, opened(path) as two:
        first = asyncio.create_task(one.write(hold))
        await holding.wait()
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


async def test_a_unit_that_raises_leaves_nothing(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        await append(connection, await new_game(connection), event(1), START)
        raise KeyError("on purpose")

    with pytest.raises(KeyError, match="on purpose"):
        await database.write(work)
    assert await database.read(rows, "games", "log") == {"games": [], "log": []}
    assert await database.write(new_game) == 1  # and the connection is of use


async def test_a_unit_is_committed_when_its_call_returns(database: Database, path: Path) -> None:
    await database.write(new_game)
    other = sqlite3.connect(path)
    assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)
    other.close()


async def test_a_unit_takes_arguments_and_gives_its_result(database: Database) -> None:
    async def work(connection: AsyncConnection, one: int, *, two: int) -> int:
        return one - two

    assert await database.read(work, 5, two=3) == await database.write(work, 5, two=3) == 2


# --- cancelled callers


async def test_the_unit_of_a_cancelled_caller_runs_on(database: Database) -> None:
    started, go = asyncio.Event(), asyncio.Event()

    async def work(connection: AsyncConnection) -> None:
        started.set()
        await go.wait()
        await new_game(connection)

    caller = asyncio.create_task(database.write(work))
    await started.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go.set()
    assert await database.read(game_ids) == [1]


async def cancel_at_random(path: Path, callers: int, seed: int) -> int:
    """Callers that are cancelled or timed out at random while they read and write. Returns how many were."""
    rng = random.Random(seed)
    cut = 0

    async def call(database: Database, number: int) -> None:
        nonlocal cut
        work: Coroutine[Any, Any, object]
        if number % 3 == 2:
            work = database.read(game_ids)
        else:
            work = database.write(new_game, channel_id=number)
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
    cancelled = asyncio.Event()

    async def work(connection: AsyncConnection) -> None:
        await new_game(connection)
        await cancelled.wait()
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
    async def work(connection: AsyncConnection, channel: int) -> None:
        await asyncio.sleep(0.02)
        await new_game(connection, channel_id=channel)

    database = await open_database(url_of(path))
    callers = [asyncio.create_task(database.write(work, number)) for number in range(4)]
    await asyncio.sleep(0)
    for caller in callers:
        caller.cancel()
    await database.close()
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT channel_id FROM games").fetchall() == [(0,), (1,), (2,), (3,)]
    file.close()


async def test_closing_leaves_one_file(path: Path) -> None:
    async with opened(path) as database:
        await database.write(new_game)
    assert list(path.parent.iterdir()) == [path]


# --- opening


async def test_a_fresh_file_and_its_folders_are_made(tmp_path: Path) -> None:
    async with opened(tmp_path / "some" / "where" / "games.db") as database:
        assert await database.read(rows) == {
            name: [] for name in ("challenges", "games", "log", "messages", "players", "servers", "timers")
        }


async def test_opening_again_keeps_the_rows(path: Path) -> None:
    async with opened(path) as database:
        await database.write(new_game)
        before = await database.read(rows)
    for _ in range(10):
        async with opened(path) as database:
            assert await database.read(rows) == before


async def test_opening_a_fresh_file_waits_for_another_program_that_holds_it(tmp_path: Path) -> None:
    """SQLite itself does not: to turn a file to WAL it fails at once when another holds the write lock."""
    path = tmp_path / "games.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    opening = asyncio.create_task(open_database(url_of(path)))
    await asyncio.wait([opening], timeout=0.1)
    assert not opening.done()
    other.execute("ROLLBACK")
    other.close()
    await (await opening).close()


async def test_it_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.05)
    path = tmp_path / "games.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"cannot be used \(database is locked\)"):
        await open_database(url_of(path))
    other.close()


async def test_two_that_open_a_fresh_file_at_once_both_succeed(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / f"{number}.db"
        one, two = await asyncio.gather(open_database(url_of(path)), open_database(url_of(path)))
        assert await one.write(new_game) == 1
        assert await two.write(new_game) == 2
        await one.close()
        await two.close()


def open_together(urls: list[str], barrier: Barrier) -> None:
    """In a process of its own: open each database at the same instant as the others."""

    async def run(url: str) -> None:
        database = await open_database(url)
        await database.write(new_game)
        await database.close()

    for url in urls:
        barrier.wait(20)
        asyncio.run(run(url))


def test_three_processes_that_open_a_fresh_file_at_once_all_succeed(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in range(10)]
    barrier = PROCESSES.Barrier(3)
    children = [
        PROCESSES.Process(target=open_together, args=([url_of(path) for path in paths], barrier)) for _ in range(3)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join(30)
        child.kill()
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    for path in paths:
        file = sqlite3.connect(path)
        assert file.execute("SELECT count(*) FROM games").fetchone() == (3,)
        assert file.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        file.close()


# --- migrations


async def test_the_migrations_make_the_tables_of_the_program(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work(connection: AsyncConnection) -> list[object]:
        return await connection.run_sync(differences)

    assert await database.read(work) == []


def parts(sql: str) -> list[str]:
    """The columns and constraints of a CREATE statement, in an order of our own: later columns are added at the end."""
    head, _, body = " ".join(sql.split()).partition(" (")
    return [head, *sorted(part.strip() for part in re.split(r",(?![^()]*\))", body.removesuffix(")")))]


def test_the_migrations_make_them_word_for_word(path: Path, tmp_path: Path) -> None:
    """Types, keys that count up and lengths too, which the comparison above does not see in SQLite."""
    made = tmp_path / "made.db"
    engine = create_engine(f"sqlite:///{made}")
    metadata.create_all(engine)
    engine.dispose()
    query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' ORDER BY name"
    schemas = []
    for each in (path, made):
        file = sqlite3.connect(each)
        schemas.append({name: parts(sql or "") for name, sql in file.execute(query)})
        file.close()
    assert schemas[0] == schemas[1]
    assert len(schemas[0]) > 8


async def test_foreign_keys_are_off_while_migrating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebuilding a table, as migrations do in SQLite, would delete the rows that refer to it."""
    seen: list[object] = []
    upgrade = module._upgrade

    def spy(connection: Connection) -> None:
        seen.append(connection.exec_driver_sql("PRAGMA foreign_keys").scalar())
        upgrade(connection)

    monkeypatch.setattr(module, "_upgrade", spy)
    async with opened(tmp_path / "games.db") as database:
        assert seen == [0]
        assert await database.write(pragma, "foreign_keys") == 1


async def test_a_migration_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade, path = module._upgrade, tmp_path / "games.db"

    def fail(connection: Connection) -> None:
        upgrade(connection)
        raise OSError("on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(module, "_upgrade", fail)
        with pytest.raises(StoreError, match="on purpose"):
            await open_database(url_of(path))
    file = sqlite3.connect(path)
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == []
    file.close()
    async with opened(path) as database:
        assert await database.write(new_game) == 1


# --- what cannot be opened


def refusal(path: Path) -> str:
    """The sentence with which a database is refused; it is one sentence on one line that names the file."""

    async def run() -> str:
        with pytest.raises(StoreError) as caught:
            await open_database(url_of(path))
        for thread in threading.enumerate():
            if "connection_worker" in thread.name:  # aiosqlite's: it still reports to this loop, and nobody awaits it
                await asyncio.to_thread(thread.join, 10)
        return str(caught.value)

    sentence = asyncio.run(run())
    assert sentence.startswith(f"The database {path} ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "DATABASE_URL" in sentence
    return sentence


@pytest.mark.parametrize("content", [b"These are my holiday notes.\n" * 200, b"SQLite format 3\0" + b"\xaa" * 4080])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert "cannot be used (file is not a database)" in refusal(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot be used (unable to open database file)" in refusal(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert "cannot be used" in refusal(tmp_path / "data" / "games.db")
    assert (tmp_path / "data").read_text() == "a file"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is a folder in which nobody, not even root, makes files")
@pytest.mark.parametrize("path", ["/proc/games.db", "/proc/data/games.db"])
def test_a_folder_that_cannot_be_written_is_refused(path: str) -> None:
    assert "cannot be used" in refusal(Path(path))


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE alembic_version SET version_num = '9876'")
    file.close()
    content = path.read_bytes()
    sentence = refusal(path)
    assert "was written by a newer version of the bot" in sentence
    assert "9876" in sentence
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_refused_database_can_be_opened_once_it_is_right(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.mkdir()
    refusal(path)
    path.rmdir()
    assert migrated_file(tmp_path, "games.db") == path
