"""A database that is deleted or damaged while the bot runs."""

import asyncio
from pathlib import Path

import pytest

from bot.store.backend.checking import LARGE
from tests.wire.checks import all_deleted, all_shown, lost
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


@pytest.mark.parametrize(("sweep", "is_told"), [(0.5, False), (60, True)], ids=["in time", "when it is told to stop"])
async def test_a_database_that_is_deleted_under_the_bot_stops_it_and_is_saved(
    discord: StandIn, tmp_path: Path, sweep: float, is_told: bool
) -> None:
    bot = Bot(discord.url, tmp_path, sweep, sketches=True)
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=3)
    assert await all_shown(bot.database, [table.channel]) == []
    await all_deleted(bot.database)
    await asyncio.to_thread(bot.file.unlink)
    assert await (bot.stop() if is_told else bot.ended()) == 1
    (error,) = bot.errors()
    assert "was deleted, moved or replaced while the bot ran. All games up to now are in" in error
    saved = Path(error.partition(" are in ")[2].partition(":")[0])
    status, printed = await bot.run("restore", str(saved))
    assert (status, printed) == (0, f"Games restored from {saved}: 1.\n")
    assert lost(bot.database, [table]) == []


async def test_damage_that_is_found_while_the_bot_runs_stops_it_with_a_sentence(
    discord: StandIn, tmp_path: Path
) -> None:
    bot = Bot(discord.url, tmp_path, sketches=True)
    await bot.connect(discord)
    assert await bot.stop() == 0
    bot.database.change(f"INSERT INTO notes VALUES ('large', hex(zeroblob({LARGE})))")  # noqa: S608
    await asyncio.to_thread(overwrite_the_middle_of, bot.file)
    await bot.start()
    assert await bot.ended() == 1
    assert len(bot.errors()) == 1
    assert "is damaged" in bot.errors()[0]
    assert "put a backup in its place with 'python -m bot restore FILE'" in bot.errors()[0]


def overwrite_the_middle_of(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(LARGE // 4096 * 4096)
        file.write(b"\xaa" * 4096)
