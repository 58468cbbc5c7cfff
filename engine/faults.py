"""What is plainly wrong with where a patch was sewn: it left holes, or no room for a 7x7."""

from engine.tables import SEVEN_BY_SEVEN
from game.squares import ALL_SQUARES, SIZE, bits, square_at

_LEFT = sum(1 << square_at(0, row) for row in range(SIZE))
_RIGHT = _LEFT << SIZE - 1

Fault = tuple[str, tuple[int, ...]]
"""``room`` or ``holes``, and the squares of the holes that the better place would not have left: at least one."""


def fault(free: int, played: int, better: int, *, bonus: bool) -> Fault | None:
    """Tell what sewing ``played`` did to the ``free`` squares of a quilt that sewing ``better`` would not have done.

    ``bonus`` says whether the tile is taken already: then nobody needs room for a 7x7 any more.
    """
    left, spared = holes(free & ~played), holes(free & ~better)
    avoidable = tuple(bits(left & ~spared))
    if not bonus and _has_room(free & ~better) and not _has_room(free & ~played):
        return "room", avoidable
    return ("holes", avoidable) if left.bit_count() > spared.bit_count() else None


def holes(free: int) -> int:
    """The free squares without a free neighbour, as a board: no patch but leather will ever cover them."""
    beside = (free & ~_RIGHT) << 1 | (free & ~_LEFT) >> 1 | free << SIZE & ALL_SQUARES | free >> SIZE
    return free & ~beside


def edge(free: int) -> int:
    """Count the sides of free squares that have no free square beside them: how ragged what is free is."""
    pairs = (free & free >> 1 & ~_RIGHT).bit_count() + (free & free >> SIZE).bit_count()
    return 4 * free.bit_count() - 2 * pairs


def _has_room(free: int) -> bool:
    """Tell whether some 7x7 area has no hole in it."""
    closed = holes(free)
    return not all(area & closed for area in SEVEN_BY_SEVEN)
