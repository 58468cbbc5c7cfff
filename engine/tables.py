"""The game in numbers that a search looks up: patches, where they can lie, and what the time board pays."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from game.patches import LEATHER as LEATHER_PATCH
from game.patches import PATCHES
from game.placements import PLACEMENTS
from game.quilt import SEVEN_BY_SEVEN as SEVEN_BY_SEVEN
from game.squares import ALL_SQUARES, INCOME, LAST, LEATHER_SPACES, SIZE, square_at

LEATHER = LEATHER_PATCH.id  # the number of the leather patch, one more than that of the last patch
FULL = ALL_SQUARES  # the mask of a quilt without an empty square

COST = tuple(patch.cost for patch in PATCHES)
TIME = tuple(patch.time for patch in PATCHES)
EARNS = tuple(patch.income for patch in PATCHES)
"""What the patches cost in buttons and in time, and the buttons printed on them, by their ids."""

AREA = tuple(patch.size for patch in (*PATCHES, LEATHER_PATCH))
"""How many squares they cover; leather, too."""

LEFT = sum(1 << square_at(0, row) for row in range(SIZE))  # the columns on the rim
RIGHT = LEFT << SIZE - 1
_TOP = (1 << SIZE) - 1
_BOTTOM = _TOP << SIZE * (SIZE - 1)

Spot = tuple[int, int, int]
"""A place where a patch can lie: the mask that it covers, that of the squares beside it, and its number among the
places of the patch (below 1 << `SHIFT`) plus, shifted by `SHIFT`, how many of its edges lie on the rim of the quilt.
"""

SHIFT = 10
NUMBER = (1 << SHIFT) - 1


def _spots(patch: int) -> Iterator[Spot]:
    masks = (placement.mask for placement in PLACEMENTS if placement.patch.id == patch)
    for number, mask in enumerate(masks):
        around = (mask & ~RIGHT) << 1 | (mask & ~LEFT) >> 1 | mask << SIZE | mask >> SIZE
        on_rim = sum((mask & side).bit_count() for side in (LEFT, RIGHT, _TOP, _BOTTOM))
        yield mask, around & FULL & ~mask, on_rim << SHIFT | number


SPOTS: tuple[tuple[Spot, ...], ...] = tuple(tuple(_spots(patch)) for patch in range(LEATHER + 1))
"""All the places of each patch, by its id (leather too), in the order of `game.placements`."""


def _marks_until(marks: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(int(space in set(marks)) for space in range(LAST + 1)))


INCOMES = _marks_until(INCOME)  # how many incomes lie on each space of the time board and before it

LEATHERS = {track: _marks_until(spaces) for track, spaces in LEATHER_SPACES.items()}
"""The same for the leather patches, by the name of their layout."""
