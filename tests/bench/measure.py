"""Measuring two ways of doing the same work, in turns, so that a busy machine slows both alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

ROUNDS = 11


@dataclass(frozen=True)
class Result:
    """One line of the table: what was done, how many a second by us and by the yardstick, their ratio and its goal."""

    name: str
    yardstick: str
    ours: float
    theirs: float
    ratio: float
    goal: float


def compare(
    name: str,
    yardstick: str,
    goal: float,
    amount: int,
    ours: Callable[[], object],
    theirs: Callable[[], object],
) -> Result:
    """Time ``ours`` and ``theirs``, which both do ``amount`` of the work: medians over the rounds.

    The ratio says how many times as fast ours is; it is taken round by round.
    """
    seconds = [(_seconds(ours), _seconds(theirs)) for _ in range(ROUNDS)]
    our_time, their_time = (median(column) for column in zip(*seconds, strict=True))
    ratio = median(their / our for our, their in seconds)
    return Result(name, yardstick, amount / our_time, amount / their_time, ratio, goal)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
