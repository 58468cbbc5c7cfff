"""Matches: each ring is played twice, so that each player starts once. The C copy plays, or Python."""

import random
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

from engine.levels import LEVELS, Level, glance, play
from engine.search import think
from engine.value import UNIT
from game import Move, Position
from game.patches import PATCHES
from game.position import start
from tools.arena.beginners import beginner
from tools.arena.greedy import greedy
from train.build import compiled

ENGINE = Path("engine")
LINEAR = "train/linear.json"
NETWORK = f"{ENGINE / 'spots.json'}+{ENGINE / 'network.bin'}"
TRACKS = ("classic", "revised")

Result = tuple[int, int, int]
"""The points of both players of a match, and which of them won: 1 or 2."""


@dataclass(frozen=True)
class Competitor:
    """A player of a match: how the C copy calls it, if it can play it, and how it moves in Python (the yardstick
    cannot).
    """

    name: str
    copy: str
    move: Callable[[Position], Move] | None = None


GREEDY = Competitor("greedy", "greedy", greedy)


def searching(iterations: int) -> Competitor:
    """The engine with so many iterations a move."""
    return Competitor(
        f"{iterations:,} iterations", f"{NETWORK}:{iterations}", lambda position: think(position, iterations).move
    )


def linear(iterations: int) -> Competitor:
    """The same with the linear value, the yardstick."""
    return Competitor(f"linear, {iterations:,} iterations", f"{LINEAR}:{iterations}")


def level(name: str) -> Competitor:
    """A level, without its limit of CPU."""
    chosen: Level = LEVELS[name]
    if chosen.iterations:
        return Competitor(name, f"{NETWORK}:{chosen.iterations}", searching(chosen.iterations).move)
    error = round(chosen.error * UNIT)
    copy = "" if chosen.loose else f"{NETWORK}:error:{error}"  # the copy sews no patch loosely
    return Competitor(name, copy, lambda position: glance(position, error, chosen.loose).move)


def playing(taste: str, hand: str) -> Competitor:
    """A program that plays as a beginner does. It moves in Python only."""
    return Competitor(f"{taste}, {hand}", "", partial(beginner, taste, hand))


def limited(name: str) -> Competitor:
    """A level as people meet it: with its limit of CPU. It moves in Python only."""
    return Competitor(f"{name}, limited", "", partial(_limited, name))


def _limited(name: str, position: Position) -> Move:
    return play(position, name).move


def rings(count: int, seed: int) -> Iterator[list[int]]:
    """Rings from the pawn on: patch 0 is the last."""
    chance = random.Random(seed)
    for _ in range(count):
        yield [*chance.sample(range(1, len(PATCHES)), len(PATCHES) - 1), 0]


def by_copy(one: Competitor, two: Competitor, track: str, dealt: Sequence[list[int]]) -> list[Result]:
    """The results of a match that the C copy plays, two for each ring."""
    lines = "".join(f"{TRACKS.index(track)} {' '.join(map(str, ring))}\n" for ring in dealt)
    command = [str(compiled()), "match", one.copy, two.copy]
    told = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.split()
    numbers = list(map(int, told))
    return [(numbers[at], numbers[at + 1], numbers[at + 2]) for at in range(0, len(numbers), 3)]


def in_python(
    one: Competitor,
    two: Competitor,
    track: str,
    dealt: Sequence[list[int]],
    each: Callable[..., Iterable[Result]] = map,
) -> list[Result]:
    """The same by the engine and the rules themselves. ``each`` may spread games of `limited` players over cores."""
    both_seats = [ring for ring in dealt for _ in (1, 2)]
    return list(each(partial(_play, one, two, track), both_seats, (1, 2) * len(dealt)))


def _play(one: Competitor, two: Competitor, track: str, ring: list[int], first: int) -> Result:
    position = start(track, ring, first)
    while not position.over:
        move = (one, two)[position.turn - 1].move
        assert move, "this one plays in C only"
        position = position.play(move(position)).position
    assert position.winner
    return position.score(1).total, position.score(2).total, position.winner


def wilson(won: int, played: int) -> tuple[float, float]:
    """Between which shares the true one lies, at 95 %."""
    z, share = 1.96, won / played
    middle, spread = share + z * z / (2 * played), z * sqrt(share * (1 - share) / played + (z / (2 * played)) ** 2)
    return (middle - spread) / (1 + z * z / played), (middle + spread) / (1 + z * z / played)
