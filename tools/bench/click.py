"""What players and operators would notice under a short load over real sockets, beside its bounds.

One bot begins with nothing painted, as after the first start ever, and another one finds what that has left, as after
every other start. The clock stands still while the bot waits for a processor (see `tests/wire/fair.py`).
"""

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import Figures, load
from tests.wire.standin import StandIn
from tools import bounds
from tools.bench.measure import Result, at_most

TABLES, RAMP_SECONDS, SECONDS = 40, 5, 25


def click_first() -> Result:
    """The CPU of a click while nothing has been painted yet."""
    return at_most("a click, first ever", _figures()[0].cpu_a_click, bounds.CLICK_CPU, slack=0)


def click_warm() -> Result:
    """The CPU of a click after a restart."""
    return at_most("a click", _figures()[1].cpu_a_click, bounds.CLICK_CPU, slack=0)


def click_p99() -> Result:
    """The seconds within which 99 of 100 clicks are answered."""
    return at_most("an answer, p99", _figures()[1].quantile(0.99), bounds.P99, slack=0)


def click_start() -> Result:
    """Time a start until the bot is connected."""
    return at_most("a start", _figures()[1].start, bounds.START, slack=0)


def click_memory() -> Result:
    """The memory of the bot at the end of the load."""
    taken, most = _figures()[1].usage.memory, bounds.MEMORY
    return Result("memory", f"{taken / 1e6:.0f} MB", f"{most / 1e6:.0f} MB", "at most", taken / most, 1, True, slack=0)


def click_files() -> Result:
    """The pictures and other files that are sent for a move, its panels among them."""
    figures = _figures()[1]
    return _a_move("files a move", figures, figures.files, bounds.MOVE_FILES, "{:.1f}")


def click_bytes() -> Result:
    """The bytes that are sent for a move, in all its requests."""
    figures = _figures()[1]
    return _a_move("sent a move", figures, figures.sent / 1000, bounds.MOVE_SENT / 1000, "{:.0f} KB")


CLICK = [click_first, click_warm, click_p99, click_start, click_memory, click_files, click_bytes]


def _a_move(name: str, figures: Figures, amount: float, most: float, told: str) -> Result:
    ours = figures.a_move(amount)
    return Result(name, told.format(ours), told.format(most), "at most", ours / most, 1, at_most=True)


@cache
def _figures() -> tuple[Figures, Figures]:
    """Of the first start ever, and of another one."""
    with tempfile.TemporaryDirectory() as painted:
        return asyncio.run(_under_load(painted)), asyncio.run(_under_load(painted))


async def _under_load(painted: str) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as discord:
            bot = Bot(discord.url, Path(folder), sweep=60, settings={"CACHE": painted}, cold=True)
            people = tables(discord, TABLES, rate=bounds.CLICKS_A_SECOND)
            try:
                return await load(discord, bot, people, SECONDS, RAMP_SECONDS)
            finally:
                if bot.running:
                    await bot.kill()
