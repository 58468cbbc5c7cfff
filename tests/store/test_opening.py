"""Opening a database: a fresh one, one that is held by others, and what cannot be opened."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.store.backend import sqlite
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.backend.opening import open_database, open_existing
from bot.store.backend.versions import NEWEST, OLDEST
from bot.store.tables import metadata
from tests.store import building
from tests.store.building import NEWER, PROCESSES, SOON, found_in, new_game, opened, spoil, url_of
from tests.wire.world import LONG_ENOUGH


async def test_a_fresh_file_and_its_folders_are_made(tmp_path: Path) -> None:
    async with opened(tmp_path / "some" / "where" / "games.db") as database:
        found = await database.read(building.rows)
        assert found.pop("notes") == [("readable_from", OLDEST)]
        assert {*found} == {*metadata.tables} - {"notes"}
        assert not any(found.values())


@pytest.mark.slow
async def test_opening_a_fresh_file_waits_for_another_program_that_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself does not: to turn a file to WAL it fails at once when another holds the write lock."""
    path, has_waited = tmp_path / "games.db", threading.Event()

    def pause(seconds: float) -> None:
        has_waited.set()
        time.sleep(seconds)

    monkeypatch.setattr(sqlite, "time", SimpleNamespace(monotonic=time.monotonic, sleep=pause))
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", SOON)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    opening = asyncio.create_task(open_database(url_of(path)))
    await asyncio.to_thread(building.waited, has_waited)
    assert not opening.done()
    other.execute("ROLLBACK")
    other.close()
    await (await opening).close()


async def test_an_opening_that_is_cancelled_closes_what_it_has_opened(path: Path) -> None:
    opening = asyncio.create_task(open_database(url_of(path)))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert [*path.parent.iterdir()] == [path], "the last connection that is closed takes the files beside it with it"


@pytest.mark.slow
@pytest.mark.parametrize("migrated", [False, True])
async def test_it_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, migrated: bool) -> None:
    path = tmp_path / "games.db"
    if migrated:
        await (await open_database(url_of(path))).close()
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"cannot be used \(database is locked\)"):
        await open_database(url_of(path))
    other.close()


def open_together(urls: list[str], barrier: Barrier) -> None:
    """In a process of its own: open each database at the same instant as the others."""

    async def run(url: str) -> None:
        database = await open_database(url)
        await database.write(new_game)
        await database.close()

    for url in urls:
        barrier.wait(LONG_ENOUGH)
        asyncio.run(run(url))


@pytest.mark.night
def test_three_processes_that_open_a_fresh_file_at_once_all_succeed(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.db" for number in range(10)]
    barrier = PROCESSES.Barrier(3)
    urls = [url_of(path) for path in paths]
    children = [PROCESSES.Process(target=open_together, args=(urls, barrier)) for _ in range(3)]
    for child in children:
        child.start()
    for child in children:
        child.join(LONG_ENOUGH)
        child.kill()
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    for path in paths:
        assert found_in(path, "SELECT count(*) FROM games") == [(3,)]
        assert found_in(path, "SELECT count(*) FROM alembic_version") == [(1,)]


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


def test_a_folder_is_refused_and_so_is_a_file_in_the_place_of_one(tmp_path: Path) -> None:
    folder, file = tmp_path / "games.db", tmp_path / "data"
    folder.mkdir()
    assert "cannot be used (it is no regular file)" in refusal(folder)
    file.write_text("a file")
    assert "cannot be used" in refusal(file / "games.db")
    assert file.read_text() == "a file"
    folder.rmdir()
    assert building.migrated_file(tmp_path, "games.db") == folder, "once it is right, it can be opened"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is a folder in which nobody, not even root, makes files")
@pytest.mark.parametrize("path", ["/proc/games.db", "/proc/data/games.db"])
def test_a_folder_that_cannot_be_written_is_refused(path: str) -> None:
    assert "cannot be used" in refusal(Path(path))


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    spoil(path, *NEWER)
    content = path.read_bytes()
    sentence = refusal(path)
    assert "was written by a newer version of the bot" in sentence
    assert "(" not in sentence, "what alembic calls it helps nobody"
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_database_is_refused_with_the_way_out(path: Path) -> None:
    building.overwrite_a_page_of(path, "log")
    with pytest.raises(StoreError, match=r"is damaged .*'python -m bot restore FILE'.*'python -m bot doctor --repair'"):
        asyncio.run(open_database(url_of(path)))


# --- ending


@pytest.mark.slow
def test_a_program_that_fails_with_a_database_open_ends(path: Path) -> None:
    """Its threads do not keep it alive, even where a traceback holds on to the database."""
    program = f"""
import asyncio
from bot.store.backend.opening import open_database
from tests.store.building import new_game

async def main():
    database = await open_database({url_of(path)!r})
    await database.write(new_game)
    raise KeyError("on purpose")

asyncio.run(main())
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=SOON)
    assert run.returncode == 1
    assert "on purpose" in run.stderr
    assert found_in(path, "SELECT count(*) FROM games") == [(1,)]


async def test_a_file_that_was_emptied_is_told_of_when_tables_are_made_in_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    path.touch()
    async with opened(path):
        pass
    assert caplog.messages[-1] == f"{path} was empty: if it held games, stop the bot and put a backup in its place"


def leave_wal(path: Path, beside: Path) -> None:
    """Change a copy of a database, and leave its WAL beside another file, as copying files one by one does."""
    spoil(path, "PRAGMA journal_mode=WAL")
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("PRAGMA wal_autocheckpoint=0")
        other.execute("CREATE TABLE aside (text)")
        other.executemany("INSERT INTO aside VALUES (?)", [("x" * 9_000,)] * 40)
        other.execute("DROP INDEX games_of_player1")
        other.commit()
        shutil.copy(f"{path}-wal", f"{beside}-wal")


@pytest.mark.parametrize("version", [NEWEST, "0032"])
def test_the_wal_of_another_database_is_told_of_and_nothing_is_migrated(
    path: Path, tmp_path: Path, version: str
) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.db"))
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany("INSERT INTO notes VALUES (?, ?)", [(f"note {each}", "y" * 5_000) for each in range(9)])
        file.execute("UPDATE alembic_version SET version_num = ?", (version,))
    leave_wal(other, path)
    told = r"^The database .* is damaged \(.*\), or games.db-wal beside it is of another one: put a backup in its place"
    for opening in (open_database, open_existing):
        copied = tmp_path / opening.__name__
        copied.mkdir()
        for each in path.parent.glob("games.db*"):
            shutil.copy(each, copied)
        if opening is open_existing and version == NEWEST:
            continue  # the doctor looks the file through, and says what it finds
        with pytest.raises(StoreError, match=told) as caught:
            asyncio.run(opening(url_of(copied / "games.db")))
        assert "migrate" not in str(caught.value)


@pytest.mark.parametrize("opening", [open_database, open_existing])
def test_an_empty_file_with_changes_beside_it_is_left_as_it_is(
    path: Path, opening: Callable[[str], Coroutine[Any, Any, Database]]
) -> None:
    leave_wal(path, path.with_name("empty.db"))
    empty, beside = path.with_name("empty.db"), path.with_name("empty.db-wal")
    empty.touch()
    held = beside.read_bytes()
    with pytest.raises(StoreError, match=r"empty\.db is empty, but empty\.db-wal .* 'python -m bot restore FILE', or"):
        asyncio.run(opening(url_of(empty)))
    assert (empty.read_bytes(), beside.read_bytes()) == (b"", held)
