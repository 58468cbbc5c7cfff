"""A backup that is restored after the bot was killed in the middle of play; and a database that is taken away from it.

``RESTORES=20 pytest tests/wire/test_restores.py`` kills and restores twenty times.
"""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.backend.checking import LARGE
from tests.store.building import url_of
from tests.wire.checks import all_deleted, all_shown, log_of, lost, not_shown
from tests.wire.ledger import Ledger
from tests.wire.people import Table, boards_in, tables
from tests.wire.places import Message
from tests.wire.process import Bot
from tests.wire.runs import stop
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH, until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

RESTORES = int(os.environ.get("RESTORES", "1"))


@pytest.mark.night
async def test_a_restore_after_a_kill_is_sound_and_boards_come_right(discord: StandIn, bot: Bot) -> None:
    rng = random.Random(1)
    people = tables(discord, 3)
    for number in range(RESTORES):
        backup = bot.file.with_name(f"backup{number}.db")
        await killed_in_play(discord, bot, people, backup, rng)
        status, printed = await bot.run("restore", str(backup))
        assert (status, printed.count("\n")) == (0, 2), printed
        assert faults(bot.database) == []
        assert log_of(bot.database) == log_of(Ledger(url_of(backup)))
        await bot.connect(discord)
        await press_what_is_of_the_future(bot, people)
        assert await all_shown(bot.database, [table.channel for table in people]) == []
        status, printed = await bot.run("doctor")
        assert (status, printed.splitlines()[-1].partition(", ")[2]) == (0, "findings: 0."), printed
        for table in people:
            table.promised.clear()  # what was made after the backup is gone
            await table.play(moves=2)
        assert lost(bot.database, people) == []
        await bot.stop()


async def killed_in_play(discord: StandIn, bot: Bot, people: list[Table], backup: Path, rng: random.Random) -> None:
    """Play, take a backup, play on, and kill the bot."""
    await bot.connect(discord)
    playing = [asyncio.create_task(table.play()) for table in people]
    await asyncio.sleep(rng.uniform(1, 2))
    status, printed = await bot.run("backup", str(backup))
    assert status == 0, printed
    status, printed = await bot.run("restore", str(backup))
    assert (status, printed) == (1, f"The database {bot.file} is in use: stop the bot, and restore then.\n")
    kept = log_of(Ledger(url_of(backup)))
    await until(lambda: len(log_of(bot.database)) != len(kept))  # sometimes all of them are about to begin a game
    await asyncio.sleep(rng.uniform(0, 2))
    await bot.kill()
    await stop(playing)
    await discord.cut()


def faults(database: Ledger) -> list[str]:
    """What SQLite finds wrong."""
    return database.complaints() + [str(row) for row in database.rows("PRAGMA foreign_key_check")]


async def press_what_is_of_the_future(bot: Bot, people: list[Table]) -> None:
    """Press all boards that the bot does not know until it owes none: they stood there when it was killed."""
    end = time.perf_counter() + LONG_ENOUGH
    while owed(bot.database, people) and time.perf_counter() < end:
        for table in people:
            for board in extra_boards(bot.database, table):
                await table.click(table.users[0], board, "more")
        await asyncio.sleep(0.2)


def owed(database: Ledger, people: list[Table]) -> bool:
    """Whether something is not as it should be in the channels, or the bot believes so."""
    ((count,),) = database.rows("SELECT count(*) FROM messages WHERE owed OR state = 'doomed'")
    return bool(count or not_shown(database, [table.channel for table in people]))


def extra_boards(database: Ledger, table: Table) -> Iterator[Message]:
    """The boards in a channel that the store does not know."""
    known = {number for (number,) in database.rows("SELECT message_id FROM messages WHERE state = 'live'")}
    yield from [board for board in boards_in(table.channel) if board.id not in known]


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
