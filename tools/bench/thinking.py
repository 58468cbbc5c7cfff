"""How late the event loop is while another process thinks for a rival, beside how late it is anyway."""

import asyncio
import time
from contextlib import suppress
from statistics import median, quantiles

from bot.matches.seats import LEVELS
from bot.thinking.queue import Thinking
from game import Setup
from tools.bench.measure import WALL, Result, milliseconds

TICK, TICKS, ROUNDS = 0.005, 300, 5
"""The pause after which the loop should wake up, in seconds; how often; and in how many turns, idle and busy."""


def loop_thinking() -> Result:
    """Measure how late the event loop is while the strongest rival always thinks, at the 99th percentile."""
    idle, thinking = asyncio.run(_measured())
    ours, theirs = milliseconds(thinking), milliseconds(idle)
    what = "rival thinks, p99 late", ours, theirs, "idle; 10 ms at most"
    return Result(*what, thinking / 0.01, 1, at_most=True, loose=WALL)


async def _measured() -> tuple[float, float]:
    """The median p99 of how late it is while nothing happens, and while a rival thinks."""
    process, position = Thinking(), Setup("classic", (*range(1, 33), 0), 1).start
    await process.move(position, LEVELS[0], 1)

    async def think() -> None:
        while True:
            await process.move(position, LEVELS[-1], 1)

    idle, thinking = list[float](), list[float]()
    for _ in range(ROUNDS):
        idle.append(await _p99())
        task = asyncio.create_task(think())
        thinking.append(await _p99())
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await process.close()
    return median(idle), median(thinking)


async def _p99() -> float:
    late = []
    for _ in range(TICKS):
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        late.append(max(time.perf_counter() - due, 0.0))
    return quantiles(late, n=100)[98]
