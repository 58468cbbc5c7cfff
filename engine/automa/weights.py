"""The trained numbers of the model, as `train/learn.h` wrote them, summed up for each space and level.

All are in `UNIT`-ths of a point. The person's weights are those of the beginning, the middle and the end of the game;
on the spaces between they shade over, in 64ths.
"""

import json
from pathlib import Path
from typing import NamedTuple

from engine.tables import INCOMES
from game.automa import LEVELS
from game.squares import LAST

UNIT = 256
SHADES = 64

_WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))

WINDOWS: list[list[int]] = _WEIGHTS["windows"]
"""What a window counts, by time and kind (see `engine.windows`)."""

TILE: list[list[int]] = _WEIGHTS["tile"]
"""What the tile is worth as long as it lies there, by the squares missing to a 7x7 area and the Automa's way to it."""

SPACE: list[int] = _WEIGHTS["space"]
"""What is added on each space of the person's token."""

GAP: list[list[int]] = _WEIGHTS["gap"]
"""What is added for the spaces by which the person is ahead, from `FARTHEST` behind; first on the Automa's turn."""

WIDTH: list[float] = _WEIGHTS["width"]
"""The width of the curve that makes a share of a value, for each ten spaces that both have left."""

FARTHEST = 10
MOST_MISSING = len(TILE) - 1

_MIDDLE = 26


def shades(space: int) -> tuple[int, int, int]:
    """Tell how much the weights of the three times count on a space, in 64ths."""
    if space <= _MIDDLE:
        second = (SHADES * space + _MIDDLE // 2) // _MIDDLE
        return SHADES - second, second, 0
    rest = LAST - _MIDDLE
    third = (SHADES * (space - _MIDDLE) + rest // 2) // rest
    return 0, SHADES - third, third


Person = tuple[int, ...]
"""What counts for the person on a space, in 64ths: the windows of the three times, each button, each above six and
above fifteen, each button printed, the best offer and the second, and each leather patch left.
"""


def _person(to_move: bool, space: int) -> Person:
    def at(rows: list[int]) -> int:
        return sum(shade * weight for shade, weight in zip(shades(space), rows, strict=True))

    incomes = INCOMES[LAST] - INCOMES[space]
    income = at(_WEIGHTS["income"]) + incomes * at(_WEIGHTS["income_left"])
    offers = (at([pair[to_move] for pair in _WEIGHTS[name]]) for name in ("best", "second"))
    buttons = (at([row[bend] for row in _WEIGHTS["buttons"]]) for bend in range(3))
    return (*shades(space), *buttons, income, *offers, at(_WEIGHTS["leather"]))


PERSON = [[_person(to_move, space) for space in range(LAST + 1)] for to_move in (False, True)]
"""First on the Automa's turn, then on the person's, by the space of the person's token."""


class ToCome(NamedTuple):
    """What the Automa of a level still gets, first on its own turn: by its space, by the gap, for each button printed
    on the offers; in 64ths for the mean of those in the ring, also for each space it has left, and for the mean budget
    and income of the cards left.
    """

    space: list[list[int]]
    gap: list[list[int]]
    offered: list[int]
    ring: int
    ring_and_way: int
    budget: int
    income: int


_COUNTED = {"apprentice": (0,), "fellow": (0, 1), "master": (0, 2), "legend": (0, 1, 2)}
"""Which of the three parts count for a level: its buttons, its patches with buttons, the buttons printed on them."""


def _to_come(level: str) -> ToCome:
    parts = [_WEIGHTS["automa"][number] for number in _COUNTED.get(level, ())]

    def rows(name: str, count: int) -> list[list[int]]:
        return [[sum(part[name][row][i] for part in parts) for i in range(count)] for row in (0, 1)]

    singles = (sum(part[name] for part in parts) for name in ("ring", "ring_and_way", "budget", "income"))
    offered = [sum(part["offered"][row] for part in parts) for row in (0, 1)]
    return ToCome(rows("space", LAST + 1), rows("gap", 2 * FARTHEST + 1), offered, *singles)


TO_COME = {level: _to_come(level) for level in LEVELS}
