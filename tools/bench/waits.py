"""How long people wait for the engine while others want much of it, beside a search of the strongest rival alone.

``tests/thinking/test_waiting.py`` holds the same in searches, however fast a machine is. What is asked for in seconds
is printed in seconds too.
"""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from functools import cache
from random import Random
from statistics import median

from bot.matches.seats import LEVELS
from bot.thinking.hints import hints
from bot.thinking.queue import Thinking
from bot.thinking.waiting import SOON
from game import Position
from game.position import start
from tests.game.building import shuffled_ring
from tools.bench.measure import WALL, Result, milliseconds

QUICKEST, STRONGEST = LEVELS[0], LEVELS[-1]

WAITING, PRESSES, TIMES = 30, 200, 5
"""How many games wait for the strongest rival, how often one person asks for a hint, and how often all is measured."""

BEGUN = 0.05
"""Seconds after which the next search has begun, so that almost all of it is still to come."""


def hint_waits() -> Result:
    """For a hint beside thirty moves of the strongest rival, asked as one search begins."""
    return _in_searches("hint beside 30 Looms", _measured()["hint"], 3)


def move_waits() -> Result:
    """For a quick move beside thirty moves of the strongest rival, asked as one search begins."""
    return _in_searches("Pin beside 30 Looms", _measured()["move"], 1.1)


def hint_waits_in_seconds() -> Result:
    """The same for the hint, beside the three seconds that it may take."""
    return _in_seconds("hint beside 30 Looms", _measured()["hint"], 3.0)


def move_waits_in_seconds() -> Result:
    """The same for the quick move, beside the second that it may take."""
    return _in_seconds("Pin beside 30 Looms", _measured()["move"], 1.0)


def thimble_waits() -> Result:
    """For a move of the strongest rival beside two hundred wishes of somebody else for hints."""
    return _in_searches("Loom, 200 hints", _measured()["thimble"], 2.1)


def thimble_waits_in_seconds() -> Result:
    """By how much they delay it, beside the one search that they may."""
    search = _measured()["search"]
    return _in_seconds("200 hints delay Loom", _measured()["thimble"] - search, search)


WAITS = [
    hint_waits,
    hint_waits_in_seconds,
    move_waits,
    move_waits_in_seconds,
    thimble_waits,
    thimble_waits_in_seconds,
]


def _in_searches(name: str, seconds: float, goal: float) -> Result:
    search = _measured()["search"]
    return Result(
        name, milliseconds(seconds), milliseconds(search), "a search", seconds / search, goal, at_most=True, loose=WALL
    )


def _in_seconds(name: str, seconds: float, most: float) -> Result:
    yardstick = f"as asked; a search {_measured()['search']:.2f} s"
    return Result(name, f"{seconds:.2f} s", f"{most:.2f} s", yardstick, seconds / most, 1, at_most=True, loose=WALL)


@cache
def _measured() -> dict[str, float]:
    return asyncio.run(_measure())


async def _measure() -> dict[str, float]:
    """The median seconds of a search, and of each kind of wait."""
    thinking, rng = Thinking(), Random(1)

    def position() -> Position:
        return start("classic", shuffled_ring(rng))

    await thinking.move(position(), QUICKEST, 0)
    search = [await _seconds(thinking.move(position(), STRONGEST, 0, SOON)) for _ in range(TIMES)]
    crowd = [asyncio.create_task(thinking.move(position(), STRONGEST, 100 + n, SOON)) for n in range(WAITING)]
    found: dict[str, list[float]] = {"search": search, "hint": [], "move": [], "thimble": []}
    for _ in range(TIMES):
        await _next_search(crowd)
        found["hint"].append(await _seconds(hints(thinking, position(), 1)))
        await _next_search(crowd)
        found["move"].append(await _seconds(thinking.move(position(), QUICKEST, 2)))
    await _cancel_all(crowd)
    presses = [asyncio.create_task(hints(thinking, position(), 3)) for _ in range(PRESSES)]
    for _ in range(TIMES):
        found["thimble"].append(await _seconds(thinking.move(position(), STRONGEST, 4, SOON)))
    await _cancel_all(presses)
    await thinking.close()
    return {name: median(seconds) for name, seconds in found.items()}


async def _seconds(work: Awaitable[object]) -> float:
    begun = time.perf_counter()
    await work
    return time.perf_counter() - begun


async def _next_search(tasks: Sequence[asyncio.Task[object]]) -> None:
    """Wait until one of them is done, and the next one has begun."""
    await asyncio.wait([task for task in tasks if not task.done()], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(BEGUN)


async def _cancel_all(tasks: Sequence[asyncio.Task[object]]) -> None:
    """Cancel them; some were turned away, as so many wait."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
