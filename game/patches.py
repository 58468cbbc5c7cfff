"""The 33 patches, the leather patch, and the ways each can be turned."""

from __future__ import annotations

from dataclasses import dataclass

from game.squares import SIZE

Cells = frozenset[tuple[int, int]]
"""Squares of a shape as (column, row), both from 0 at the top left of its bounding box."""

TURNS = "NESWnesw"
"""N E S W: turned 0, 90, 180, 270 degrees clockwise; n e s w: mirrored left to right first, then turned."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """One distinct look of a patch: its letter in records, its cells, its width and height in squares."""

    turn: str
    cells: Cells
    width: int
    height: int


@dataclass(frozen=True, slots=True, repr=False)
class Patch:
    """A patch: its id in records, what it costs in buttons and time, and the buttons printed on it."""

    id: int
    cost: int
    time: int
    income: int
    orientations: tuple[Orientation, ...]
    by_turn: dict[str, Orientation]

    def __repr__(self) -> str:
        return f"<Patch {self.id}>"

    @property
    def size(self) -> int:
        """How many squares it covers."""
        return len(self.orientations[0].cells)

    def turned(self, orientation: Orientation) -> Orientation:
        """How it lies after another quarter turn clockwise."""
        return self._like(_quarter_turn(orientation.cells))

    def flipped(self, orientation: Orientation) -> Orientation:
        """How it lies after being turned over, left to right."""
        return self._like(_mirror(orientation.cells))

    def _like(self, cells: Cells) -> Orientation:
        return next(look for look in self.orientations if look.cells == cells)


def _quarter_turn(cells: Cells) -> Cells:
    height = 1 + max(row for _, row in cells)
    return frozenset((height - 1 - row, column) for column, row in cells)


def _mirror(cells: Cells) -> Cells:
    width = 1 + max(column for column, _ in cells)
    return frozenset((width - 1 - column, row) for column, row in cells)


def _patch(id: int, shape: str, cost: int, time: int, income: int) -> Patch:
    cells: Cells = frozenset(
        (column, row) for row, line in enumerate(shape.split("/")) for column, mark in enumerate(line) if mark == "#"
    )
    looks: dict[Cells, Orientation] = {}
    by_turn: dict[str, Orientation] = {}
    for start, turns in ((cells, TURNS[:4]), (_mirror(cells), TURNS[4:])):
        for turn in turns:
            width, height = (1 + max(cell[axis] for cell in start) for axis in (0, 1))
            by_turn[turn] = looks.setdefault(start, Orientation(turn, start, width, height))
            start = _quarter_turn(start)
    assert max(cells)[0] < SIZE
    return Patch(id, cost, time, income, tuple(looks.values()), by_turn)


# Shape in turn N (rows parted by a slash), buttons, time, income. The values of the 2014 edition, as
# cross-checked in the project's facts (patches.json); test_patches compares them where that file is there.
_TABLE: tuple[tuple[str, int, int, int], ...] = (
    ("##", 2, 1, 0),
    ("###", 2, 2, 0),
    ("##/#.", 1, 3, 0),
    ("##/#.", 3, 1, 0),
    ("####", 3, 3, 1),
    ("###/#..", 4, 2, 1),
    ("###/#..", 4, 6, 2),
    ("###/.#.", 2, 2, 0),
    ("##/##", 6, 5, 2),
    ("##./.##", 3, 2, 1),
    ("##./.##", 7, 6, 3),
    ("#####", 7, 1, 1),
    ("####/#...", 10, 3, 2),
    ("####/.#..", 3, 4, 1),
    ("###/##.", 2, 2, 0),
    ("###/#.#", 1, 2, 0),
    ("###/.#./.#.", 5, 5, 2),
    ("###./..##", 2, 3, 1),
    ("##./.##/..#", 10, 4, 3),
    (".#./###/.#.", 5, 4, 2),
    ("####/##..", 10, 5, 3),
    ("####/#..#", 1, 5, 1),
    ("####/.##.", 7, 4, 2),
    ("###./.###", 4, 2, 0),
    ("###/.#./.#./.#.", 7, 2, 2),
    ("##./###/..#", 8, 6, 3),
    ("##./.##/##.", 3, 6, 2),
    ("##./.#./.#./.##", 1, 2, 0),
    (".#../####/.#..", 0, 3, 1),
    (".#../####/..#.", 2, 1, 0),
    ("###/.#./###", 2, 3, 0),
    (".#./.#./###/.#./.#.", 1, 4, 1),
    (".##./####/.##.", 5, 3, 1),
)

PATCHES: tuple[Patch, ...] = tuple(_patch(id, *row) for id, row in enumerate(_TABLE))
"""The 33 patches; ``PATCHES[id].id == id``. The neutral pawn starts just clockwise of patch 0."""

LEATHER = _patch(len(PATCHES), "#", 0, 0, 0)
"""The leather patch (1x1). It is won on the time board, costs nothing and never lies in the ring."""
