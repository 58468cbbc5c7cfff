"""A backup is whole, is of one moment, and never overwrites."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.backup import back_up
from bot.store.database import StoreError
from bot.store.games import append
from tests.store.building import START, event, new_game, opened, rows, url_of


async def test_a_copy_holds_everything_and_is_one_file(tmp_path: Path) -> None:
    async with opened(tmp_path / "games.db") as database:
        await database.write(new_game)
        await database.write(append, 1, event(1), START)
        assert back_up(url_of(tmp_path / "games.db"), tmp_path / "copy.db") == (tmp_path / "copy.db").stat().st_size
        before = await database.read(rows)
    beside = sorted(path.name for path in tmp_path.glob("copy*"))  # noqa: ASYNC240
    assert beside == ["copy.db"]
    async with opened(tmp_path / "copy.db") as copy:
        assert await copy.read(rows) == before


async def test_a_copy_is_of_one_moment_while_the_bot_writes(tmp_path: Path) -> None:
    """Log and cache are changed in one transaction: in every copy they agree."""
    async with opened(tmp_path / "games.db") as database:
        await database.write(new_game)

        async def go_on() -> None:
            for number in range(1, 200):
                await database.write(append, 1, event(number), START)

        writing = asyncio.create_task(go_on())
        revisions = []
        while not writing.done():
            copy = tmp_path / f"copy{len(revisions)}.db"
            await asyncio.to_thread(back_up, url_of(tmp_path / "games.db"), copy)
            with closing(sqlite3.connect(copy)) as connection:
                (revision,) = connection.execute("SELECT revision FROM games").fetchone()
                assert connection.execute("SELECT count(*) FROM log").fetchone() == (revision,)
            revisions.append(revision)
        await writing
        assert revisions == sorted(revisions)
        assert len(set(revisions)) > 1


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"")
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreError, match=r"is there already"):
        back_up(url_of(tmp_path / "games.db"), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


@pytest.mark.parametrize(
    ("url", "target", "sentence"),
    [
        ("postgresql+asyncpg://localhost/games", "copy.db", "Only SQLite"),
        ("sqlite+aiosqlite:///{}/nothing.db", "copy.db", "There is no database"),
        ("sqlite+aiosqlite:///{}/text.db", "copy.db", "cannot be copied"),
        ("sqlite+aiosqlite:///{}/text.db", "nowhere/copy.db", "cannot be copied"),
    ],
)
def test_what_cannot_be_copied_gets_one_sentence(tmp_path: Path, url: str, target: str, sentence: str) -> None:
    (tmp_path / "text.db").write_text("this is no database, but long enough to be looked at " * 100)
    with pytest.raises(StoreError, match=sentence):
        back_up(url.format(tmp_path), tmp_path / target)
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]
