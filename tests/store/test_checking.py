"""A large file is looked through while the bot runs already, and damage is told all the same."""

import asyncio
import logging
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.store.backend import checking, opening
from bot.store.backend.database import Database
from bot.store.backend.errors import FileDamaged
from bot.store.backend.opening import open_database
from tests.store.building import SOON, new_game, opened, overwrite_a_page_of, url_of

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LARGE", 0)


async def looked_through(database: Database) -> None:
    """Have the look begin, as the first sweep does, and wait until it has come to its end."""
    await database.check_file()
    assert database.inspection
    await asyncio.wait_for(database.inspection.over.wait(), SOON)


async def test_damage_is_told_while_the_bot_runs(path: Path) -> None:
    await asyncio.to_thread(overwrite_a_page_of, path, "log")
    database = await open_database(url_of(path))
    await looked_through(database)
    with pytest.raises(FileDamaged, match=r"is damaged .*'python -m bot restore FILE'.* doctor --repair'"):
        await database.check_file()
    await database.close()


async def test_of_a_sound_file_nothing_is_said(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, checking.LOG.name)
    async with opened(path) as database:
        await database.write(new_game)
        await looked_through(database)
        await database.check_file()
    assert caplog.messages == [], "and it was looked through to its end"


async def test_nobody_waits_for_the_look_to_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "problems_of", lambda driver: driver.execute(ENDLESS).fetchall())
    database = await open_database(url_of(path))
    assert await database.write(new_game) == 1
    await database.check_file()
    async with asyncio.timeout(SOON):
        await database.close()


async def test_the_look_holds_up_no_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "problems_of", look := Mock(return_value=[]))
    async with opened(path) as database:
        await database.write(new_game)
        look.assert_not_called()
        await looked_through(database)
        look.assert_called_once()
