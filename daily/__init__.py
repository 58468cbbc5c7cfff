"""The daily quilt: ten patches in a fixed order for everybody, and a quilt of 7x7 squares. Standard library only.

Why: decision 0069.
"""

from daily.attempt import EMPTY, SIDE, SQUARES, Attempt, parse_attempt
from daily.par import par_of
from daily.puzzle import PATCHES_A_DAY, SCHEME, Puzzle, date_of, number_of, puzzle_of, ring_of_sunday

__all__ = [
    "EMPTY",
    "PATCHES_A_DAY",
    "SCHEME",
    "SIDE",
    "SQUARES",
    "Attempt",
    "Puzzle",
    "date_of",
    "number_of",
    "par_of",
    "parse_attempt",
    "puzzle_of",
    "ring_of_sunday",
]
