"""Two processes on one database, each with shards of its own: neither does what is the other's to do."""

import asyncio
import time
from collections import Counter
from pathlib import Path

from tests.wire.checks import double_calls
from tests.wire.copies import HOUR, copy_game, end_days, make_reminders_due, sew_daily, walls_shown
from tests.wire.crowd import Outcome, bots, judged
from tests.wire.people import tables
from tests.wire.runs import figures_of, playing
from tests.wire.standin import StandIn

PROCESSES = [{"SHARDS": "0-1", "SHARD_COUNT": "4"}, {"SHARDS": "2-3", "SHARD_COUNT": "4"}]
SERVERS, TABLES, RATE = 8, 12, 12
REMINDERS, WALLS = 16, 48
"""So many that a process which does what is another one's to do as well meets it there."""


async def shards(url: str, folder: Path, seconds: float) -> Outcome:
    """Let people play on the servers of all shards, and then let many reminders come due, and a day end, at once."""
    async with StandIn() as discord, bots(discord, folder, url, *PROCESSES) as (one, two):
        discord.starts.concurrency = discord.shards = 4
        servers = [discord.home, *(discord.new_server() for _ in range(SERVERS - 1))]
        people = tables(discord, TABLES, rate=RATE, servers=servers)
        waiting = [discord.new_channel(server=servers[number % SERVERS]) for number in range(REMINDERS)]
        walls = [discord.new_channel(server=servers[number % SERVERS]) for number in range(WALLS)]
        for bot in (one, two):
            await bot.start()
        await discord.connected(4)
        async with playing(people):
            await asyncio.sleep(seconds)
        figures = await figures_of(discord, one.database, people)
        for bot in (one, two):
            assert await bot.stop() == 0

        ((running,),) = one.database.rows("SELECT min(id) FROM games WHERE ending IS NULL AND player2 IS NOT NULL")
        games = copy_game(
            one.database, running, REMINDERS, lambda number: (waiting[number].guild_id, waiting[number].id)
        )
        make_reminders_due(one.database, games)
        tonight = int(time.time()) + HOUR
        for number, room in enumerate(walls):
            sew_daily(one.database, [room], tonight, 300 + number // SERVERS)
        for bot in (one, two):
            await bot.start()
        await walls_shown(one.database, WALLS)
        end_days(one.database)
        await walls_shown(one.database, WALLS, "is_up")
        reminded = await _reminded(discord, {channel.id for channel in waiting})
        for bot in (one, two):
            assert await bot.stop() == 0
        once = sum(times == 1 for times in reminded.values())
        posted = [len(room.messages) for room in walls]
        outcome = Outcome(
            f"{figures.clicks} clicks, {figures.moves} moves, {figures.unanswered} unanswered, {figures.doubles} "
            f"answered twice, {len(figures.lost)} lost, {len(figures.not_shown)} not shown, "
            f"{discord.saved_by_nonce} posts saved by the nonce alone, {len(double_calls(discord))} double calls, "
            f"{once} of {REMINDERS} reminders called once, {posted.count(1)} of {WALLS} walls posted once"
        )
        outcome.must(not discord.saved_by_nonce, f"{discord.saved_by_nonce} posts were saved by their nonce alone")
        outcome.must(once == REMINDERS, f"reminders: {sorted(reminded.values())}")
        outcome.must(posted == [1] * WALLS, f"walls: {posted}")
        return judged(outcome, figures, discord, one)


async def _reminded(discord: StandIn, channels: set[int]) -> Counter[int]:
    """Count how often somebody was reminded in each channel, once all have been and there was time for more."""
    end = time.perf_counter() + 30
    while time.perf_counter() < end:
        calls = [call.channel_id for call in discord.calls if call.push.startswith("⏰")]
        if channels <= {*calls} and end > time.perf_counter() + 5:
            end = time.perf_counter() + 3
        await asyncio.sleep(0.1)
    return Counter(channel for channel in calls if channel in channels)
