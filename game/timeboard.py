"""The time board: spaces 0 to 53, with button income and leather patches."""

from __future__ import annotations

from collections.abc import Iterable

LAST = 53
"""The space on which a token ends."""

INCOME = (5, 11, 17, 23, 29, 35, 41, 47, 53)
"""Spaces that pay the buttons printed on a quilt to the token that crosses them."""

LEATHER_SPACES: dict[str, tuple[int, ...]] = {
    "classic": (20, 26, 32, 44, 50),
    "revised": (26, 32, 38, 44, 50),
}
"""Spaces with a leather patch, by the name of the layout."""


def crossed(marks: tuple[int, ...], start: int, end: int) -> list[int]:
    """The marks that a token triggers when it moves from ``start`` to ``end``: those it lands on or passes."""
    return [mark for mark in marks if start < mark <= end]


def next_mark(marks: Iterable[int], space: int) -> int | None:
    """The first mark beyond a space, or None."""
    return next((mark for mark in marks if mark > space), None)
