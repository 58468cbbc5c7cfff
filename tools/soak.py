"""``python -m tools.soak`` (``make soak``): the long runs on both databases. The status is 1 if a rule is broken.

Speeds are printed, not judged: a machine may be busy. Two rules are about time all the same, because Discord makes
them: every click is answered once, and within 3 seconds. And a click costs as much CPU on PostgreSQL as on SQLite.
"""

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
from tests.store.server import OwnServer, binaries, new_databases, new_server
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import Figures, away, in_channels, kills, load, weather
from tests.wire.scenes import REFUSALS, suffered
from tests.wire.standin import StandIn
from tests.wire.words import was_told
from tools.bench.measure import milliseconds

GAMES, CLICKS_A_SECOND, LOAD_SECONDS, RAMP_SECONDS = 200, 50, 40, 20
KILLS, KILLED_TABLES = 50, 8
STRUCK_TABLES, STRUCK_SECONDS = 8, 60
AWAY_TABLES, AWAY_RATE, AWAY_SECONDS, AWAY_SWEEP = 20, 12, 8, 5

MOST_CPU = 1.1
"""The CPU of a click on PostgreSQL, as a share of that on SQLite in the same run, is at most so much."""


async def main() -> int:
    """Run everything and print it."""
    begun = time.perf_counter()
    broken = []
    for run in (_load, _kills, _weather, _faults):
        with tempfile.TemporaryDirectory() as folder, new_databases(Path(folder)) as urls:
            for kind, url in urls.items():
                with tempfile.TemporaryDirectory() as place:
                    broken += [f"{kind}: {problem}" for problem in await run(kind, Path(place), url)]
    if binaries():
        with tempfile.TemporaryDirectory() as folder, new_server() as server:
            broken += await _away(Path(folder), server)
    broken += _compared()
    print(f"{'rules broken':24}{len(broken):>8}   in {time.perf_counter() - begun:.0f} s")
    for problem in broken[:20]:
        print(f"  {problem}")
    return 1 if broken else 0


CPU: dict[str, float] = {}
"""The seconds of CPU of a click under the load, by the kind of database."""


async def _load(kind: str, folder: Path, url: str) -> list[str]:
    before = yardstick()
    async with StandIn() as discord:
        bot = Bot(discord.url, folder, sweep=60, database_url=url, cold=True)
        people = tables(discord, GAMES, rate=CLICKS_A_SECOND)
        print(f"{kind}: {GAMES} tables, {CLICKS_A_SECOND} clicks a second, for {LOAD_SECONDS + RAMP_SECONDS} s")
        figures = await load(discord, bot, people, LOAD_SECONDS, RAMP_SECONDS)
        png = median([before, yardstick()])
        CPU[kind] = figures.cpu_a_click
        _print(figures)
        print(
            f"{'p50 / p99 / longest':24}"
            + " / ".join(milliseconds(figures.quantile(share)) for share in (0.5, 0.99, 1))
        )
        print(f"{'one PNG by Pillow':24}{milliseconds(png):>11}   a table, drawn already, in the same run")
        print(f"{'p99 in such PNGs':24}{figures.quantile(0.99) / png:8.1f}   aim: at most 20")
        print(f"{'CPU a click':24}{milliseconds(CPU[kind]):>11}")
        print(
            f"{'requests a move':24}{in_channels(discord) / max(figures.moves, 1):8.2f}   answers not counted\n",
            flush=True,
        )
        return _broken(figures, discord, bot)


def _compared() -> list[str]:
    """Tell whether a click costs hardly more on PostgreSQL."""
    if len(CPU) < 2:
        return []
    share = CPU["PostgreSQL"] / CPU["SQLite"]
    print(f"{'CPU a click':24}{share:8.2f}   on PostgreSQL, as a share of that on SQLite; at most {MOST_CPU:g}")
    return [f"a click costs {share:.2f} times as much CPU on PostgreSQL"] * (share > MOST_CPU)


async def _kills(kind: str, folder: Path, url: str) -> list[str]:
    async with StandIn() as discord:
        bot, seed = Bot(discord.url, folder, database_url=url, cold=True), random.randrange(10**6)
        print(f"{kind}: {KILLED_TABLES} tables, kill -9 at random moments (seed {seed})", flush=True)
        figures = await kills(discord, bot, tables(discord, KILLED_TABLES), KILLS, seed=seed)
        _print(figures)
        print(f"{'kills':24}{figures.kills:8}")
        print(f"{'clicks cut off':24}{figures.cut:8}\n", flush=True)
        return _broken(figures, discord, bot)


async def _weather(kind: str, folder: Path, url: str) -> list[str]:
    async with StandIn() as discord:
        bot, seed = Bot(discord.url, folder, database_url=url), random.randrange(10**6)
        struck = f"{STRUCK_TABLES} tables while Discord fails, for {STRUCK_SECONDS} s"
        print(f"{kind}: {struck} (seed {seed})", flush=True)
        figures = await weather(discord, bot, tables(discord, STRUCK_TABLES), STRUCK_SECONDS, seed=seed)
        _print(figures)
        for fault, times in sorted(figures.faults.items()):
            print(f"  {fault:32}{times:8}")
        print(f"{'errors in the log':24}{len(bot.errors()):8}\n", flush=True)
        return _broken(figures, discord, bot)


async def _faults(kind: str, folder: Path, url: str) -> list[str]:
    print(f"{kind}: {len(REFUSALS)} games, three times a fault of Discord in each")
    try:
        print(f"{'failures injected':24}{await suffered(folder, 3, url):8}\n", flush=True)
    except (AssertionError, TimeoutError) as error:
        return [f"faults: {error!r}"]
    return []


async def _away(folder: Path, server: OwnServer) -> list[str]:
    async with StandIn() as discord:
        bot = Bot(discord.url, folder, AWAY_SWEEP, database_url=server.url("games"))
        people = tables(discord, AWAY_TABLES, rate=AWAY_RATE)
        where = f"{AWAY_TABLES} tables, {AWAY_RATE} clicks a second"
        print(f"PostgreSQL: {where}, and the server is away for {AWAY_SECONDS} s", flush=True)
        figures = await away(discord, bot, people, server, AWAY_SECONDS, AWAY_SWEEP)
        _print(figures)
        told, warnings = (
            sum(was_told(discord, one, "failure.away") for one in discord.interactions.values()),
            bot.warnings(),
        )
        print(f"{'told that it is away':24}{told:8}")
        print(f"{'WARNINGs':24}{len(warnings):8}   at most one a sweep, of {AWAY_SWEEP} s\n", flush=True)
        too_many = len(warnings) > AWAY_SECONDS // AWAY_SWEEP + 1
        return _broken(figures, discord, bot) + warnings * too_many


def _print(figures: Figures) -> None:
    for name in ("games", "moves", "clicks", "slow", "unanswered", "doubles"):
        print(f"{name:24}{getattr(figures, name):8}")
    print(f"{'moves lost':24}{len(figures.lost):8}")
    print(f"{'games not shown':24}{len(figures.not_shown):8}")
    print(f"{'called twice':24}{len(figures.called_twice):8}   to the same turn of the same game")


def _broken(figures: Figures, discord: StandIn, bot: Bot) -> list[str]:
    answers = [f"{figures.unanswered} unanswered"] * bool(figures.unanswered)
    answers += [f"{figures.doubles} answered twice"] * bool(figures.doubles)
    answers += [f"{len(discord.wordless)} calls without a word"] * bool(discord.wordless)
    answers += [f"{len(discord.bare)} calls with nothing to press"] * bool(discord.bare)
    answers += [f"{len(discord.loud)} messages that notify for nothing"] * bool(discord.loud)
    return [*answers, *figures.lost, *figures.not_shown, *figures.called_twice, *discord.wrong, *bot.errors()]


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
