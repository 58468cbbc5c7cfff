"""Tidy placements: where a patch lies snugly. The same for everybody, and no advice on which patch to take.

Why: decision 0054.
"""

from collections.abc import Iterator
from functools import lru_cache

from game.patches import Orientation, Patch
from game.placements import OF_ORIENTATION, OF_PATCH, PLACEMENTS, Placement, Span
from game.quilt import Quilt
from game.squares import SIZE, bits, square_at

_RIGHT_COLUMN = sum(1 << square_at(SIZE - 1, row) for row in range(SIZE))


def tidiest(quilt: Quilt, patch: Patch, orientation: Orientation | None = None) -> tuple[Placement, ...]:
    """All the placements of a patch that fit (in one orientation, or in any), the snuggest first.

    A snug placement shuts in as few single squares and pairs as it can, and then leaves the free area a short edge.
    """
    return _snuggest_first(quilt, OF_ORIENTATION[patch.id, orientation.letter] if orientation else OF_PATCH[patch.id])


def proposals(quilt: Quilt, patch: Patch, count: int, *, bonus: bool = False) -> tuple[Placement, ...]:
    """At most ``count`` of the tidiest placements that share no square: outlines on each other cannot be told apart.

    None of them shuts in more single squares and pairs than it must. While the 7x7 ``bonus`` is still to be had, the
    tidiest placement that takes it comes first, whatever it shuts in: it is worth 7 points.
    """
    return _proposals(quilt, OF_PATCH[patch.id], count, bonus)


@lru_cache(maxsize=64)  # a panel asks several times for the same ones, and so does the next click on it
def _proposals(quilt: Quilt, span: Span, count: int, bonus: bool) -> tuple[Placement, ...]:
    free = quilt.free
    places = _snuggest_first(quilt, span)
    fewest = max(shut_in(free), shut_in(free & ~places[0].mask)) if places else 0
    chosen = [*_taking_the_bonus(quilt, places)][:1] if bonus else []
    covered = chosen[0].mask if chosen else 0
    for place in places:
        if covered & place.mask:
            continue
        if len(chosen) == count or shut_in(free & ~place.mask) > fewest:
            break
        chosen.append(place)
        covered |= place.mask
    return tuple(chosen)


def _taking_the_bonus(quilt: Quilt, places: tuple[Placement, ...]) -> Iterator[Placement]:
    """Those of some placements of one patch that complete a first 7x7 area."""
    if places and quilt.missing_for_seven_by_seven <= places[0].mask.bit_count():
        yield from filter(quilt.completes_seven_by_seven, places)


@lru_cache(maxsize=64)  # a list names the other ones
def _snuggest_first(quilt: Quilt, span: Span) -> tuple[Placement, ...]:
    fitting = [PLACEMENTS[span.first + number] for number in bits(span.of(quilt.fits))]
    free = quilt.free
    return tuple(sorted(fitting, key=lambda placement: _raggedness(free & ~placement.mask)))


def shut_in(free: int) -> int:
    """Count how many free squares have no free neighbour, or only one that has no other either."""
    return shut_squares(free).bit_count()


def shut_squares(free: int) -> int:
    """The same squares, as a board."""
    across, down = _pairs(free)
    beside, stacked = across | across << 1, down | down << SIZE
    lying = across & ~(across << 1 | across >> 1 | stacked | stacked >> 1)
    standing = down & ~(down << SIZE | down >> SIZE | beside | beside >> SIZE)
    return free & ~(beside | stacked) | lying | lying << 1 | standing | standing << SIZE


def with_neighbours(free: int, some: int) -> int:
    """Some of the free squares, and the free ones beside them, as a board."""
    across, down = _pairs(free)
    beside = (across & some) << 1 | across & some >> 1
    return some | beside | (down & some) << SIZE | down & some >> SIZE


def newly_shut_in(quilt: Quilt, placement: Placement) -> int:
    """Count how many more squares are shut in once a placement is sewn; negative if it fills a hole."""
    return shut_in(quilt.free & ~placement.mask) - shut_in(quilt.free)


def edge_of(free: int) -> int:
    """Count the sides of free squares along which no other free square lies."""
    return 4 * free.bit_count() - 2 * sum(pairs.bit_count() for pairs in _pairs(free))


def is_snug(quilt: Quilt, placement: Placement) -> bool:
    """Tell whether at least a third of the edge of a placement lies along patches or the border of the quilt."""
    inner, free = -_raggedness(placement.mask)[1], quilt.free
    edge = 4 * placement.mask.bit_count() - 2 * inner
    exposed = _raggedness(free & ~placement.mask)[1] - _raggedness(free)[1] - inner
    return 3 * (edge - exposed) >= edge


def _raggedness(free: int) -> tuple[int, int]:
    """Count how many free squares are shut in, and the pairs of neighbours among them all, negative.

    Of areas of one size, the one with the most such pairs has the shortest edge.
    """
    return shut_in(free), -sum(pairs.bit_count() for pairs in _pairs(free))


def _pairs(free: int) -> tuple[int, int]:
    """The left, and the upper, square of each pair of free neighbours, as boards."""
    return free & free >> 1 & ~_RIGHT_COLUMN, free & free >> SIZE
