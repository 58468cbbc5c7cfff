"""``python -m tools.compare [REVISION]`` (``make compare BASE=…``): what a click costs, then and now.

The bot of a revision, or else of the last release, and the bot of this checkout get the same load in turns, on new
databases, from the same people at the same stand-in. Times of a processor are of the bot's process alone; the stand-in
is another one. What a bot has painted outlasts its run, as in life: the first pair is not so warm as the others. A run
in which the machine is too busy to let a bot connect or end is left out, and with it its pair.
"""

import argparse
import asyncio
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from tests.wire import runs
from tests.wire.people import tables
from tests.wire.process import REPOSITORY, Bot
from tests.wire.standin import StandIn
from tools import bounds
from tools.previous import PREVIOUS

DEAREST = 1.1
"""The CPU of a click, as a share of that of the revision, is at most so much."""

TOO_BUSY = "The machine cannot keep up: try again when it is quiet, or with a lower --rate."

LONGEST_RAMP = 20.0
"""Seconds within which all have sat down."""


@dataclass(frozen=True)
class Run:
    """One load, and how many ERRORs the bot logged under it."""

    figures: runs.Figures
    errors: int

    @property
    def answered(self) -> int:
        """The clicks that were answered, at least one, since others are divided by them."""
        return len(self.figures.seconds) or 1


Pair = tuple[Run, Run]
"""Two runs in turns: of the revision, and of this checkout."""


@dataclass(frozen=True)
class Measure:
    """A figure of a run, how it is printed, and how much it may be: ``at_most``, and as a ``ratio`` of new to old."""

    name: str
    unit: str
    of: Callable[[Run], float]
    at_most: float = inf
    ratio: float = inf

    def summed_up(self, pairs: Sequence[Pair]) -> str:
        """The medians of all runs, their ratio, and the aims; it ends in ``missed`` if one of them is."""
        then, now = (median(map(self.of, runs)) for runs in zip(*pairs, strict=True))
        share = now / (then or 1e-9)
        aims = [f"at most {self.at_most:g} {self.unit}"] * (self.at_most < inf)
        aims += [f"at most {self.ratio:g}x"] * (self.ratio < inf)
        aims += ["missed"] * (now > self.at_most or share > self.ratio)
        return f"{self.name:12}{then:9.1f}{now:9.1f} {self.unit:3}{share:8.2f}x  {', '.join(aims)}"


MEASURES = [
    Measure("CPU a click", "ms", lambda run: 1000 * run.figures.cpu_a_click, 1000 * bounds.CLICK_CPU, DEAREST),
    Measure("event loop", "ms", lambda run: 1000 * run.figures.usage.loop / run.answered),
    Measure("p50", "ms", lambda run: 1000 * run.figures.quantile(0.5)),
    Measure("p99", "ms", lambda run: 1000 * run.figures.quantile(0.99), 1000 * bounds.P99),
    Measure("start", "ms", lambda run: 1000 * run.figures.start, 1000 * bounds.START),
    Measure("memory", "MB", lambda run: run.figures.usage.memory / 1e6, bounds.MEMORY / 1e6),
    Measure("sent, move", "KB", lambda run: run.figures.a_move(run.figures.sent) / 1000),
    Measure("files, move", "", lambda run: run.figures.a_move(run.figures.files)),
]

COUNTS: dict[str, Callable[[Run], int]] = {
    "answered": lambda run: run.answered,
    "slow": lambda run: run.figures.slow,
    "unanswered": lambda run: run.figures.unanswered,
    "twice": lambda run: run.figures.doubles,
    "lost": lambda run: len(run.figures.lost),
    "not shown": lambda run: len(run.figures.not_shown),
    "ERRORs": lambda run: run.errors,
}


def main() -> int:
    """Run all rounds and print them. Returns the exit status: 1 if an aim is missed, or nothing could be measured."""
    options = _options()
    if not Path("/proc/self/stat").exists():
        print("This needs Linux: what a process uses is read from /proc.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        name = _unpack(options.revision, base / "then")
        load = f"{options.tables} tables, {options.rate:g} clicks a second"
        print(f"{load}, {options.rounds} rounds of {options.seconds:g} s")
        print(f"{'':10}" + "".join(f"{head:>12}" for head in [*(each.name for each in MEASURES), *COUNTS, "busy"]))
        tried = [_pair(name, base, options, number) for number in range(options.rounds)]
    return sum_up(name, tried)


def sum_up(name: str, tried: Sequence[Pair | None]) -> int:
    """Print what the pairs come to that were measured. Returns the exit status."""
    pairs = [pair for pair in tried if pair]
    if not pairs:
        print(f"No pair was measured. {TOO_BUSY}")
        return 1
    print(f"\n{'median of':12}{name:>9}{'here':>9}{'their ratio':>19}")
    lines = [measure.summed_up(pairs) for measure in MEASURES]
    print("\n".join(lines))
    if len(pairs) < len(tried):
        print(f"Only {len(pairs)} of {len(tried)} pairs were measured. {TOO_BUSY}")
    elif any(run.figures.slow for pair in pairs for run in pair):
        print(f"Some answers came too late. {TOO_BUSY}")
    return int(any(line.endswith("missed") for line in lines))


def _pair(name: str, base: Path, options: argparse.Namespace, number: int) -> Pair | None:
    """Let both run, now the one and now the other first; None if the machine was too busy for either."""
    turns = [(name, base / "then"), ("here", REPOSITORY)]
    found: dict[str, Run] = {}
    for which, checkout in turns if number % 2 == 0 else reversed(turns):
        try:
            found[which] = asyncio.run(_run(checkout, base / "cache", options, seed=number + 1))
        except TimeoutError:
            print(f"{which:10}did not connect or end in time; load {os.getloadavg()[0]:.1f}", flush=True)
            return None
        print(_line(which, found[which]), flush=True)
    return found[name], found["here"]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.compare", description=__doc__)
    parser.add_argument("revision", nargs="?", default=PREVIOUS, help="a commit, tag or branch (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=40, help="how long all play (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how many pairs of loads (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=100, help="how many tables play (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=bounds.CLICKS_A_SECOND, help="clicks a second, of all")
    return parser.parse_args()


def _unpack(revision: str, folder: Path) -> str:
    """Write the files of a revision into a folder. Returns its short name."""
    name = _git("rev-parse", "--short", revision).decode().strip()
    with tarfile.open(fileobj=io.BytesIO(_git("archive", name))) as files:
        files.extractall(folder, filter="data")
    return name


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode().strip())
    return done.stdout


async def _run(checkout: Path, cache: Path, options: argparse.Namespace, seed: int) -> Run:
    """One load. Raises TimeoutError if the bot does not connect or end in time."""
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as discord:
            settings = {"CACHE": str(cache)}
            bot = Bot(discord.url, Path(folder), sweep=60, checkout=checkout, settings=settings, cold=True)
            # Not every commit knows threads.
            people = tables(discord, options.tables, seed, options.rate, threads=False)
            try:
                ramp = min(LONGEST_RAMP, options.seconds / 2)
                figures = await runs.load(discord, bot, people, options.seconds, ramp)
            finally:
                if bot.running:
                    await bot.kill()
            return Run(figures, len(bot.errors()))


def _line(which: str, run: Run) -> str:
    measured = "".join(f"{each.of(run):9.1f} {each.unit:2}" for each in MEASURES)
    counted = "".join(f"{count(run):12}" for count in COUNTS.values())
    return f"{which:10}{measured}{counted}{os.getloadavg()[0]:12.1f}"


if __name__ == "__main__":
    sys.exit(main())
