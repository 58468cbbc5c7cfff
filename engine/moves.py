"""Moves on the compact state: what advancing and sewing lead to, by the rules of `game`.

Leather won on the way is sewn at once, on the best hole; only at the root of a search is it a move of its own.
"""

from collections.abc import Callable, Iterable, Iterator

from engine.automa.state import TO_MOVE, Solo
from engine.spots import best_spots
from engine.state import BONUS, MINE, Offer, State, Table, has_seven_by_seven
from engine.tables import FULL, INCOMES, LEATHER
from engine.value import PHASE
from game import ADVANCE, Move, Position
from game.placements import PLACEMENTS
from game.squares import LAST

Child = tuple[State, bool]
"""A state after a move, and whether the turn has passed: if so, it is seen from the other side."""

Spots = Callable[[int, int, int], Iterable[int]]
"""Where a patch may be sewn: a quilt's mask with it on, for each spot, given the mask, the patch and the phase."""

_SWAPPED = (0, 2, 1)


def ways(state: State, table: Table, spots: Spots) -> Iterator[tuple[int, int, Child]]:
    """The moves worth a thought, each as its patch (-1 is to advance), the mask that it makes, and what it leads to:
    advancing first, then each patch on offer in its spots, the nearest patch first.
    """
    mask, buttons = state[0], state[1]
    yield -1, mask, advance(state, table)
    for offer in table.offers(state[8], state[9]):
        if offer[1] <= buttons:
            for sewn in spots(mask, offer[0], phase_of(table, state[BONUS], state[2], offer[2])):
                yield offer[0], sewn, take(state, table, offer, sewn)


def phase_of(table: Table, bonus: int, space: int, spaces: int = 0) -> int:
    """The part of the game in which a quilt is judged, by who has the tile and the space of the token. Against the
    Automa, ``spaces`` that it is about to go count, too.
    """
    return table.phase(bonus, min(space + spaces, LAST)) if isinstance(table, Solo) else PHASE[bonus][space]


def advance(state: State, table: Table) -> Child:
    """To the space just ahead of the other token."""
    end = state[6] + 1 if state[6] < LAST else LAST
    return moved(state, state[0], state[1] + end - state[2], end, state[3], state[8], state[9], table)


def take(state: State, table: Table, offer: Offer, sewn: int) -> Child:
    """A patch is taken and sewn, which makes my mask ``sewn``."""
    _, cost, time, earns, left, pawn = offer
    end = state[2] + time if state[2] + time < LAST else LAST
    return moved(state, sewn, state[1] - cost, end, state[3] + earns, left, pawn, table)


def moved(state: State, sewn: int, buttons: int, end: int, income: int, left: int, pawn: int, table: Table) -> Child:
    """My token moves to ``end``, with all that it crosses on the way, once I have paid and sewn and the pawn has moved.
    Leather that it is the first to cross is sewn on the best hole.
    """
    if end > state[6] and table.leathers[end] > table.leathers[state[6]] and sewn != FULL:
        tile = state[BONUS] or has_seven_by_seven(sewn)
        sewn = best_spots(sewn, LEATHER, phase_of(table, tile, end))[0]
    return arrived(state, sewn, buttons, end, income, left, pawn, table)


def sew_leather(state: State, sewn: int, table: Table) -> Child:
    """The leather patch that waited is sewn, which makes my mask ``sewn``. The turn passes: I won it by being ahead."""
    _, buttons, space, income, _, _, _, _, left, pawn, _ = state
    return arrived(state, sewn, buttons, space, income, left, pawn, table)


def arrived(state: State, sewn: int, buttons: int, end: int, income: int, left: int, pawn: int, table: Table) -> Child:
    """The same once leather is sewn too, if there was any."""
    mask, _, space, _, mask2, buttons2, space2, income2, _, _, bonus = state
    buttons += income * (INCOMES[end] - INCOMES[space])
    if not bonus and sewn != mask and has_seven_by_seven(sewn):
        bonus = MINE
    if isinstance(table, Solo):
        income2 = income2 & ~TO_MOVE | TO_MOVE * (end <= space2)
    elif end > space2:
        return (mask2, buttons2, space2, income2, sewn, buttons, end, income, left, pawn, _SWAPPED[bonus]), True
    return (sewn, buttons, end, income, mask2, buttons2, space2, income2, left, pawn, bonus), False


def root_moves(position: Position, state: State, table: Table, spots: Spots) -> list[tuple[Move, Child]]:
    """The moves of a position worth a thought, and what they lead to."""
    mask, made = state[0], ways(state, table, spots)
    if position.leather:
        holes = spots(mask, LEATHER, phase_of(table, state[BONUS], state[2]))
        made = ((LEATHER, sewn, sew_leather(state, sewn, table)) for sewn in holes)
    return [(ADVANCE if patch < 0 else move_of(patch, sewn ^ mask), child) for patch, sewn, child in made]


def move_of(patch: int, covered: int) -> Move:
    """The move that sews a patch so that it covers a mask."""
    return _COVERING[patch, covered]


_COVERING = {(placement.patch.id, placement.mask): placement for placement in PLACEMENTS}
