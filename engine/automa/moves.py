"""What the moves of the person lead to on the state of a solo game, by the rules of `game`.

Leather won on the way is sewn at once, on the best hole; only at the root of a search is it a move of its own.
"""

from engine.automa.quilts import PHASE, good_spots, sew_leather
from engine.automa.state import MINE, Solo
from engine.state import Offer, State, has_seven_by_seven
from engine.tables import FULL, INCOMES, LEATHER
from game.squares import LAST


def moves(state: State, table: Solo, width: int) -> list[tuple[int, int, State]]:
    """The moves worth a thought: the patch (-1 for advancing), the mask that it makes, and the state after it.

    Advancing comes first, then each patch on offer in its ``width`` best spots, the nearest patch first.
    """
    mask, buttons, space = state[0], state[1], state[2]
    made = [(-1, mask, advance(state, table))]
    for offer in table.offers(state[7], state[8]):
        if offer[1] <= buttons:
            phase = PHASE[min(space + offer[2], LAST)]
            spots = good_spots(mask, offer[0], phase, _tile_space(state[9], table), width)
            made += [(offer[0], sewn, take(state, table, offer, sewn)) for sewn in spots]
    return made


def leather_moves(state: State, table: Solo, width: int) -> list[tuple[int, int, State]]:
    """The same for a leather patch that waits to be sewn."""
    spots = good_spots(state[0], LEATHER, PHASE[state[2]], _tile_space(state[9], table), width)
    return [(LEATHER, sewn, _sewn_leather(state, sewn)) for sewn in spots]


def advance(state: State, table: Solo) -> State:
    """The person advances to the space just ahead of the Automa."""
    end = min(state[4] + 1, LAST)
    return _moved(state, table, state[0], state[1] + end - state[2], end, state[3], state[7], state[8])


def take(state: State, table: Solo, offer: Offer, sewn: int) -> State:
    """The person takes a patch and sews it, which makes the mask ``sewn``."""
    _, cost, time, earns, left, pawn = offer
    end = min(state[2] + time, LAST)
    return _moved(state, table, sewn, state[1] - cost, end, state[3] + earns, left, pawn)


def _moved(state: State, table: Solo, sewn: int, buttons: int, end: int, income: int, left: int, pawn: int) -> State:
    _, _, space, _, space2, points2, cards, _, _, bonus, _ = state
    buttons += income * (INCOMES[end] - INCOMES[space])
    bonus = bonus or _tile(sewn)
    if end > space2 and table.leathers[end] > table.leathers[space2] and sewn != FULL:
        sewn = sew_leather(sewn, end, _tile_space(bonus, table))
        bonus = bonus or _tile(sewn)
    return sewn, buttons, end, income, space2, points2, cards, left, pawn, bonus, end <= space2


def _sewn_leather(state: State, sewn: int) -> State:
    return sewn, *state[1:9], state[9] or _tile(sewn), state[10]


def _tile(mask: int) -> int:
    return MINE if has_seven_by_seven(mask) else 0


def _tile_space(bonus: int, table: Solo) -> int:
    return 0 if bonus else table.tile_space
