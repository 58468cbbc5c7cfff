"""A disk that is full under play: whoever asks how the bot is hears of it, and once there is room all goes on."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.ui.kit.texts import speaker
from tests.program import call_in
from tests.store.limits import no_longer_files
from tests.wire.checks import all_shown, lost
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.test_health import Door, figures_in
from tests.wire.world import LONG_ENOUGH, until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

AWAY = speaker("en")("failure.away")
ROOM = 32 * 2**10
"""Bytes that the bot's log may have, and the database's WAL has more."""


@pytest.fixture
def door(unused_tcp_port: int) -> Door:
    return Door(unused_tcp_port)


@pytest.fixture
def settings(door: Door) -> dict[str, str]:
    return {"HEALTH": f"127.0.0.1:{door.port}"}


async def test_a_full_disk_is_told_to_whoever_asks_and_is_over_by_itself(
    discord: StandIn, bot: Bot, door: Door
) -> None:
    (table,) = tables(discord, 1)
    await bot.start()
    await door.turns(200, LONG_ENOUGH)
    await table.play(moves=6)
    assert bot.file.with_name("games.db-wal").stat().st_size > ROOM
    with no_longer_files(bot.pid, ROOM):
        words = await door.turns(503, LONG_ENOUGH)  # by a sweep, though nobody plays
        assert words.startswith("Nothing can be stored since 20")
        assert words.endswith(" UTC (disk I/O error): look whether its disk is full or broken.\n")
        figures = figures_in((await door.ask("/metrics"))[1])
        (why,) = (name for name in figures if name.startswith("thimble_unstored_seconds"))
        assert "disk I/O error" in why
        assert 0 < figures[why] < LONG_ENOUGH
        assert figures["thimble_ready"] == 0
        playing = asyncio.create_task(table.play())
        await until(lambda: any(AWAY in each.told for each in discord.interactions.values()))
        playing.cancel()
        await asyncio.wait([playing])
    await door.turns(200, LONG_ENOUGH)
    figures = figures_in((await door.ask("/metrics"))[1])
    assert figures['thimble_unstored_seconds{why=""}'] == 0
    await table.play(moves=2)
    assert await all_shown(bot.database, [table.channel]) == []
    assert lost(bot.database, [table]) == []
    assert len([line for line in bot.warnings() if "nothing can be stored" in line]) == 1
    assert "Traceback" not in bot.log()


async def test_status_tries_it_and_names_the_last_thing_that_was_stored(discord: StandIn, bot: Bot) -> None:
    await bot.connect(discord)
    await bot.database.swept()
    asked = partial(call_in, bot.file.parent, {"DATABASE_URL": bot.database.url}, "status")
    with no_longer_files():
        status, words, _ = await asyncio.to_thread(asked)
    line = words.splitlines()[-1]
    assert status == 0
    told = re.fullmatch(r"From here, nothing can be stored \(disk I/O error\): .* A process .* at (.*) UTC\.", line)
    assert told, line
    assert abs(datetime.fromisoformat(f"{told[1]}+00:00") - datetime.now(UTC)) < timedelta(seconds=LONG_ENOUGH)
    assert "nothing can be stored" not in (await asyncio.to_thread(asked))[1]
