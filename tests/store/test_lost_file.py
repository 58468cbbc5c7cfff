"""A database file that is deleted, moved or replaced under a running bot: nothing is confirmed that would be lost."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store.backend.errors import FileLost
from bot.store.backend.opening import open_database
from bot.store.games import game_ids
from tests.store.building import found_in, new_game, url_of


def deleted(path: Path, _: Path) -> None:
    path.unlink()


def moved(path: Path, _: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced(path: Path, other: Path) -> None:
    Path(shutil.copy(other, path.with_name("other.db"))).replace(path)


def copy_saved(path: Path) -> list[int]:
    (saved,) = path.parent.glob("games.db.saved-*")
    return [number for (number,) in found_in(saved, "SELECT id FROM games")]


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
    with pytest.raises(FileLost, match=r"All games up to now are in .*'python -m bot restore FILE'"):
        await database.check_file()
    await database.close()
    assert await asyncio.to_thread(copy_saved, path) == [1]
    if act is replaced:
        assert found_in(path, "SELECT id FROM games") == [], "what took its place is left as it is"
