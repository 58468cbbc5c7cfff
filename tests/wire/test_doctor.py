"""The doctor and the backup, as an operator starts them beside a running bot."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable

import pytest

from tests.ports import free_port
from tests.wire.checks import all_deleted, all_shown
from tests.wire.copies import copy_game
from tests.wire.people import tables
from tests.wire.places import GUILD
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow


async def test_beside_a_running_bot(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 2)
    await bot.connect(discord)
    for table in people:
        await table.play(moves=3)
    channels = [table.channel for table in people]
    assert await all_shown(bot.database, channels) == []
    await all_deleted(bot.database)

    status, printed = await bot.run("doctor")
    assert (status, printed) == (0, "Games replayed: 2, findings: 0.\n")

    discord.home.permissions = 1 << 10  # to see the channel, no more
    channels[1].gone = True
    status, printed = await bot.run("doctor")
    assert status == 1
    assert "the bot lacks send_messages, attach_files in its channel" in printed
    assert f"its channel {channels[1].id} cannot be reached" in printed

    bot.database.change("UPDATE games SET place = 'private' WHERE channel_id = :channel", {"channel": channels[1].id})
    _, printed = await bot.run("doctor")
    assert "cannot be reached" not in printed, "private games need no channel"

    left = {"guild": GUILD, "at": int(time.time())}
    bot.database.change("UPDATE servers SET left_at = :at WHERE guild_id = :guild", left)
    status, printed = await bot.run("doctor")
    assert (status, printed) == (0, "Games replayed: 2, findings: 0.\n"), "games that rest need no channel"

    bot.database.change("UPDATE games SET to_move = 2, revision = 1 WHERE id = 1")
    status, printed = await bot.run("doctor", "--repair")
    assert "Games mended: 1." in printed
    assert "cache" not in printed


async def test_a_host_is_told_that_the_running_bot_is_well(discord: StandIn, another: Callable[..., Bot]) -> None:
    bot = another(HEALTH=f"127.0.0.1:{free_port()}")
    await bot.connect(discord)
    async with asyncio.timeout(LONG_ENOUGH):
        printed = ""
        while " 6 yes The clock goes with Discord's." not in printed or " 7 yes http://127.0.0.1:" not in printed:
            _, printed = await bot.run("doctor", "--deploy")  # its first sweep reports


async def test_discord_is_asked_once_about_each_place_and_slowly(discord: StandIn, bot: Bot) -> None:
    """A bot that runs beside it needs nearly all of the requests that Discord allows."""
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=2)
    assert await all_shown(bot.database, [table.channel]) == []
    assert await bot.stop() == 0
    rooms = [discord.new_channel() for _ in range(16)]
    rooms[3].permissions = 1 << 10
    copy_game(bot.database, 1, 4 * len(rooms), lambda number: (discord.home.id, rooms[number % len(rooms)].id))
    before = len(discord.requests)
    discord.limit.a_second = 10  # twice a tenth of 50
    _, printed = await bot.run("doctor", "--repair")
    assert printed.count("the bot lacks") == 1
    assert "the bot lacks send_messages, attach_files in its channel (3 more games are running there)" in printed
    asked = Counter(request for request in discord.requests[before:] if "@me" not in request)
    assert set(asked.values()) == {1}
    assert len(asked) == 2 + 1 + len(rooms)  # the server, the bot as its member, and each channel
    assert discord.refused == []

    discord.limit.a_second = None
    before = len(discord.requests)
    _, printed = await bot.run("doctor", "--sample", "3")
    assert "Games replayed: 3 (a sample of 65, drawn evenly)" in printed
    assert sum("/channels/" in request for request in discord.requests[before:]) == 3
