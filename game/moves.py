"""Moves: to advance, or to sew a patch (which is its placement)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.placements import PLACEMENTS, Placement, Span, parse_placement
from game.squares import bits


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
    """The legal moves of a position, made only when asked for: iterate, count with ``len``, test with ``in``."""

    __slots__ = ("_advance", "_fits", "_spans")

    def __init__(self, advance: bool, fits: int, spans: list[Span]) -> None:
        self._advance = advance
        self._fits = fits
        self._spans = spans

    def __iter__(self) -> Iterator[Move]:
        moves: list[Move] = [ADVANCE] if self._advance else []
        for span in self._spans:
            first = span.first
            moves += [PLACEMENTS[first + number] for number in bits(span.of(self._fits))]
        return iter(moves)

    def __len__(self) -> int:
        return self._advance + sum([span.of(self._fits).bit_count() for span in self._spans])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Placement):
            return self._advance and move == ADVANCE
        return any(
            span.of(self._fits) >> (move.number - span.first) & 1 for span in self._spans if move.number >= span.first
        )

    def __repr__(self) -> str:
        return f"<LegalMoves {len(self)}: {' '.join(map(str, self))}>"
