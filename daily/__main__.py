"""``python -m daily 2026-11-23``: a day's patches, par, and the quilt of the search that found par."""

import argparse
import sys
from datetime import date

from daily.attempt import SIDE, SQUARES, Attempt
from daily.par import best_of
from daily.puzzle import SCHEME, Puzzle, number_of, puzzle_of
from game import Patch
from game.squares import COLUMNS, bits, square_at


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m daily", description="The patches of a day, and par.")
    parser.add_argument("date", type=date.fromisoformat, help="such as 2026-11-23")
    puzzle = puzzle_of(number_of(parser.parse_args(arguments).date))
    best = best_of(puzzle)
    print(f"Daily quilt {puzzle.number}, {puzzle.date}, scheme {SCHEME}: par {best.covered} of {SQUARES}\n")
    print("\n".join(_patches(puzzle)), "", "\n".join(_quilt(best)), "", sep="\n")
    print(best)
    return 0


def _patches(puzzle: Puzzle) -> list[str]:
    """All patches side by side, five in a row, each below its place in the order and its number."""
    lines = list[str]()
    for first in (0, 5):
        shapes = [_shape(place, patch) for place, patch in enumerate(puzzle.patches[first : first + 5], first + 1)]
        tall = max(map(len, shapes))
        lines += [
            "".join((shape[row] if row < len(shape) else "").ljust(12) for shape in shapes) for row in range(tall)
        ]
    return [line.rstrip() for line in lines]


def _shape(place: int, patch: Patch) -> list[str]:
    lying = patch.orientations[0]
    rows = ["".join("#" if (x, y) in lying.cells else " " for x in range(lying.width)) for y in range(lying.height)]
    return [f"{place}: no. {patch.id}", *rows, ""]


def _quilt(attempt: Attempt) -> list[str]:
    laid = [(place, placement) for place, placement in enumerate(attempt.laid, 1) if placement]
    signs = {square: str(place % 10) for place, placement in laid for square in bits(placement.mask)}
    rows = [" ".join(signs.get(square_at(column, row), ".") for column in range(SIDE)) for row in range(SIDE)]
    return ["  " + " ".join(COLUMNS[:SIDE]), *(f"{number} {row}" for number, row in enumerate(rows, 1))]


if __name__ == "__main__":
    sys.exit(main())
