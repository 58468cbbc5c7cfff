"""What a start costs in a database with very many games."""

import asyncio
import tempfile
from pathlib import Path
from statistics import median

from tests.wire.process import Bot
from tests.wire.standin import StandIn

TIMES, SECONDS = 3, 60.0
"""How often the bot is started, and how long it is given."""


async def start_cost(url: str) -> float:
    """Start the program on a database, as operators do. Returns the median of the seconds of CPU until it is ready.

    Raises TimeoutError.
    """
    return median([await _ready(url) for _ in range(TIMES)])


async def _ready(url: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as discord:
            bot = Bot(discord.url, Path(folder), database_url=url, cold=True)
            await bot.start()
            try:
                async with asyncio.timeout(SECONDS):
                    while "ready as" not in bot.log():  # noqa: ASYNC110 (nothing else tells)
                        await asyncio.sleep(0.02)
                return bot.usage().cpu
            finally:
                await bot.stop()
