"""The 33 patches, the leather patch, and the orientations of each."""

from dataclasses import dataclass

Cells = frozenset[tuple[int, int]]
"""Squares of a shape as (column, row), both from 0 at the top left of its bounding box."""

LETTERS = "NESWnesw"
"""N E S W: rotated by 0, 90, 180, 270 degrees clockwise; n e s w: mirrored left to right first, then rotated."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """One distinct way in which a patch can lie: its letter in records, its cells, its width and height in squares."""

    letter: str
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
    by_letter: dict[str, Orientation]

    def __repr__(self) -> str:
        return f"<Patch {self.id}>"

    @property
    def size(self) -> int:
        """How many squares it covers."""
        return len(self.orientations[0].cells)

    def rotated(self, orientation: Orientation) -> Orientation:
        """Turn it another quarter clockwise."""
        return self._lying(_rotated(orientation.cells))

    def flipped(self, orientation: Orientation) -> Orientation:
        """Flip it over, left to right."""
        return self._lying(_mirrored(orientation.cells))

    def _lying(self, cells: Cells) -> Orientation:
        return next(orientation for orientation in self.orientations if orientation.cells == cells)


def _rotated(cells: Cells) -> Cells:
    height = 1 + max(row for _, row in cells)
    return frozenset((height - 1 - row, column) for column, row in cells)


def _mirrored(cells: Cells) -> Cells:
    width = 1 + max(column for column, _ in cells)
    return frozenset((width - 1 - column, row) for column, row in cells)


def _patch(id: int, shape: str, cost: int, time: int, income: int) -> Patch:
    cells: Cells = frozenset(
        (column, row) for row, line in enumerate(shape.split("/")) for column, mark in enumerate(line) if mark == "#"
    )
    orientations: dict[Cells, Orientation] = {}
    by_letter: dict[str, Orientation] = {}
    for letter in LETTERS:
        if letter == "n":  # four quarter turns have brought it back to N
            cells = _mirrored(cells)
        width, height = 1 + max(column for column, _ in cells), 1 + max(row for _, row in cells)
        by_letter[letter] = orientations.setdefault(cells, Orientation(letter, cells, width, height))
        cells = _rotated(cells)
    return Patch(id, cost, time, income, tuple(orientations.values()), by_letter)


# Shape as it lies in N (rows separated by slashes), buttons, time, income. The values of the 2014 edition,
# as in tests/game/reference/patches.json.
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
