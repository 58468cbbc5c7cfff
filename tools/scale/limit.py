"""Discord's limit for all requests of a bot: it keeps below it by itself, and what is not urgent comes later."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from tests.wire.checks import all_shown
from tests.wire.crowd import Outcome, bots, judged
from tests.wire.people import Table, boards_in, tables
from tests.wire.runs import figures_of, playing
from tests.wire.standin import StandIn

LIMIT, BUDGET = 8, 0.9 * 8
"""The requests a second that Discord takes, and those that the bot allows itself."""

TABLES, RATE = 30, 36
MOST_REFUSED, LEAST_USED, LONGEST_ANSWER = 10, 0.9, 1.0
SETTLE_SECONDS = 20.0

MOST_A_MOVE = 1.0
"""The requests that Discord counts a move are at most so many."""


async def limit(url: str, folder: Path, seconds: float, *, talking: bool = True) -> Outcome:
    """Let games begin, and then people play faster than Discord takes requests. Is every board right a while later?

    Where they are not ``talking`` besides, boards stay the newest message, and fewer requests are needed than allowed.
    """
    settings = {"DISCORD_REQUESTS": str(LIMIT)}
    async with StandIn() as discord, bots(discord, folder, url, {}, settings) as (before, bot):
        people = tables(discord, TABLES, rate=RATE, threads=False, talking=talking)
        discord.most_emoji = 0  # their uploading would be a part of the load only on the first day
        await before.start()
        await discord.connected()
        async with playing(people), asyncio.timeout(60):
            while not all(boards_in(table.channel) for table in people):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert await all_shown(before.database, discord.channels.values()) == []
        assert await before.stop() == 0

        discord.limit.a_second = LIMIT
        await bot.start()
        await discord.connected()
        clicked, moved, called = len(discord.interactions), _moves(people), len(discord.calls)
        async with playing(people):
            await asyncio.sleep(seconds / 4)  # until boards are owed
            taken = discord.limit.taken
            await asyncio.sleep(seconds * 3 / 4)
            used = (discord.limit.taken - taken) / (BUDGET * seconds * 3 / 4)
        stopped = time.perf_counter()
        figures = await figures_of(discord, bot.database, people, SETTLE_SECONDS)
        settled = time.perf_counter() - stopped
        a_move = discord.limit.taken / (_moves(people) - moved)
        refused = sum(status == 429 for _, status, _ in discord.refused)
        assert await bot.stop() == 0
        outcome = Outcome(
            f"{RATE} clicks a second and {LIMIT} requests: {len(discord.interactions) - clicked} clicks, "
            f"{refused} × 429, {used:.0%} of the budget used, {a_move:.2f} requests a move, "
            f"{len(discord.calls) - called} calls, "
            f"{len(figures.not_shown)} boards not right {settled:.0f} s later, p50 / p99 / longest answer "
            + " / ".join(f"{figures.quantile(share):.2f}" for share in (0.5, 0.99, 1))
            + " s"
        )
        outcome.must(refused <= MOST_REFUSED, f"{refused} requests were refused")
        outcome.must(a_move <= MOST_A_MOVE, f"{a_move:.2f} requests a move")
        outcome.must(used >= LEAST_USED or not talking, f"only {used:.0%} of the budget was used")
        outcome.must(figures.quantile(0.99) < LONGEST_ANSWER, "answers had to wait")
        return judged(outcome, figures, discord, bot)


def _moves(people: Sequence[Table]) -> int:
    """Count how many moves have been made at all tables."""
    return sum(len(table.promised) for table in people)
