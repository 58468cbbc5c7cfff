"""``python -m tools.soak`` (``make soak``): the long runs on both databases. The status is 1 if a rule is broken.

Every click is answered once, and within 3 seconds. Under an even load, `tools.bounds` hold.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.store.server import OwnServer, binaries, new_databases, new_server
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import Figures, away, in_channels, kills, load
from tests.wire.scenes import REFUSALS, suffered
from tests.wire.standin import StandIn
from tests.wire.words import was_told
from tools import bounds
from tools.bench.measure import milliseconds
from tools.weather import weather

GAMES, LOAD_SECONDS, RAMP_SECONDS = 200, 40, 20
KILLS, KILLED_TABLES = 50, 8
STRUCK_TABLES, STRUCK_SECONDS = 8, 60
AWAY_TABLES, AWAY_RATE, AWAY_SECONDS, AWAY_SWEEP = 20, 12, 8, 5


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
    async with StandIn() as discord:
        bot = Bot(discord.url, folder, sweep=60, database_url=url, cold=True)
        people, rate = tables(discord, GAMES, rate=bounds.CLICKS_A_SECOND), bounds.CLICKS_A_SECOND
        print(f"{kind}: {GAMES} tables, {rate} clicks a second, for {LOAD_SECONDS + RAMP_SECONDS} s")
        figures = await load(discord, bot, people, LOAD_SECONDS, RAMP_SECONDS)
        _print(figures)
        quantiles = " / ".join(milliseconds(figures.quantile(share)) for share in (0.5, 0.99, 1))
        print(f"{'p50 / p99 / longest':24}{quantiles}")
        print(f"{'requests a move':24}{in_channels(discord) / max(figures.moves, 1):8.2f}   answers not counted")
        CPU[kind] = figures.cpu_a_click
        memory = figures.usage.memory
        passed = [
            *_passed("CPU a click", figures.cpu_a_click, bounds.CLICK_CPU, milliseconds),
            *_passed("p99", figures.quantile(0.99), bounds.P99, milliseconds),
            *_passed("start", figures.start, bounds.START, milliseconds),
            *_passed("memory", memory, bounds.MEMORY, lambda size: f"{size / 1e6:.0f} MB"),
        ]
        print(flush=True)
        return [*broken(figures, discord, bot), *passed]


def _passed(name: str, found: float, most: float, shown: Callable[[float], str]) -> list[str]:
    """Print a figure and its bound. Returns what is wrong."""
    print(f"{name:24}{shown(found):>11}   at most {shown(most)}")
    return [f"{name}: {shown(found)}, more than {shown(most)}"] * (found > most)


def _compared() -> list[str]:
    """Compare what a click costs on both databases."""
    if len(CPU) < 2:
        return []
    ratio = CPU["PostgreSQL"] / CPU["SQLite"]
    return _passed("PostgreSQL / SQLite, CPU", ratio, bounds.POSTGRESQL, lambda share: f"{share:.2f}")


async def _kills(kind: str, folder: Path, url: str) -> list[str]:
    async with StandIn() as discord:
        bot, seed = Bot(discord.url, folder, database_url=url, cold=True), random.randrange(10**6)
        print(f"{kind}: {KILLED_TABLES} tables, kill -9 at random moments (seed {seed})", flush=True)
        figures = await kills(discord, bot, tables(discord, KILLED_TABLES), KILLS, seed=seed)
        _print(figures)
        print(f"{'kills':24}{figures.kills:8}")
        print(f"{'clicks cut off':24}{figures.cut:8}\n", flush=True)
        return broken(figures, discord, bot)


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
        return broken(figures, discord, bot)


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
        return broken(figures, discord, bot) + warnings * too_many


def _print(figures: Figures) -> None:
    for name in ("games", "moves", "clicks", "slow", "unanswered", "doubles"):
        print(f"{name:24}{getattr(figures, name):8}")
    print(f"{'moves lost':24}{len(figures.lost):8}")
    print(f"{'games not shown':24}{len(figures.not_shown):8}")
    print(f"{'called twice':24}{len(figures.called_twice):8}   to the same turn of the same game")


def broken(figures: Figures, discord: StandIn, bot: Bot) -> list[str]:
    """Say which rules a run has broken, if any."""
    answers = [f"{figures.unanswered} unanswered"] * bool(figures.unanswered)
    answers += [f"{figures.doubles} answered twice"] * bool(figures.doubles)
    answers += [f"{len(discord.wordless)} calls without a word"] * bool(discord.wordless)
    answers += [f"{len(discord.bare)} calls with nothing to press"] * bool(discord.bare)
    answers += [f"{len(discord.loud)} messages that notify for nothing"] * bool(discord.loud)
    return [*answers, *figures.lost, *figures.not_shown, *figures.called_twice, *discord.wrong, *bot.errors()]


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
