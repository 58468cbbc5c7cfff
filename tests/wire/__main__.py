"""``python -m tests.wire`` (``make soak``): the long runs, with their figures. The status is 1 if a rule is broken.

Speeds are printed, not judged: a machine may be busy. Two rules are about time all the same, because Discord makes
them: every click is answered once, and within 3 seconds.
"""

from __future__ import annotations

import asyncio
import io
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import render
from bot.matches.log import shuffled_ring
from game import Setup
from tests.bench.measure import milliseconds
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.scenes import REFUSALS, suffered
from tests.wire.soak import Figures, kills, load, weather
from tests.wire.standin import StandIn

GAMES, CLICKS_A_SECOND, LOAD_SECONDS, RAMP_SECONDS = 200, 50, 40, 20
KILLS, KILLED_TABLES = 50, 8
STRUCK_TABLES, STRUCK_SECONDS = 8, 60


async def main() -> int:
    """Run everything and print it."""
    begun = time.perf_counter()
    runs = []
    for run in (_load, _kills, _weather, _faults):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(await run(Path(folder)))
    broken = [problem for run in runs for problem in run]
    print(f"{'rules broken':24}{len(broken):>8}   in {time.perf_counter() - begun:.0f} s")
    for problem in broken[:20]:
        print(f"  {problem}")
    return 1 if broken else 0


async def _load(folder: Path) -> list[str]:
    before = yardstick()
    async with StandIn() as discord:
        bot = Bot(discord.url, folder, sweep=60, cold=True)
        people = tables(discord, GAMES, rate=CLICKS_A_SECOND)
        figures = await load(discord, bot, people, LOAD_SECONDS, RAMP_SECONDS)
        png = median([before, yardstick()])
        print(f"{GAMES} tables, {CLICKS_A_SECOND} clicks a second, for {LOAD_SECONDS + RAMP_SECONDS} s")
        _print(figures)
        print(
            f"{'p50 / p99 / longest':24}"
            + " / ".join(milliseconds(figures.quantile(share)) for share in (0.5, 0.99, 1))
        )
        print(f"{'one PNG by Pillow':24}{milliseconds(png):>11}   a table, drawn already, in the same run")
        print(f"{'p99 in such PNGs':24}{figures.quantile(0.99) / png:8.1f}   aim: at most 20", flush=True)
        return _broken(figures, discord, bot)


async def _kills(folder: Path) -> list[str]:
    async with StandIn() as discord:
        bot, seed = Bot(discord.url, folder, cold=True), random.randrange(10**6)
        print(f"\n{KILLED_TABLES} tables, kill -9 at random moments (seed {seed})", flush=True)
        figures = await kills(discord, bot, tables(discord, KILLED_TABLES), KILLS, seed=seed)
        _print(figures)
        print(f"{'kills':24}{figures.kills:8}")
        print(f"{'clicks cut off':24}{figures.cut:8}", flush=True)
        return _broken(figures, discord, bot)


async def _weather(folder: Path) -> list[str]:
    async with StandIn() as discord:
        bot, seed = Bot(discord.url, folder), random.randrange(10**6)
        print(f"\n{STRUCK_TABLES} tables while Discord fails, for {STRUCK_SECONDS} s (seed {seed})", flush=True)
        figures = await weather(discord, bot, tables(discord, STRUCK_TABLES), STRUCK_SECONDS, seed=seed)
        _print(figures)
        for fault, times in sorted(figures.faults.items()):
            print(f"  {fault:32}{times:8}")
        print(f"{'ERROR lines, tracebacks':24}{len(bot.errors()):8}", flush=True)
        return _broken(figures, discord, bot)


async def _faults(folder: Path) -> list[str]:
    print(f"\n{len(REFUSALS)} games, three times a fault of Discord in each")
    try:
        print(f"{'failures injected':24}{await suffered(folder, 3):8}\n", flush=True)
    except (AssertionError, TimeoutError) as error:
        return [f"faults: {error!r}"]
    return []


def _print(figures: Figures) -> None:
    for name in ("games", "moves", "clicks", "slow", "unanswered", "doubles"):
        print(f"{name:24}{getattr(figures, name):8}")
    print(f"{'moves lost':24}{len(figures.lost):8}")
    print(f"{'games not shown':24}{len(figures.not_shown):8}")


def _broken(figures: Figures, discord: StandIn, bot: Bot) -> list[str]:
    answers = [f"{figures.unanswered} unanswered"] * bool(figures.unanswered)
    answers += [f"{figures.doubles} answered twice"] * bool(figures.doubles)
    answers += [f"{len(discord.wordless)} calls without a word"] * bool(discord.wordless)
    answers += [f"{len(discord.loud)} messages that notify for nothing"] * bool(discord.loud)
    return [*answers, *figures.lost, *figures.not_shown, *discord.wrong, *bot.errors()]


def yardstick() -> float:
    """The seconds in which Pillow writes a table, drawn already, as a PNG by its defaults.

    Not in which we do: then each picture that we write faster would make everything else look slower.
    """
    picture = render.draw_table(Setup("classic", shuffled_ring(random.Random(1)), 1).start, theme=render.DAYLIGHT)
    seconds = []
    for _ in range(21):
        start = time.perf_counter()
        picture.save(io.BytesIO(), "PNG")
        seconds.append(time.perf_counter() - start)
    return median(seconds)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
