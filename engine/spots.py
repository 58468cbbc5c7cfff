"""Where on a quilt a patch lies well: a few good spots in place of the hundreds where it fits.

Those with the most contact, and one that completes a 7x7, are compared by the worth of the quilt they make. The answers
depend on nothing else and are remembered for the moves to come.
"""

from functools import lru_cache

from engine import value
from engine.automa import value as alone
from engine.state import has_seven_by_seven
from engine.tables import AREA, NUMBER, SHIFT, SPOTS

LOOKED_AT, LOOKED_AT_ALONE = 8, 12
"""How many of the spots with the most contact are compared; between two, twelve are no better and take longer."""

KEPT = 2  # how many of the best spots are remembered: more than that only the first moves of a search ask for
REMEMBERED = 40_000  # how many answers


@lru_cache(REMEMBERED)
def best_spots(mask: int, patch: int, phase: int) -> tuple[int, ...]:
    """A quilt's mask with a patch on it, in its `KEPT` best spots, the best first. Empty when it fits nowhere."""
    return tuple(good_spots(mask, patch, phase, KEPT))


def good_spots(mask: int, patch: int, phase: int, count: int) -> list[int]:
    """The same for any number of spots. Of spots worth exactly the same only the first counts: they mirror it."""
    if phase >= value.ALONE:
        ranked = [(alone.worth(sewn, phase - value.ALONE), sewn) for sewn in snug_spots(mask, patch, LOOKED_AT_ALONE)]
        return _best(ranked, count)
    compared = snug_spots(mask, patch, LOOKED_AT)
    if phase < value.PHASES and value.missing(mask) <= AREA[patch]:
        compared += [sewn for sewn in snug_spots(mask, patch, 1, whole=True) if sewn not in compared]
    return _best([(value.worth(sewn, phase), sewn) for sewn in compared], count)


def _best(ranked: list[tuple[int, int]], count: int) -> list[int]:
    ranked.sort(reverse=True)
    best: dict[int, int] = {}
    for worth, sewn in ranked:
        best.setdefault(worth, sewn)
    return list(best.values())[:count]


def snug_spots(mask: int, patch: int, count: int, *, whole: bool = False) -> list[int]:
    """A quilt's mask with a patch on it, in so many spots with the most contact, or of those that make a 7x7 ``whole``.

    Spots with equal contact come in the order of their numbers, the highest first.
    """
    fitting = (
        spot for spot in SPOTS[patch] if not spot[0] & mask and (not whole or has_seven_by_seven(mask | spot[0]))
    )
    contacts = sorted((((beside & mask).bit_count() << SHIFT) + on_rim for _, beside, on_rim in fitting), reverse=True)
    return [mask | SPOTS[patch][contact & NUMBER][0] for contact in contacts[:count]]


def loose_spot(mask: int, patch: int, _phase: int, every: int, start: int) -> list[int]:
    """A quilt's mask with a patch on it, in the spot with the most contact among one in so many; none if it fits
    nowhere. ``start`` is any number, and says which spots those are.
    """
    fitting = [spot for spot in SPOTS[patch] if not spot[0] & mask]
    if not fitting:
        return []
    some = fitting[start % min(every, len(fitting)) :: every]
    return [mask | max(some, key=lambda spot: (spot[1] & mask).bit_count() + (spot[2] >> SHIFT))[0]]
