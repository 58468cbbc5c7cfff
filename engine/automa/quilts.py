"""What the person's quilt is worth by itself, and the spots where a patch lies well on it.

A quilt counts by its 81 windows of 3x3 squares, which are of 102 kinds; squares beyond the rim count as covered.
"""

from engine.automa.weights import MOST_MISSING, SHADES, TILE, WINDOWS, shades
from engine.spots import snug_spots
from engine.tables import FULL, LEATHER, SEVEN_BY_SEVEN
from engine.windows import Rows
from game.squares import LAST

REMEMBERED = 15_000
"""How many quilts are remembered, and how many answers about spots, before all are forgotten at once."""

LOOKED_AT = 12  # how many of the spots with the most contact are compared

PHASE = tuple(min(space * 3 // LAST, 2) for space in range(LAST + 1))
"""The part of the game in which spots are compared, by the space of the token."""

_MIDDLES = (9, 26, 44)  # a space in each part

_BIAS, _FIELD = 1 << 31, (1 << 32) - 1
_ALL_BIAS = _BIAS | _BIAS << 32 | _BIAS << 64
_ROWS = Rows([one + (two << 32) + (three << 64) for one, two, three in zip(*WINDOWS, strict=True)], 2 * REMEMBERED)

Worth = tuple[int, int, int, int]
"""The sums of a quilt's windows for the beginning, the middle and the end of the game, and the squares missing to a
7x7 area.
"""


_quilts: dict[int, Worth] = {}
_spots: dict[int, list[int]] = {}


def quilt(mask: int) -> Worth:
    """Estimate what a quilt is worth."""
    found = _quilts.get(mask)
    if found is None:
        if len(_quilts) >= REMEMBERED:
            _quilts.clear()
        found = _quilts[mask] = _quilt(mask)
    return found


def _quilt(mask: int) -> Worth:
    packed = _ROWS.of(mask) + _ALL_BIAS
    one, two, three = (packed & _FIELD) - _BIAS, (packed >> 32 & _FIELD) - _BIAS, (packed >> 64) - _BIAS
    free = FULL & ~mask
    missing = min([(area & free).bit_count() for area in SEVEN_BY_SEVEN])
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
    ranked = sorted(
        [(_lies(sewn, phase, tile_space), sewn) for sewn in snug_spots(mask, patch, LOOKED_AT)], reverse=True
    )
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
