"""Par: how many squares of a daily quilt a search covers. The same on every machine, since its budget is in steps."""

from daily.attempt import EMPTY, Attempt
from daily.puzzle import Puzzle
from game import LEATHER, PATCHES, Patch, Placement
from game.placements import PLACEMENTS
from game.squares import SIZE, bits
from game.tidy import shut_in

STEPS = 120_000
"""How many placements are looked at for a puzzle, as many for each of its patches: a tenth of a second."""

SHUT, EDGE = 0.5, 0.2
"""How many squares may stay empty for each that is shut in, and for each side of a square at the edge of what is free.

Of some weights that were tried on 40 days, these cover the most: 45.0 on average."""

Path = tuple[Placement | None, ...]


def par_of(puzzle: Puzzle) -> int:
    """Count the squares that the search covers."""
    return best_of(puzzle).covered


def best_of(puzzle: Puzzle, steps: int = STEPS) -> Attempt:
    """The attempt that covers the most squares among those found by a beam search.

    All quilts that may come of the patches so far are ordered, the most promising first; the next patch is laid on one
    after the other, wherever it fits or not at all, until this patch's share of the steps is spent.
    """
    beam: dict[int, Path] = {EMPTY.free: ()}
    for place, patch in enumerate(puzzle.patches):
        to_come = sum(each.size for each in puzzle.patches[place:])
        left, grown = steps // len(puzzle.patches), dict[int, Path]()
        for free in sorted(beam, key=lambda free: (_may_stay_empty(free, to_come), free)):
            left -= _lay(patch, free, beam[free], grown)
            if left <= 0:
                break
        beam = grown
    attempt, path = Attempt(puzzle), beam[min(beam, key=lambda free: (free.bit_count(), free))]
    while not attempt.is_finished:
        placement = path[len(attempt.laid)]
        attempt = attempt.place(placement) if placement else attempt.skip()
    return attempt


def _lay(patch: Patch, free: int, path: Path, grown: dict[int, Path]) -> int:
    """Note what comes of a quilt with one more patch, or without it. Returns how many placements were looked at."""
    grown.setdefault(free, (*path, None))
    places = _PLACES[patch.id]
    for mask, placement in places:
        if not mask & ~free:
            grown.setdefault(free & ~mask, (*path, placement))
    return len(places)


def _may_stay_empty(free: int, to_come: int) -> float:
    """Guess how many squares stay empty when patches of so many squares are still to come: the fewer, the better."""
    return max(free.bit_count() - to_come, 0) + SHUT * shut_in(free) + EDGE * _edge(free)


def _edge(free: int) -> int:
    """The length of the edge of the free area, in sides of squares."""
    beside, stacked = free & free >> 1, free & free >> SIZE  # none wraps: columns H and I are never free
    return 4 * free.bit_count() - 2 * beside.bit_count() - 2 * stacked.bit_count()


_PLACES: dict[int, list[tuple[int, Placement]]] = {patch.id: [] for patch in (*PATCHES, LEATHER)}
"""All placements of each patch, with the squares that they cover."""

for _placement in (PLACEMENTS[number] for number in bits(EMPTY.fits)):
    _PLACES[_placement.patch.id].append((_placement.mask, _placement))
