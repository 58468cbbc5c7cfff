"""What is plainly wrong with where a patch was sewn: it left holes, or no room for a 7x7."""

from engine.tables import LEFT, RIGHT, SEVEN_BY_SEVEN
from game.squares import ALL_SQUARES, SIZE, bits

Fault = tuple[str, tuple[int, ...]]
"""``room`` or ``holes``, and the squares of the holes that the better place would not have left: at least one."""


def fault(played: int, better: int, *, bonus: bool) -> Fault | None:
    """Tell what is wrong with the free squares after a move that was ``played``, and not after a ``better`` one.

    ``bonus`` says whether the tile is taken already: then nobody needs room for a 7x7 any more.
    """
    left, spared = holes(played), holes(better)
    avoidable = tuple(bits(left & ~spared))
    if not bonus and all(area & left for area in SEVEN_BY_SEVEN) and not all(area & spared for area in SEVEN_BY_SEVEN):
        return "room", avoidable
    return ("holes", avoidable) if left.bit_count() > spared.bit_count() else None


def holes(free: int) -> int:
    """The free squares without a free neighbour, as a board: no patch but leather will ever cover them."""
    beside = (free & ~RIGHT) << 1 | (free & ~LEFT) >> 1 | free << SIZE & ALL_SQUARES | free >> SIZE
    return free & ~beside


def edge(free: int) -> int:
    """Count the sides of free squares that have no free square beside them: how ragged what is free is."""
    pairs = (free & free >> 1 & ~RIGHT).bit_count() + (free & free >> SIZE).bit_count()
    return 4 * free.bit_count() - 2 * pairs
