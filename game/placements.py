"""Moves: advancing, revealing the Automa's card, and every way to lay a patch on an empty quilt, numbered once.

The 7,349 placements of the 33 patches come first, grouped by patch, then by orientation, then row by row; the 81 of
the leather patch follow. A set of placements is one int: bit *n* stands for placement *n*. What still fits on a quilt
is such a set, so that sewing is an AND for each square.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.errors import BadText
from game.patches import LEATHER, PATCHES, Orientation, Patch
from game.squares import COLUMNS, SIZE, bits, nth_bit, square_at, square_name


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A patch laid on a quilt, which is also the move that sews it there. One object exists for each number.

    ``square`` is the top left corner of its bounding box, ``mask`` the board (see `game.squares`) it covers.
    As text it is ``17E@C4``, or ``*D5`` for leather.
    """

    number: int
    patch: Patch
    orientation: Orientation
    square: int
    mask: int

    @property
    def column(self) -> int:
        """The column of its left edge, from 0."""
        return self.square % SIZE

    @property
    def row(self) -> int:
        """The row of its top edge, from 0."""
        return self.square // SIZE

    def __str__(self) -> str:
        if self.patch is LEATHER:
            return "*" + square_name(self.square)
        return f"{self.patch.id}{self.orientation.letter}@{square_name(self.square)}"

    def __repr__(self) -> str:
        return f"<Placement {self}>"

    def __reduce__(self) -> tuple[Callable[[str], Placement], tuple[str]]:
        return parse_placement, (str(self),)  # a copy is the same object


def _number_all() -> tuple[Placement, ...]:
    table: list[Placement] = []
    for patch in (*PATCHES, LEATHER):
        for orientation in patch.orientations:
            for row in range(SIZE - orientation.height + 1):
                for column in range(SIZE - orientation.width + 1):
                    mask = sum(1 << square_at(column + x, row + y) for x, y in orientation.cells)
                    table.append(Placement(len(table), patch, orientation, square_at(column, row), mask))
    return tuple(table)


PLACEMENTS: tuple[Placement, ...] = _number_all()
"""All placements by number."""

ALL_PLACEMENTS = (1 << len(PLACEMENTS)) - 1
"""The set of all placements: what fits on an empty quilt."""


def _touching() -> tuple[int, ...]:
    touching = [0] * (SIZE * SIZE)
    for placement in PLACEMENTS:
        for square in bits(placement.mask):
            touching[square] |= 1 << placement.number
    return tuple(touching)


TOUCHING = _touching()
"""``TOUCHING[square]``: the placements that cover a square."""

_LEAVING = tuple(ALL_PLACEMENTS ^ touching for touching in TOUCHING)


def apart_from(fits: int, placement: Placement) -> int:
    """Those of a set of placements that share no square with one.

    Kept ready for each placement, these sets would take 8 MB.
    """
    for column, row in placement.orientation.cells:
        fits &= _LEAVING[placement.square + SIZE * row + column]
    return fits


@dataclass(frozen=True, slots=True)
class Span:
    """A run of numbers: the placements of one patch, or of one of its orientations, from ``first`` on."""

    first: int
    full: int

    def of(self, placements: int) -> int:
        """The members of a set of placements that lie in this run, shifted down to bit 0."""
        return placements >> self.first & self.full

    def within(self, placements: int) -> int:
        """The members of a set of placements that lie in this run, left at their own bits."""
        return placements & self.full << self.first


def _spans() -> tuple[tuple[Span, ...], dict[tuple[int, str], Span]]:
    by_patch: dict[int, list[int]] = {}
    by_orientation: dict[tuple[int, str], list[int]] = {}
    for placement in PLACEMENTS:
        by_patch.setdefault(placement.patch.id, []).append(placement.number)
        by_orientation.setdefault((placement.patch.id, placement.orientation.letter), []).append(placement.number)
    return tuple(map(_span, by_patch.values())), {key: _span(numbers) for key, numbers in by_orientation.items()}


def _span(numbers: list[int]) -> Span:
    return Span(numbers[0], (1 << len(numbers)) - 1)


OF_PATCH, OF_ORIENTATION = _spans()
"""Where placements lie: ``OF_PATCH[id]`` those of a patch (33 is leather), ``OF_ORIENTATION[id, letter]`` those of
one of its orientations.
"""

_SPELLING = re.compile(r"(?:(?P<patch>0|[1-9][0-9]?)(?P<letter>[NESWnesw])@|\*)(?P<column>[A-I])(?P<row>[1-9])")


def parse_placement(text: str) -> Placement:
    """Read ``17E@C4`` or ``*D5``. Any letter that gives the same squares is accepted.

    Raises BadText when it is spelled otherwise or does not lie wholly on the quilt.
    """
    match = _SPELLING.fullmatch(text)
    if match is None or (match["patch"] and int(match["patch"]) >= len(PATCHES)):
        raise BadText("bad_move", text=text)
    patch = PATCHES[int(match["patch"])] if match["patch"] else LEATHER
    orientation = patch.by_letter[match["letter"] or "N"]
    column, row = COLUMNS.index(match["column"]), int(match["row"]) - 1
    across, down = SIZE - orientation.width + 1, SIZE - orientation.height + 1
    if column >= across or row >= down:
        raise BadText("off_quilt", text=text)
    return PLACEMENTS[OF_ORIENTATION[patch.id, orientation.letter].first + row * across + column]


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance to the space just ahead of the other token, earning a button for each space."""

    def __str__(self) -> str:
        return "+"


ADVANCE: Final = Advance()


@dataclass(frozen=True, slots=True)
class Reveal:
    """The Automa reveals a card, by number. What it does then follows from the rules."""

    card: int

    def __str__(self) -> str:
        return f"#{self.card}"


Move = Advance | Placement | Reveal

_CARD = re.compile("#(1[0-9]?|2[0-4]?|[3-9])")


def parse_move(text: str) -> Move:
    """Read a move as records spell it: ``+``, ``17E@C4``, ``*D5`` or ``#13``. Raises BadText."""
    if text == "+":
        return ADVANCE
    if match := _CARD.fullmatch(text):
        return Reveal(int(match[1]))
    return parse_placement(text)


class LegalMoves:
    """The legal moves of a position, made only when asked for.

    Iterate, count with ``len``, test with ``in``, pick one by its number from 0 (so ``random.choice`` is quick).
    """

    __slots__ = ("_advance", "_cards", "_sets")

    def __init__(self, advance: bool, fits: int, spans: list[Span], cards: Sequence[int] = ()) -> None:
        self._advance = advance
        self._cards = cards
        self._sets = [(span.first, span.of(fits)) for span in spans]

    def __iter__(self) -> Iterator[Move]:
        moves: list[Move] = [ADVANCE] if self._advance else []
        for first, members in self._sets:
            moves += [PLACEMENTS[first + number] for number in bits(members)]
        moves += map(Reveal, self._cards)
        return iter(moves)

    def __len__(self) -> int:
        return self._advance + len(self._cards) + sum([members.bit_count() for _, members in self._sets])

    def __getitem__(self, number: int) -> Move:
        if self._advance:
            if number == 0:
                return ADVANCE
            number -= 1
        for first, members in self._sets:
            if 0 <= number < members.bit_count():
                return PLACEMENTS[first + nth_bit(members, number)]
            number -= members.bit_count()
        if 0 <= number < len(self._cards):
            return Reveal(self._cards[number])
        raise IndexError("there are fewer legal moves")

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Reveal):
            return move.card in self._cards
        if not isinstance(move, Placement):
            return self._advance and move == ADVANCE
        return any(members >> (move.number - first) & 1 for first, members in self._sets if move.number >= first)

    def __repr__(self) -> str:
        return f"<LegalMoves {len(self)}: {' '.join(map(str, self))}>"
