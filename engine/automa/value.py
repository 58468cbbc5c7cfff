"""What a state of a solo game is worth to the person: a linear model, trained in C (see `train/learn.h`).

Three sums: what the person will have in the end, without the tile; the tile; what the Automa will still get.
"""

from math import exp, pow

from engine.automa.quilts import quilt
from engine.automa.state import MINE, Solo, is_won, margin
from engine.automa.weights import FARTHEST, GAP, PERSON, SHADES, SPACE, TILE, TO_COME, UNIT, WIDTH
from engine.state import State
from engine.tables import INCOMES
from game.patches import PATCHES
from game.position import BONUS_POINTS, EMPTY_SQUARE_POINTS
from game.squares import LAST, SIZE

SURE, HIGHEST = 0.03, 50
"""Of the share, so much is left to tell a high win (by 50 points and more) from a narrow one."""

SLOPE, SHIFTS = 1.2, {"normal": 1.2, "tactical": 1.4}
"""How much surer the mean share of a search may be, and by how much the log of its odds is too low, by deck: fitted on
4,000 games of the search, 2,000 iterations a move, at all levels of the Automa (decision 0093).
"""

_WORTH = tuple(2 * patch.size - patch.cost - patch.time for patch in PATCHES)
_TILE_POINTS = UNIT * BONUS_POINTS


def value(state: State, table: Solo) -> int:
    """By how much the person will win, in `UNIT`-ths of a point."""
    space, space2, points2 = state[2], state[4], state[5]
    if space == LAST == space2:
        return UNIT * margin(state)
    apart = max(-FARTHEST, min(space - space2, FARTHEST)) + FARTHEST
    ours = _person(state, table, apart) + _tile(state, table)
    return ours - UNIT * points2 - (_to_come(state, table, apart) if space2 < LAST else 0)


def share(value: int, state: State) -> float:
    """The person's chance to win that a value means, from 0 to 1."""
    if state[2] == LAST == state[4]:
        lead = SURE * min(abs(value) // UNIT, HIGHEST) / HIGHEST
        return 1.0 - SURE + lead if is_won(state) else SURE - lead
    return 1.0 / (1.0 + exp(-value / WIDTH[(2 * LAST - state[2] - state[4]) // 10]))


def honest(mean: float, deck: str) -> float:
    """Say what the mean share of a search says of the person's chance to win, from 0 to 1.

    The mean is too low: it counts moves that a search tries and a strong player avoids, and most so with the tactical
    deck, whose next budget a player knows at each turn.
    """
    mean = min(max(mean, 1e-9), 1.0 - 1e-9)
    odds = pow(mean / (1.0 - mean), SLOPE) * exp(SHIFTS[deck])
    return odds / (1.0 + odds)


def _person(state: State, table: Solo, apart: int) -> int:
    mask, buttons, space, income, space2, _, _, left, pawn, _, to_move = state
    if space == LAST:
        return UNIT * (buttons + EMPTY_SQUARE_POINTS * (SIZE * SIZE - mask.bit_count()))
    one, two, three, _ = quilt(mask)
    weights = PERSON[to_move][space]
    best = second = 0
    incomes = INCOMES[LAST] - INCOMES[space]
    for offer in table.offers(left, pawn):
        if offer[1] <= buttons:
            worth = _WORTH[offer[0]] + offer[3] * incomes
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    total = weights[0] * one + weights[1] * two + weights[2] * three + weights[3] * buttons
    if buttons > 6:
        total += weights[4] * (buttons - 6) + weights[5] * max(buttons - 15, 0)
    total += weights[6] * income + weights[7] * best + weights[8] * second
    total += weights[9] * (table.leathers[LAST] - table.leathers[max(space, space2)])
    return total // SHADES + SPACE[space] + GAP[to_move][apart]


def _tile(state: State, table: Solo) -> int:
    if state[9]:
        return _TILE_POINTS if state[9] == MINE else -_TILE_POINTS
    if state[2] == LAST:
        return -_TILE_POINTS
    return TILE[quilt(state[0])[3]][max(table.tile_space - state[4], 0)]


def _to_come(state: State, table: Solo, apart: int) -> int:
    _, _, _, _, space2, _, cards, left, pawn, _, to_move = state
    weights = TO_COME[table.level]
    ring, offered = table.printed(left, pawn)
    budget, income = table.means(cards)
    total = weights.ring * ring + weights.ring_and_way * (ring * (LAST - space2) // SHADES)
    total += weights.budget * budget + weights.income * income
    known = weights.space[to_move][space2] + weights.gap[to_move][apart] + weights.offered[to_move] * offered
    return known + total // SHADES
