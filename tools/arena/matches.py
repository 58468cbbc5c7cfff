"""Matches: each ring is played twice, so that each player starts once."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from engine.levels import play
from engine.search import think
from game import Move, Position
from game.patches import PATCHES
from game.position import start
from tools.arena.beginners import beginner
from tools.arena.greedy import greedy

TRACKS = ("classic", "revised")

Result = tuple[int, int, int]
"""The points of both players of a match, and which of them won: 1 or 2."""


@dataclass(frozen=True)
class Competitor:
    """A player of a match: a name, and how it moves."""

    name: str
    move: Callable[[Position], Move]


GREEDY = Competitor("greedy", greedy)


def searching(iterations: int) -> Competitor:
    """The engine with so many iterations a move."""
    return Competitor(f"{iterations:,} iterations", partial(_searched, iterations))


def level(name: str) -> Competitor:
    """A level."""
    return Competitor(name, partial(_played, name))


def playing(taste: str, hand: str) -> Competitor:
    """A program that plays as a beginner does."""
    return Competitor(f"{taste}, {hand}", partial(beginner, taste, hand))


def _searched(iterations: int, position: Position) -> Move:
    return think(position, iterations).move


def _played(name: str, position: Position) -> Move:
    return play(position, name).move


def rings(count: int, seed: int) -> Iterator[list[int]]:
    """Rings from the pawn on: patch 0 is the last."""
    chance = random.Random(seed)
    for _ in range(count):
        yield [*chance.sample(range(1, len(PATCHES)), len(PATCHES) - 1), 0]


def match(one: Competitor, two: Competitor, track: str, dealt: Sequence[list[int]]) -> list[Result]:
    """The results of a match, two for each ring. It takes all cores."""
    both_seats = [ring for ring in dealt for _ in (1, 2)]
    with ProcessPoolExecutor() as processes:
        return list(processes.map(partial(_game, one, two, track), both_seats, (1, 2) * len(dealt)))


def _game(one: Competitor, two: Competitor, track: str, ring: list[int], first: int) -> Result:
    position = start(track, ring, first)
    while not position.over:
        position = position.play((one, two)[position.turn - 1].move(position)).position
    assert position.winner
    return position.score(1).total, position.score(2).total, position.winner


def wilson(won: int, played: int) -> tuple[float, float]:
    """Between which shares the true one lies, at 95 %."""
    z, share = 1.96, won / played
    middle, spread = share + z * z / (2 * played), z * sqrt(share * (1 - share) / played + (z / (2 * played)) ** 2)
    return (middle - spread) / (1 + z * z / played), (middle + spread) / (1 + z * z / played)
