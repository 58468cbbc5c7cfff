"""A player's quilt (decision 0001)."""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import IllegalMove
from game.patches import LEATHER
from game.placements import ALL_PLACEMENTS, OF_PATCH, PLACEMENTS, Placement, apart_from
from game.squares import SIZE, bits, square_at, square_name

SEVEN_BY_SEVEN = tuple(
    sum(1 << square_at(column + x, row + y) for x in range(7) for y in range(7))
    for row in range(SIZE - 6)
    for column in range(SIZE - 6)
)
OF_LEATHER = OF_PATCH[LEATHER.id]
"""Where the placements of the leather patch lie in a set."""


@dataclass(frozen=True, slots=True)
class Quilt:
    """A player's 9x9 quilt: the set of placements that still fit (see `game.placements`), and the numbers of those that
    are sewn, ascending.
    """

    fits: int = ALL_PLACEMENTS
    sewn: tuple[int, ...] = ()

    def sew(self, placement: Placement) -> Quilt:
        """The quilt with one more patch, which must fit."""
        return Quilt(apart_from(self.fits, placement), tuple(sorted((*self.sewn, placement.number))))

    def check_room(self, placement: Placement) -> None:
        """Raise IllegalMove, naming a square, unless all the squares of a placement are free."""
        if not self.fits >> placement.number & 1:
            taken = bits(placement.mask & ~self.free)[0]
            raise IllegalMove("does_not_fit", square=square_name(taken))

    @property
    def free(self) -> int:
        """The board of empty squares: exactly those on which a leather patch fits."""
        return OF_LEATHER.of(self.fits)

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.free.bit_count()

    @property
    def patches(self) -> list[Placement]:
        """What is sewn on it, by number (the order of sewing is history and not kept)."""
        return [PLACEMENTS[number] for number in self.sewn]

    @property
    def has_seven_by_seven(self) -> bool:
        """Whether some 7x7 area is covered completely."""
        free = self.free
        return free.bit_count() <= SIZE * SIZE - 49 and any(not area & free for area in SEVEN_BY_SEVEN)

    def completes_seven_by_seven(self, placement: Placement) -> bool:
        """Tell whether a placement that fits would cover the last squares of some 7x7 area, the first one."""
        free = self.free
        return any(not area & free & ~placement.mask for area in SEVEN_BY_SEVEN) and not self.has_seven_by_seven

    @property
    def missing_for_seven_by_seven(self) -> int:
        """How many squares are free in the 7x7 area that has the fewest."""
        free = self.free
        return min((area & free).bit_count() for area in SEVEN_BY_SEVEN)


EMPTY_QUILT = Quilt()
