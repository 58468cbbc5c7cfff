"""Moves: advancing, sewing a patch (a placement is the move), or revealing the Automa's card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.placements import PLACEMENTS, Placement, Span, parse_placement
from game.squares import bits, nth_bit


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
