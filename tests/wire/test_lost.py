"""A start with many games that cannot be shown: Discord is hardly asked for them, and others play on.

Ten minutes are eleven sweeps: one at once, and then one a minute. Here they come 60 times as fast, and with them all
pauses that are counted in sweeps. The first retries of a board keep their own times (2, 8 and 30 s after a refusal).
"""

import asyncio

import pytest

from tests.wire.checks import all_shown, lost
from tests.wire.copies import copy_game, make_reminders_due
from tests.wire.crowd import answers
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import playing
from tests.wire.standin import StandIn, answered
from tests.wire.words import was_slow

pytestmark = pytest.mark.night

SWEEP, SWEEPS = 1.0, 11
CLICKS_A_SECOND = 5
LOST, SERVERS, SHUT = 1_000, 200, 400
REFUSED = 100
"""At most so many requests of ten minutes after a start may be refused with 401, 403 or 429."""


@pytest.mark.parametrize("sweep", [SWEEP], ids=["a second"])
async def test_games_of_lost_servers_and_of_a_closed_channel_are_left_alone(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1, rate=CLICKS_A_SECOND)
    shut = discord.new_channel()
    shut.closed = True
    await bot.connect(discord)
    await table.play(moves=2)
    assert await bot.stop() == 0
    gone = copy_game(bot.database, 1, LOST, lambda number: (5_000 + number % SERVERS, 100_000 + number))
    make_reminders_due(bot.database, gone)
    copy_game(bot.database, 1, SHUT, lambda _: (discord.home.id, shut.id))
    discord.limit.a_second = 50
    begun = len(discord.requests)
    await bot.connect(discord)
    before = len(discord.interactions)
    async with playing([table]):
        await answers(discord, int(CLICKS_A_SECOND * SWEEP * SWEEPS))
    clicks = [*discord.interactions.values()][before:]
    await asyncio.gather(*map(answered, clicks))
    assert await all_shown(bot.database, [table.channel]) == []
    assert await bot.stop() == 0
    asked = [request for request in discord.requests[begun:] if "/channels/100" in request or "/guilds/5" in request]
    assert asked == []
    assert 0 < len(discord.refused) <= REFUSED
    assert [one.control for one in clicks if one.accepted != 1 or was_slow(discord, one)] == []
    assert lost(bot.database, [table]) == []
