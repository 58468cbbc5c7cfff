"""A database file that is deleted, moved or replaced under a running bot: nothing is confirmed that would be lost."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost
from bot.store.backend.opening import open_database
from bot.store.games import game_ids
from tests.store.building import new_game, url_of


def deleted(path: Path, _: Path) -> None:
    path.unlink()


def moved(path: Path, _: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path, other: Path) -> None:
    Path(shutil.copy(other, path.with_name("other.db"))).replace(path)


def copy_saved(path: Path) -> list[int]:
    (saved,) = path.parent.glob("games.db.saved-*")
    with closing(sqlite3.connect(saved)) as file:
        return [number for (number,) in file.execute("SELECT id FROM games")]


async def lost(path: Path, database: Database) -> str:
    """What is said when the file is looked for."""
    with pytest.raises(FileLost) as error:
        await database.check_file()
    await database.close()
    return str(error.value)


@pytest.mark.parametrize("act", [deleted, moved, replaced])
async def test_nothing_is_committed_any_more_and_what_was_is_saved(
    path: Path, empty_file: Path, act: Callable[[Path, Path], None]
) -> None:
    database = await open_database(url_of(path))
    await database.write(new_game)
    await database.check_file()
    await asyncio.to_thread(act, path, empty_file)
    with pytest.raises(FileLost, match=r"games\.db was deleted, moved or replaced while the bot ran\."):
        await database.write(new_game)
    assert await database.read(game_ids) == [1]
    sentence = await lost(path, database)
    assert "All games up to now are in " in sentence
    assert "'python -m bot restore FILE'" in sentence
    assert await asyncio.to_thread(copy_saved, path) == [1]


async def test_what_took_its_place_is_left_as_it_is(path: Path, empty_file: Path) -> None:
    database = await open_database(url_of(path))
    await database.write(new_game)
    await asyncio.to_thread(replaced, path, empty_file)
    await lost(path, database)
    opened_again = await open_database(url_of(path))
    assert await opened_again.read(game_ids) == []
    await opened_again.close()
