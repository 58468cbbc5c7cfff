"""What a review says of a game: how the chances went, and at most a few moments that mattered. Values and their text.

As text, a review is a line ``shares`` with the chances of seat 1, and a line for each moment, such as
``moment 17 620 410 choice + -``: its move, the chances, why it is told, the better move, and squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game import Move, parse_move
from game.squares import square_name, square_named

WHOLE = 1000
"""The chances of a seat that has won."""

INACCURACY, MISTAKE, TURN = 100, 200, 300
"""What a move must have cost, of `WHOLE`, to be called an inaccuracy, a mistake, or a turning point."""

MOST = 5
"""How many moments are told at most."""

Why = Literal["choice", "holes", "room", "best"]
"""Why a moment is told: another patch (or advancing) would have been better; the patch was sewn so that it left holes,
or no room for a 7x7; or it was the best move of the game.
"""

Grade = Literal["inaccuracy", "mistake", "turn", "best"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that mattered: its number, from 1, and the chances of whoever made it, of `WHOLE`.

    ``before`` are those with the best move, ``after`` those after the move that was made; of the best move of the game,
    ``after`` are those with the next best one. ``better`` is the best move, or that next best one. ``squares`` are the
    holes that the move left.
    """

    ply: int
    before: int
    after: int
    why: Why
    better: Move
    squares: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """What the move cost, or would have cost, of `WHOLE`."""
        return self.before - self.after

    @property
    def grade(self) -> Grade:
        """What to call it."""
        if self.why == "best":
            return "best"
        return "turn" if self.cost >= TURN else "mistake" if self.cost >= MISTAKE else "inaccuracy"

    def __str__(self) -> str:
        squares = ",".join(map(square_name, self.squares)) or "-"
        return f"moment {self.ply} {self.before} {self.after} {self.why} {self.better} {squares}"


@dataclass(frozen=True, slots=True)
class Review:
    """The chances of seat 1, of `WHOLE`, before each move and after the last one; and the moments, in order."""

    shares: tuple[int, ...]
    moments: tuple[Moment, ...] = ()

    def __str__(self) -> str:
        return "\n".join(("shares " + " ".join(map(str, self.shares)), *map(str, self.moments)))


def parse_review(text: str) -> Review:
    """Read the text of a review. Raises ValueError if it is none."""
    first, *others = text.splitlines() or [""]
    word, *numbers = first.split()
    if word != "shares" or not numbers:
        raise ValueError(f"a review begins with its shares, not with {first[:40]!r}")
    return Review(tuple(map(int, numbers)), tuple(_parse_moments(others)))


def _parse_moments(lines: Iterable[str]) -> Iterable[Moment]:
    for line in lines:
        match line.split():
            case ["moment", ply, before, after, ("choice" | "holes" | "room" | "best") as why, better, squares]:
                yield Moment(int(ply), int(before), int(after), why, parse_move(better), _parse_squares(squares))
            case _:
                raise ValueError(f"{line[:80]!r} is no moment of a review")


def _parse_squares(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    return tuple(map(square_named, text.split(",")))
