"""What the person's quilt is worth by itself, and the spots where a patch lies well on it.

A quilt counts by its 81 windows of 3x3 squares, of which there are 102 kinds; squares beyond the rim count as covered.
"""

from __future__ import annotations

from itertools import product

from engine.automa.weights import KIND, MOST_MISSING, SHADES, TILE, WINDOWS, shades
from engine.spots import snug_spots
from engine.tables import FULL, LEATHER, SEVEN_BY_SEVEN
from game.squares import SIZE
from game.timeboard import LAST

REMEMBERED = 60_000
"""How many quilts are remembered, and how many answers about spots, before all are forgotten at once."""

PHASE = tuple(min(space * 3 // LAST, 2) for space in range(LAST + 1))
"""The part of the game in which spots are compared, by the space of the token."""

_MIDDLES = (9, 26, 44)
"""A space in each part."""

_FIELD, _BIAS = 24, 1 << 17
_ALL = (1 << _FIELD) - 1

Worth = tuple[int, int, int, int]
"""The sums of a quilt's windows for the beginning, the middle and the end of the game, and the squares missing to a
7x7 area.
"""


def _strips() -> list[int]:
    """The sums of three windows side by side, by their 3x5 squares: those of the three times in fields of one int."""
    packed = [sum(WINDOWS[time][kind] << _FIELD * time for time in range(3)) for kind in KIND]
    bias = sum(_BIAS << _FIELD * time for time in range(3))
    return [
        bias + sum(packed[above >> x & 7 | (here >> x & 7) << 3 | (below >> x & 7) << 6] for x in range(3))
        for below, here, above in product(range(32), repeat=3)
    ]


_STRIPS = _strips()
_quilts: dict[int, Worth] = {}
_spots: dict[int, list[int]] = {}


def quilt(mask: int) -> Worth:
    """What a quilt is worth."""
    found = _quilts.get(mask)
    if found is None:
        if len(_quilts) >= REMEMBERED:
            _quilts.clear()
        found = _quilts[mask] = _quilt(mask)
    return found


def _quilt(mask: int) -> Worth:
    above, here, total = 2047, (mask & 511) << 1 | 1025, 0
    for row in range(1, SIZE + 1):
        below = (mask >> SIZE * row & 511) << 1 | 1025 if row < SIZE else 2047
        total += (
            _STRIPS[above & 31 | (here & 31) << 5 | (below & 31) << 10]
            + _STRIPS[above >> 3 & 31 | (here >> 3 & 31) << 5 | (below >> 3 & 31) << 10]
            + _STRIPS[above >> 6 | here >> 6 << 5 | below >> 6 << 10]
        )
        above, here = here, below
    free = FULL & ~mask
    missing = min([(area & free).bit_count() for area in SEVEN_BY_SEVEN])
    bias = 3 * SIZE * _BIAS
    one, two, three = (total & _ALL) - bias, (total >> _FIELD & _ALL) - bias, (total >> 2 * _FIELD) - bias
    return one, two, three, min(missing, MOST_MISSING)


def good_spots(mask: int, patch: int, phase: int, tile_space: int, count: int) -> list[int]:
    """A quilt's mask with a patch on it, in its best spots, the best first. Empty when it fits nowhere.

    ``tile_space`` is where the Automa takes the tile, 0 when it is gone.
    """
    key = ((mask << 6 | patch) << 2 | phase) << 6 | tile_space
    found = _spots.get(key)
    if found is None:
        if len(_spots) >= REMEMBERED:
            _spots.clear()
        found = _spots[key] = _good_spots(mask, patch, phase, tile_space)
    return found[:count]


def _good_spots(mask: int, patch: int, phase: int, tile_space: int) -> list[int]:
    """Of spots worth exactly the same only the first counts: they mirror it."""
    ranked = sorted([(_lies(sewn, phase, tile_space), sewn) for sewn in snug_spots(mask, patch)], reverse=True)
    best: dict[int, int] = {}
    for worth, sewn in ranked:
        best.setdefault(worth, sewn)
    return list(best.values())


def sew_leather(mask: int, space: int, tile_space: int) -> int:
    """A quilt's mask with a leather patch in its best hole."""
    return good_spots(mask, LEATHER, PHASE[space], tile_space, 1)[0]


def _lies(mask: int, phase: int, tile_space: int) -> int:
    one, two, three, missing = quilt(mask)
    first, second, third = shades(_MIDDLES[phase])
    worth = (first * one + second * two + third * three) // SHADES
    return worth + TILE[missing][max(tile_space - _MIDDLES[phase], 0)] if tile_space else worth
