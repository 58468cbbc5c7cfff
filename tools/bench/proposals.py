"""How many of the places that a panel proposes first shut in squares needlessly, now and in an early version.

A game's patches are chosen by chance among those that can be paid for, and each is sewn at the first proposal, as
newcomers do. A proposal is needless if another place of the same patch would have shut in fewer single squares and
pairs, and it does not take the 7×7 bonus instead.
"""

from collections.abc import Callable, Iterator
from random import Random

from game import ADVANCE, LEATHER, Patch, Placement, Position, Quilt
from game.position import start
from game.squares import ALL_SQUARES, SIZE, square_at
from game.tidy import proposals, shut_in, tidiest
from tools.bench.measure import Result

PROPOSALS, GOAL = 1_000, 0.01
"""How many are counted, and how many of them may be needless."""

BUYS = 0.9
"""How often somebody buys who can."""

Proposed = Callable[[Position, Patch], Placement | None]

_LEFT = sum(1 << square_at(0, row) for row in range(SIZE))


def needless_pockets() -> Result:
    """The share of needless proposals."""
    ours, theirs = needless(now, PROPOSALS), needless(early, PROPOSALS)
    return Result(
        "needless pockets",
        f"{ours} of {PROPOSALS}",
        f"{theirs} of {PROPOSALS}",
        "the order of 7ccc50f",
        ours / PROPOSALS,
        GOAL,
        at_most=True,
    )


def needless(proposed: Proposed, count: int) -> int:
    """Count the needless ones among so many proposals of whole games."""
    found = 0
    for number, (position, place) in enumerate(_proposals(proposed)):
        if number == count:
            break
        found += _is_needless(position, place)
    return found


def now(position: Position, patch: Patch) -> Placement | None:
    """Tell what a panel proposes first."""
    places = proposals(position.player(position.turn).quilt, patch, 1, bonus=not position.bonus)
    return places[0] if places else None


def early(position: Position, patch: Patch) -> Placement | None:
    """Tell what it proposed before it counted what is shut in: what left the shortest edge, and few single holes."""
    free = position.player(position.turn).quilt.free
    places = tidiest(position.player(position.turn).quilt, patch)
    return min(places, key=lambda place: (_edge(free & ~place.mask), place.number), default=None)


def _edge(free: int) -> int:
    """Count sides of free squares that lie along something, and three for each single hole."""
    left, right = free << 1 & ~_LEFT, free >> 1 & ~(_LEFT << SIZE - 1)
    above, below = free << SIZE & ALL_SQUARES, free >> SIZE
    exposed = sum((free & ~side).bit_count() for side in (left, right, above, below))
    return exposed + 3 * (free & ~(left | right | above | below)).bit_count()


def _proposals(proposed: Proposed) -> Iterator[tuple[Position, Placement]]:
    """Each proposal of game after game, with the position in which it is made."""
    seed = 0
    while True:
        rng = Random(seed)
        position = start("classic", rng.sample(range(33), 33))
        while not position.over:
            place = _chosen(position, proposed, rng)
            if place:
                yield position, place
            position = position.play(place or ADVANCE).position
        seed += 1


def _chosen(position: Position, proposed: Proposed, rng: Random) -> Placement | None:
    patches = [LEATHER] if position.leather else [patch for patch in position.offers if position.can_take(patch)]
    if not patches or (not position.leather and rng.random() > BUYS):
        return None
    return proposed(position, rng.choice(patches))


def _is_needless(position: Position, place: Placement) -> bool:
    quilt: Quilt = position.player(position.turn).quilt
    if not position.bonus and quilt.completes_seven_by_seven(place):
        return False
    fewest = min(shut_in(quilt.free & ~one.mask) for one in tidiest(quilt, place.patch))
    return shut_in(quilt.free & ~place.mask) > fewest
