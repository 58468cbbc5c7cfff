"""``python -m tools.memory [--minutes 60]``: how much memory the bot needs while people do all kinds of things.

It is printed every minute, that of the engine apart. At first it grows, while every patch is drawn for the first time;
the median of the last third is what it comes to. It starts with tables that are up to date, as nearly all starts find
them. ``NAME=VALUE`` are further settings of the bot's environment.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bot.matches.seats import LEVELS
from tests.wire.fair import FAIR
from tests.wire.people import Table, tables
from tests.wire.process import Bot
from tests.wire.runs import figures_of, stop
from tests.wire.standin import StandIn
from tests.wire.usage import Holding
from tools import bounds
from tools.guests import Guest

MINUTES = 6.0
RATE = 40
"""Clicks a second, of all people together: as many as thousands of games bring about."""

TABLES = 20
KEPT_SECONDS = 20 * 60
"""For how long the stand-in remembers an interaction: a little longer than its token lives."""


@dataclass
class Memory:
    """What a bot has held from minute to minute, and what the run came to otherwise."""

    held: list[Holding] = field(default_factory=list)
    clicks: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def plateau(self) -> float:
        """The bytes that it comes to."""
        return median(each.memory for each in self.held[-max(1, len(self.held) // 3) :])


async def remember(discord: StandIn, bot: Bot, minutes: float, rate: float = RATE, every: float = 60.0) -> Memory:
    """Let people play, look around and begin anew for some minutes, and note what the bot holds meanwhile."""
    await bot.start()
    await discord.connected()
    people = company(discord, rate)
    guests = [Guest(table, 9001 + number, random.Random(number)) for number, table in enumerate(people)]
    playing = [asyncio.create_task(table.play()) for table in people]
    playing += [asyncio.create_task(guest.stay()) for guest in guests]
    memory, end = Memory(), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        await asyncio.sleep(every)
        forget(discord, memory)
        memory.held.append(bot.holding())
        ((games,),) = bot.database.rows("SELECT count(*) FROM games")
        _print(len(memory.held) * every / 60, memory, games)
    await stop(playing)
    figures = await figures_of(discord, bot.database, people)
    memory.clicks += figures.clicks
    memory.broken += [*figures.lost, *figures.not_shown]
    memory.broken += [f"{figures.unanswered} unanswered"] * bool(figures.unanswered)
    assert await bot.stop() == 0
    return memory


def company(discord: StandIn, rate: float) -> list[Table]:
    """Tables of all kinds: with two people, with the Automa, and with a rival of each level."""
    people = tables(discord, TABLES, rate=rate)
    for number, level in enumerate(LEVELS):
        user, rng = 5001 + number, random.Random(level)
        people.append(Table(discord, discord.new_channel(), (user, user), rng, people[0].pace, rival=level))
    return people


def forget(discord: StandIn, memory: Memory) -> None:
    """Let the stand-in forget what is long over: an hour of it would be a gigabyte of its own."""
    now = FAIR.time()
    over = [one for one in discord.interactions.values() if one.over.is_set() and one.sent < now - 60]
    for one in over:
        del discord.interactions[one.id]
        memory.clicks += 1
        if not (one.accepted or one.cut):
            memory.broken.append(f"unanswered: {one.control}")
    for token in [token for token, one in discord.tokens.items() if one.sent < now - KEPT_SECONDS]:
        del discord.tokens[token]
    for grown in (discord.requests, discord.calls, discord.refused):
        grown.clear()


def _print(minutes: float, memory: Memory, games: int) -> None:
    held = memory.held[-1]
    own, others = (f"{size / 1e6:.0f} MB" for size in (held.memory, held.children))
    print(f"{minutes:6.1f} min {memory.clicks:8} clicks {games:6} games", end="")
    print(f"   {own}, {held.files} files, {held.threads} threads   engine {others}", flush=True)


async def main() -> int:
    """Run it, and print what it comes to."""
    parser = argparse.ArgumentParser(prog="python -m tools.memory", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--rate", type=float, default=RATE, help="clicks a second")
    parser.add_argument("settings", nargs="*", help="NAME=VALUE")
    options = parser.parse_args()
    settings = dict(each.split("=", 1) for each in options.settings)
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as discord:
            bot = Bot(discord.url, Path(folder), sweep=20, settings=settings, cold=True)
            assert (await bot.run("migrate"))[0] == 0
            memory = await remember(discord, bot, options.minutes, options.rate)
            broken = [*memory.broken, *discord.wrong, *bot.errors()]
    print(f"{'memory':24}{memory.plateau / 1e6:8.0f} MB   at most {bounds.MEMORY / 1e6:.0f}")
    broken += ["it needs too much memory"] * (memory.plateau > bounds.MEMORY)
    for problem in broken[:20]:
        print(f"  {problem}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
