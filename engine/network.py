"""The weights of the value, as learned in self-play: how each thing about a state moves the 32 units of a hidden layer.

What moves the units is a row of 32 numbers, kept as the fields of 16 bits of one int, so that one addition adds all of
them. The rows of a state are summed up; what each unit then adds to the margin stands in a table for each part of the
game. `network.bin` is made by ``python -m train``; `engine/native/network.h` does the same in C.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from operator import getitem
from pathlib import Path

from engine.windows import WINDOWS
from game.patches import PATCHES
from game.squares import LAST

UNITS = 32
PARTS = 7  # into how many parts the game is divided; the last begins when the other is on the last space
REACH = 2048  # sums of a unit are clipped to what lies between minus this and this (which hardly ever happens)

_SCALE = 64  # sums are in 1/64
_FIELD = 16
_MIDDLE = 1 << _FIELD - 1

SIDE_ROWS = {
    "windows": WINDOWS,
    "missing": 25,
    "bonus": 1,
    "buttons": 41,
    "income": 31,
    "earns": 41,
    "space": LAST + 1,
    "leather": 14,
    "offers": 3 * len(PATCHES),
}
"""How many rows there are of each kind for a side."""

SHARED_ROWS = {"keeps": 3 * len(PATCHES), "far": 3 * len(PATCHES), "gap": 21, "left": 6, "ring": 7, "one": 1}
"""And for what the sides share."""

Rows = dict[str, list[int]]

_fields = struct.Struct(f"<{UNITS}H")


def _packed(row: Sequence[int]) -> int:
    return sum(number << _FIELD * unit for unit, number in enumerate(row))


def _read() -> tuple[Rows, Rows, Rows, list[tuple[int, ...]], tuple[int, ...]]:
    rows = 2 * sum(SIDE_ROWS.values()) + sum(SHARED_ROWS.values())
    numbers = struct.unpack(f"<{(rows + PARTS) * UNITS + PARTS}h", Path(__file__).with_name("network.bin").read_bytes())
    lines = (numbers[at : at + UNITS] for at in range(0, (rows + PARTS) * UNITS, UNITS))
    mine, theirs, shared = (_named(kinds, lines) for kinds in (SIDE_ROWS, SIDE_ROWS, SHARED_ROWS))
    return mine, theirs, shared, list(lines), numbers[-PARTS:]


def _named(kinds: dict[str, int], lines: Iterator[tuple[int, ...]]) -> Rows:
    return {kind: [_packed(next(lines)) for _ in range(count)] for kind, count in kinds.items()}


MINE, THEIRS, SHARED, OUT, BASE = _read()
"""The rows of the one to move, of the other, and of both; what the units, at 1, add to the margin in each part of the
game; and what the part adds by itself (in 1/256 points).
"""

ZERO = _packed([REACH] * UNITS)
"""What to add to a sum before it is looked up in the tables: none of the fields is below 0 then."""

_ACTIVE = [(x + sqrt(x * x + 1.0)) / 2.0 for x in ((at - REACH) / _SCALE for at in range(2 * REACH))]


@cache
def tables(part: int) -> list[array[int]]:
    """Work out what each unit adds to the margin in a part of the game, in 1/256 points, by its sum."""
    return [array("i", [round(x * weight) for x in _ACTIVE]) for weight in OUT[part]]


def margin(sum_of_rows: int, part: int) -> int:
    """Work out what all the units together add to the margin, in 1/256 points. ``sum_of_rows`` holds `ZERO`."""
    try:
        return sum(map(getitem, tables(part), _fields.unpack(sum_of_rows.to_bytes(2 * UNITS, "little"))))
    except (IndexError, OverflowError):
        return sum(map(getitem, tables(part), _clipped(sum_of_rows)))


def _clipped(sum_of_rows: int) -> list[int]:
    safe = sum_of_rows + _packed([_MIDDLE - REACH] * UNITS)
    fields = _fields.unpack(safe.to_bytes(2 * UNITS, "little"))
    return [min(max(field - _MIDDLE + REACH, 0), 2 * REACH - 1) for field in fields]
