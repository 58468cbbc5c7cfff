"""Tidy placements: where a patch lies snugly. The same for everybody, and no advice on which patch to take."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.patches import Orientation, Patch
from game.placements import OF_ORIENTATION, OF_PATCH, PLACEMENTS, Placement, Span
from game.quilt import Quilt
from game.squares import ALL_SQUARES, SIZE, bits, square_at

_LEFT_COLUMN = sum(1 << square_at(0, row) for row in range(SIZE))
_RIGHT_COLUMN = _LEFT_COLUMN << SIZE - 1

HOLE_WEIGHT = 3
"""How many exposed edges a free square without free neighbours counts for. Chosen by eye."""


def tidiest(quilt: Quilt, patch: Patch, orientation: Orientation | None = None) -> tuple[Placement, ...]:
    """All the placements of a patch that fit (in one orientation, or in any), the snuggest first.

    A snug placement leaves the free area with a short edge and few single holes.
    """
    return _snuggest_first(quilt, OF_ORIENTATION[patch.id, orientation.letter] if orientation else OF_PATCH[patch.id])


def told_apart(places: Iterable[Placement], count: int) -> tuple[Placement, ...]:
    """The first ``count`` places that share no square: outlines that lie on each other cannot be told apart."""
    chosen: list[Placement] = []
    covered = 0
    for place in places:
        if len(chosen) < count and not covered & place.mask:
            chosen.append(place)
            covered |= place.mask
    return tuple(chosen)


@lru_cache(maxsize=64)  # a panel asks several times for the same ones, and so does the next click on it
def _snuggest_first(quilt: Quilt, span: Span) -> tuple[Placement, ...]:
    fitting = [PLACEMENTS[span.first + number] for number in bits(span.of(quilt.fits))]
    free = quilt.free
    return tuple(sorted(fitting, key=lambda placement: _raggedness(free & ~placement.mask)))


def _raggedness(free: int) -> int:
    left, right, above, below = _neighbours(free)
    exposed = sum((free & ~side).bit_count() for side in (left, right, above, below))
    holes = (free & ~(left | right | above | below)).bit_count()
    return exposed + HOLE_WEIGHT * holes


def _neighbours(free: int) -> tuple[int, int, int, int]:
    """The squares whose neighbour on the left, on the right, above and below is free."""
    return (
        free << 1 & ~_LEFT_COLUMN,
        free >> 1 & ~_RIGHT_COLUMN,
        free << SIZE & ALL_SQUARES,
        free >> SIZE,
    )
