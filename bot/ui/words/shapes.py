"""Shapes and squares in words, for those who listen: what a patch looks like, and what it covers."""

from __future__ import annotations

from bot.ui.kit.texts import Say
from game import Placement
from game.patches import Orientation
from game.squares import SIZE, bits, square_name


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
    rows = ", ".join(_row(say, lying, row) for row in range(lying.height))
    return say("shape.rows", count=size, width=lying.width, height=lying.height, rows=rows)


def _row(say: Say, lying: Orientation, row: int) -> str:
    runs = _runs(sorted(column for column, its_row in lying.cells if its_row == row))
    return listed(say, [_run(say, lying.width, first, last) for first, last in runs])


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
    return listed(say, [stretch(say, first, last) for first, last in _runs(bits(placement.mask))])


def stretch(say: Say, first: int, last: int) -> str:
    """From one square to another, such as ``C5 to E5``; only the one if they are the same."""
    if first == last:
        return square_name(first)
    return say("shape.stretch", first=square_name(first), last=square_name(last))


def listed(say: Say, parts: list[str]) -> str:
    """Some things in a sentence, such as ``a, b and c``."""
    *rest, last = parts
    return say("list.and", rest=", ".join(rest), last=last) if rest else last


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Neighbours joined: the first and the last of each run; a run ends where a row of the quilt does."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1 and number % SIZE:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs
