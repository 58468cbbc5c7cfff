"""Moves on the compact state: what advancing and sewing lead to, by the rules of `game`.

Leather won on the way is sewn at once, on the best hole; only at the root of a search is it a move of its own.
"""

from collections.abc import Callable

from engine.automa.state import TO_MOVE, Solo
from engine.spots import best_spots
from engine.state import BONUS, MINE, Offer, State, Table, has_seven_by_seven
from engine.tables import FULL, INCOMES, LEATHER
from engine.value import PHASE
from game import ADVANCE, Move, Position
from game.placements import OF_PATCH, PLACEMENTS
from game.squares import LAST

Child = tuple[State, bool]
"""A state after a move, and whether the turn has passed: if so, it is seen from the other side."""

Spots = Callable[[int, int, int], list[int]]
"""Where a patch may be sewn: a quilt's mask with it on, for each spot, given the mask, the patch and the phase."""

_SWAPPED = (0, 2, 1)


def children(state: State, table: Table, width: int) -> list[Child]:
    """List what the moves worth a thought lead to: advancing first, then each patch on offer in its ``width`` best
    spots (at most `spots.KEPT`), the nearest patch first.
    """
    mask, buttons = state[0], state[1]
    made = [advance(state, table)]
    for offer in table.offers(state[8], state[9]):
        if offer[1] <= buttons:
            phase = phase_of(table, state[BONUS], state[2], offer[2])
            made += [take(state, table, offer, sewn) for sewn in best_spots(mask, offer[0], phase)[:width]]
    return made


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


def crosses_leather(state: State, end: int, table: Table) -> bool:
    """Tell whether my token is the first to cross a leather patch when it goes to ``end``."""
    return end > state[6] and table.leathers[end] > table.leathers[state[6]]


def moved(state: State, sewn: int, buttons: int, end: int, income: int, left: int, pawn: int, table: Table) -> Child:
    """My token moves to ``end``, with all that it crosses on the way, once I have paid and sewn and the pawn has moved.
    Leather that it crosses is sewn on the best hole.
    """
    if crosses_leather(state, end, table) and sewn != FULL:
        tile = state[BONUS] or has_seven_by_seven(sewn)
        sewn = best_spots(sewn, LEATHER, phase_of(table, tile, end))[0]
    return arrived(state, sewn, buttons, end, income, left, pawn, alone=isinstance(table, Solo))


def arrived(
    state: State, sewn: int, buttons: int, end: int, income: int, left: int, pawn: int, *, alone: bool = False
) -> Child:
    """The same once leather is sewn too, if there was any; ``alone`` is against the Automa."""
    mask, _, space, _, mask2, buttons2, space2, income2, _, _, bonus = state
    buttons += income * (INCOMES[end] - INCOMES[space])
    if not bonus and sewn != mask and has_seven_by_seven(sewn):
        bonus = MINE
    if alone:
        income2 = income2 & ~TO_MOVE | TO_MOVE * (end <= space2)
    elif end > space2:
        return (mask2, buttons2, space2, income2, sewn, buttons, end, income, left, pawn, _SWAPPED[bonus]), True
    return (sewn, buttons, end, income, mask2, buttons2, space2, income2, left, pawn, bonus), False


def sew_leather(state: State, sewn: int, *, alone: bool = False) -> Child:
    """The leather patch that waited is sewn, which makes my mask ``sewn``. The turn passes: I won it by being ahead."""
    _, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    if not bonus and has_seven_by_seven(sewn):
        bonus = MINE
    if alone:
        return (sewn, *state[1:BONUS], bonus), False
    return (mask2, buttons2, space2, income2, sewn, buttons, space, income, left, pawn, _SWAPPED[bonus]), True


def root_moves(position: Position, state: State, table: Table, spots: Spots) -> list[tuple[Move, Child]]:
    """The moves of a position worth a thought, in the order of `children`, and what they lead to."""
    mask, buttons, space, bonus, alone = state[0], state[1], state[2], state[BONUS], isinstance(table, Solo)
    if position.leather:
        holes = spots(mask, LEATHER, phase_of(table, bonus, space))
        return [(move_of(LEATHER, sewn ^ mask), sew_leather(state, sewn, alone=alone)) for sewn in holes]
    made: list[tuple[Move, Child]] = [(ADVANCE, advance(state, table))]
    for offer in table.offers(state[8], state[9]):
        if offer[1] <= buttons:
            sewn_somewhere = spots(mask, offer[0], phase_of(table, bonus, space, offer[2]))
            made += [(move_of(offer[0], sewn ^ mask), take(state, table, offer, sewn)) for sewn in sewn_somewhere]
    return made


def move_of(patch: int, covered: int) -> Move:
    """The move that sews a patch so that it covers a mask."""
    first = OF_PATCH[patch].first
    return next(placement for placement in PLACEMENTS[first:] if placement.mask == covered)
