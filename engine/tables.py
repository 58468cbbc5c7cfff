"""The game in numbers that a search looks up: patches, where they can lie, and what the time board pays."""

from collections.abc import Iterable
from itertools import accumulate

from game.patches import LEATHER as LEATHER_PATCH
from game.patches import PATCHES
from game.placements import PLACEMENTS
from game.squares import ALL_SQUARES, INCOME, LAST, LEATHER_SPACES, SIZE, square_at

LEATHER = LEATHER_PATCH.id  # the number of the leather patch, one more than that of the last patch
FULL = ALL_SQUARES  # the mask of a quilt without an empty square

COST = tuple(patch.cost for patch in PATCHES)
TIME = tuple(patch.time for patch in PATCHES)
EARNS = tuple(patch.income for patch in PATCHES)
"""What the patches cost in buttons and in time, and the buttons printed on them, by their ids."""

AREA = tuple(patch.size for patch in (*PATCHES, LEATHER_PATCH))
"""How many squares they cover; leather, too."""

_LEFT = sum(1 << square_at(0, row) for row in range(SIZE))
_RIGHT = _LEFT << SIZE - 1
_TOP = (1 << SIZE) - 1
_BOTTOM = _TOP << SIZE * (SIZE - 1)

Spot = tuple[int, int, int]
"""A place where a patch can lie: the mask that it covers, that of the squares beside it, and its number among the
places of the patch (below 1 << `SHIFT`) plus, shifted by `SHIFT`, how many of its edges lie on the rim of the quilt.
"""

SHIFT = 10
NUMBER = (1 << SHIFT) - 1


def _spots(patch: int) -> tuple[Spot, ...]:
    masks = [placement.mask for placement in PLACEMENTS if placement.patch.id == patch]
    return tuple((mask, _beside(mask), _on_rim(mask) << SHIFT | number) for number, mask in enumerate(masks))


def _beside(mask: int) -> int:
    around = (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1 | mask << SIZE | mask >> SIZE
    return around & FULL & ~mask


def _on_rim(mask: int) -> int:
    return sum((mask & side).bit_count() for side in (_LEFT, _RIGHT, _TOP, _BOTTOM))


SPOTS: tuple[tuple[Spot, ...], ...] = tuple(_spots(patch) for patch in range(LEATHER + 1))
"""All the places of each patch, by its id (leather too), in the order of `game.placements`."""


def _marks_until(marks: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(int(space in set(marks)) for space in range(LAST + 1)))


INCOMES = _marks_until(INCOME)  # how many incomes lie on each space of the time board and before it

LEATHERS = {track: _marks_until(spaces) for track, spaces in LEATHER_SPACES.items()}
"""The same for the leather patches, by the name of their layout."""


def _seven_by_seven() -> tuple[int, ...]:
    area = sum(1 << square_at(column, row) for column in range(7) for row in range(7))
    return tuple(area << square_at(column, row) for row in range(SIZE - 6) for column in range(SIZE - 6))


SEVEN_BY_SEVEN = _seven_by_seven()  # the masks of the nine 7x7 areas
