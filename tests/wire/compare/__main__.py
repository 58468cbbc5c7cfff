"""``python -m tests.wire.compare REVISION`` (``make compare BASE=…``): what a click costs, then and now.

The bot of a revision and the bot of this checkout get the same load in turns, on new databases, from the same people
at the same stand-in. Times of a processor are of the bot's process alone; the stand-in is another one.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.wire import soak
from tests.wire.people import tables
from tests.wire.process import REPOSITORY, Bot
from tests.wire.standin import StandIn

LONGEST_RAMP = 20.0
"""Seconds within which all have sat down."""


@dataclass(frozen=True)
class Run:
    """One load, and how many ERRORs the bot logged under it."""

    figures: soak.Figures
    errors: int

    @property
    def answered(self) -> int:
        """The clicks that were answered, at least one, since others are divided by them."""
        return len(self.figures.seconds) or 1


@dataclass(frozen=True)
class Measure:
    """A figure of a run, how it is printed, and its aim: a ratio of new to old, or ``at_most`` so much."""

    name: str
    unit: str
    of: Callable[[Run], float]
    ratio: float | None = None
    at_most: float | None = None

    def summed_up(self, old: list[Run], new: list[Run]) -> str:
        """The medians of all runs, the median of the pairs' ratios, and the aim."""
        then, now = median(map(self.of, old)), median(map(self.of, new))
        share = median(self.of(after) / (self.of(before) or 1e-9) for before, after in zip(old, new, strict=True))
        if self.ratio is not None:
            aim = f"at most {self.ratio:g}" + ("" if share <= self.ratio else ", missed")
        elif self.at_most is not None:
            aim = f"at most {self.at_most:g} {self.unit}" + ("" if now <= self.at_most else ", missed")
        else:
            aim = ""
        return f"{self.name:12}{then:9.1f}{now:9.1f} {self.unit:3}{share:8.2f}x  {aim}"


MEASURES = [
    Measure("CPU a click", "ms", lambda run: 1000 * run.figures.usage.cpu / run.answered, ratio=0.55),
    Measure("event loop", "ms", lambda run: 1000 * run.figures.usage.loop / run.answered, ratio=0.5),
    Measure("p50", "ms", lambda run: 1000 * run.figures.quantile(0.5)),
    Measure("p99", "ms", lambda run: 1000 * run.figures.quantile(0.99), ratio=0.4),
    Measure("memory", "MB", lambda run: run.figures.usage.memory / 1e6, at_most=240),
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
    """Run all rounds and print them. The aims are to look at, not gates: a machine may be busy."""
    options = _options()
    if not Path("/proc/self/stat").exists():
        print("This needs Linux: what a process uses is read from /proc.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        name = _unpack(options.revision, base)
        load = f"{options.tables} tables, {options.rate:g} clicks a second"
        print(f"{load}, {options.rounds} rounds of {options.seconds:g} s")
        print(f"{'':10}" + "".join(f"{head:>12}" for head in [*(each.name for each in MEASURES), *COUNTS, "busy"]))
        runs: dict[str, list[Run]] = {name: [], "here": []}
        for number in range(options.rounds):
            turns = [(name, base), ("here", REPOSITORY)]
            for which, checkout in turns if number % 2 == 0 else reversed(turns):
                run = asyncio.run(_run(checkout, options, seed=number + 1))
                runs[which].append(run)
                print(_line(which, run), flush=True)
    print(f"\n{'median of':12}{name:>9}{'here':>9}{'ratio of pairs':>19}")
    for measure in MEASURES:
        print(measure.summed_up(runs[name], runs["here"]))
    if any(run.figures.slow for run in runs[name] + runs["here"]):
        print("Some answers came too late: the machine cannot keep up. Try again when it is quiet, or a lower --rate.")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.wire.compare", description=__doc__)
    parser.add_argument("revision", help="what this checkout is compared with: a commit, a tag, a branch")
    parser.add_argument("--seconds", type=float, default=40, help="how long all play (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how many pairs of loads (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=200, help="how many tables play (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=50, help="clicks a second, of all (default: %(default)s)")
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


async def _run(checkout: Path, options: argparse.Namespace, seed: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as discord:
            bot = Bot(discord.url, Path(folder), sweep=60, checkout=checkout, cold=True)
            # Not every commit knows threads.
            people = tables(discord, options.tables, seed, options.rate, threads=False)
            figures = await soak.load(discord, bot, people, options.seconds, min(LONGEST_RAMP, options.seconds / 2))
            return Run(figures, len(bot.errors()))


def _line(which: str, run: Run) -> str:
    measured = "".join(f"{each.of(run):9.1f} {each.unit}" for each in MEASURES)
    counted = "".join(f"{count(run):12}" for count in COUNTS.values())
    return f"{which:10}{measured}{counted}{os.getloadavg()[0]:12.1f}"


if __name__ == "__main__":
    sys.exit(main())
