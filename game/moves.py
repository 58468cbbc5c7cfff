"""Moves: to advance, or to sew a patch (which is its placement)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.placements import PLACEMENTS, Placement, Span, parse_placement
from game.squares import bits, nth_bit


@dataclass(frozen=True, slots=True)
class Advance:
    """To move to the space in front of the other token, earning a button for each space."""

    def __str__(self) -> str:
        return "+"


ADVANCE: Final = Advance()

Move = Advance | Placement


def parse_move(text: str) -> Move:
    """Read a move as records spell it: ``+``, ``17E@C4`` or ``*D5``. Raises BadText."""
    return ADVANCE if text == "+" else parse_placement(text)


class LegalMoves:
    """The legal moves of a position, made only when asked for.

    Iterate, count with ``len``, test with ``in``, pick one by its number from 0 (so ``random.choice`` is quick).
    """

    __slots__ = ("_advance", "_sets")

    def __init__(self, advance: bool, fits: int, spans: list[Span]) -> None:
        self._advance = advance
        self._sets = [(span.first, span.of(fits)) for span in spans]

    def __iter__(self) -> Iterator[Move]:
        moves: list[Move] = [ADVANCE] if self._advance else []
        for first, members in self._sets:
            moves += [PLACEMENTS[first + number] for number in bits(members)]
        return iter(moves)

    def __len__(self) -> int:
        return self._advance + sum([members.bit_count() for _, members in self._sets])

    def __getitem__(self, number: int) -> Move:
        if number == 0 and self._advance:
            return ADVANCE
        number -= self._advance
        for first, members in self._sets:
            if 0 <= number < members.bit_count():
                return PLACEMENTS[first + nth_bit(members, number)]
            number -= members.bit_count()
        raise IndexError("there are fewer legal moves")

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Placement):
            return self._advance and move == ADVANCE
        return any(members >> (move.number - first) & 1 for first, members in self._sets if move.number >= first)

    def __repr__(self) -> str:
        return f"<LegalMoves {len(self)}: {' '.join(map(str, self))}>"
