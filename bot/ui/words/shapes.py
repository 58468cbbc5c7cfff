"""Shapes and squares in words, for those who listen: what a patch looks like, and what it covers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from bot.ui.kit.texts import Say
from bot.ui.words.lists import enumerated, listed
from game import Placement
from game.patches import Orientation
from game.squares import COLUMNS, SIZE, bits, square_name


def shape(say: Say, lying: Orientation) -> str:
    """What a patch that lies so looks like: its size, then row by row from the top which squares belong to it.

    It can be rebuilt from that: a row is whole, on the left, on the right or in the middle, or begins in a column that
    is counted from the left edge of the patch.
    """
    size = len(lying.cells)
    if lying.height == 1:
        return say("shape.row", count=size)
    if lying.width == 1:
        return say("shape.column", count=size)
    if size == lying.width * lying.height:
        return say("shape.block", width=lying.width, height=lying.height)
    return say("shape.rows", count=size, width=lying.width, height=lying.height, rows=_rows(say, lying))


def lying_so(say: Say, lying: Orientation) -> str:
    """The same for somebody who knows the patch: only its rows. At most 100 characters."""
    return shape(say, lying) if len(lying.cells) == lying.width * lying.height else _rows(say, lying)


def _rows(say: Say, lying: Orientation) -> str:
    alike = [(row, len(list(rows))) for row, rows in groupby(_row(say, lying, row) for row in range(lying.height))]
    return enumerated(say, (_times(say, row, count) for row, count in alike))


def _times(say: Say, row: str, count: int) -> str:
    if count == 1:
        return row
    return say("shape.twice" if count == 2 else "shape.times", count=count, row=row)


def _row(say: Say, lying: Orientation, row: int) -> str:
    (first, last), *others = _runs(sorted(column for column, its_row in lying.cells if its_row == row))
    if others:  # both at the edges and equally long: no patch has other gaps
        return say("shape.run.sides", count=last - first + 1)
    return _run(say, lying.width, first, last)


def _run(say: Say, width: int, first: int, last: int) -> str:
    count, before, after = last - first + 1, first, width - 1 - last
    if count == width:
        return say("shape.run.all", count=count)
    if before == after:
        return say("shape.run.middle", count=count)
    if before and after:
        return say("shape.run.from", count=count, column=first + 1)
    return say("shape.run.right" if before else "shape.run.left", count=count)


def covered_squares(say: Say, placement: Placement) -> str:
    """The squares that a placement covers, row by row, such as ``C4, C5 to E5 and D6``."""
    return listed(say, _named(say, bits(placement.mask), square_name))


def stretch(say: Say, first: int, last: int) -> str:
    """From one square to another, such as ``C5 to E5``; only the one if they are the same."""
    return _from_to(say, square_name(first), square_name(last))


def _named(say: Say, numbers: list[int], name: Callable[[int], str]) -> list[str]:
    """Names of squares or columns; three neighbours or more are told by the first and the last."""
    names: list[str] = []
    for first, last in _runs(numbers):
        names += [_from_to(say, name(first), name(last))] if last > first + 1 else map(name, range(first, last + 1))
    return names


def _from_to(say: Say, first: str, last: str) -> str:
    return first if first == last else say("shape.stretch", first=first, last=last)


def columns_named(say: Say, columns: list[int]) -> str:
    """Some columns of a quilt, neighbours joined, such as ``A to D and F``."""
    return listed(say, _named(say, columns, COLUMNS.__getitem__))


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Neighbours joined: the first and the last of each run; a run ends where a row of the quilt does."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1 and number % SIZE:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs
