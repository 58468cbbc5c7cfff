"""``python -m bot status``, as an operator asks beside running processes."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.ui.kit.brand import VERSION
from tests.program import call_in
from tests.wire.checks import all_shown
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow

SAID = re.compile(
    rf"    Version {re.escape(VERSION)}, since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC; servers: 1\.\n"
    r"    \d+ s ago(, which is long)?, its machine's clock was right, and \d+% of its requests were in use\.\n"
)


async def printed(bot: Bot, wanted: str) -> str:
    """What is printed, once it holds some words."""
    async with asyncio.timeout(LONG_ENOUGH):
        while True:
            status, words = await bot.run("status")
            assert status == 0, words
            if wanted in words:
                return words


async def test_it_says_who_runs_and_what_is_left_to_do(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=2)
    assert await all_shown(bot.database, [table.channel]) == []
    words = await printed(bot, "servers: 1")
    assert re.search(r"^The database .* is at version \d{4}\.\n", words)
    assert f"Shards all: process {bot.pid} on this machine has them.\n" in words
    assert SAID.search(words), words
    assert words.endswith("Games running: 1. Boards owed: 0. Moves owed by rivals: 0. Timers late: 0.\n")

    await bot.kill()
    words = await printed(bot, "ended")
    assert f"process {bot.pid} on this machine, which has ended, has them." in words
    bot.database.change("UPDATE games SET shown = NULL")
    bot.database.change("DELETE FROM leases")
    words = await printed(bot, "No process of the bot runs on it.")
    assert re.search(r"Boards owed: 1 \(the oldest for \d+ s\)\.", words)


async def test_it_names_who_waits(discord: StandIn, bot: Bot, other: Bot) -> None:
    await bot.connect(discord)
    await other.start()
    words = await printed(bot, "waits for them, and is connected.")
    assert f"    process {other.pid} on this machine waits for them, and is connected.\n" in words
    assert f"Shards all: process {bot.pid} on this machine has them.\n" in words


def test_without_a_database_it_says_so(tmp_path: Path) -> None:
    status, words, sentence = call_in(tmp_path, {}, "status")
    assert (status, words) == (1, "")
    advice = "check DATABASE_URL, or start the bot or run 'python -m bot migrate' to begin anew."
    assert sentence == f"There is no database at data/games.db: {advice}\n"
