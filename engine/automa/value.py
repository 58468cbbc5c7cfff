"""What a state of a solo game is worth to the person: a linear model, learned in C (see `train/learn.h`).

Three sums: what the person will have in the end, without the tile; the tile; what the Automa will still get. A quilt
counts by its 3x3 windows. The weights are in `UNIT`-ths of a point; those of the person are for three times of the
game, and on the spaces between they shade over, in 64ths.
"""

import json
from functools import cache, lru_cache
from math import exp, pow
from operator import lshift, mul
from pathlib import Path

from engine.automa.state import Solo, cards_left, is_to_move, is_won, margin
from engine.state import BONUS, BUTTONS2, LEFT, MASK, MINE, PAWN, SPACE, SPACE2, State, is_over
from engine.tables import EARNS, INCOMES
from engine.value import ALONE_PARTS, REMEMBERED, UNIT, finished, missing
from engine.windows import Rows
from game.automa import BONUS_SPACES
from game.patches import PATCHES
from game.position import BONUS_POINTS, EMPTY_SQUARE_POINTS
from game.squares import LAST, SIZE, bits

SLOPE, SHIFTS = 1.2, {"normal": 1.1, "tactical": 1.7}
"""How much surer the mean share of a search may be, and by how much the log of its odds is too low, by deck: fitted on
6,400 games at all levels of the Automa, in most of which beginners made the first moves (decision 0093).
"""

SHADES, MIDDLE, FARTHEST = 64, 26, 10
"""Where the weights of the middle of a game count alone, and the largest gap between tokens that counts, in spaces."""

_WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
_COUNTED = (), (), (0,), (0, 1), (0, 2), (0, 1, 2)
"""What counts for the Automa, by level: its buttons, its patches with buttons, the buttons printed on them."""

_TILE_SPACES = (0, *BONUS_SPACES.values())
_TILE_POINTS = UNIT * BONUS_POINTS
_WORTH = tuple(2 * patch.size - patch.cost - patch.time for patch in PATCHES)
_FIELDS, _BIAS, _FIELD = (0, 32, 64), 1 << 31, (1 << 32) - 1  # the three times beside each other in one int
_PACKED = (sum(map(lshift, kind, _FIELDS)) for kind in zip(*_WEIGHTS["windows"], strict=True))
_WINDOWS = Rows([*_PACKED], 2 * REMEMBERED)
_PHASE_SPACES = (9, 26, 44)  # for spots, the middle of each part of the game


@cache
def shades(space: int) -> tuple[int, int, int]:
    """Tell how much the weights of the three times count on a space, in 64ths."""
    if space <= MIDDLE:
        second = (SHADES * space + MIDDLE // 2) // MIDDLE
        return SHADES - second, second, 0
    third = (SHADES * (space - MIDDLE) + (LAST - MIDDLE) // 2) // (LAST - MIDDLE)
    return 0, SHADES - third, third


@lru_cache(REMEMBERED)
def _quilt(mask: int) -> tuple[int, ...]:
    """The windows of a quilt, for the three times; and the squares missing to a 7x7 as the tile counts them."""
    packed = _WINDOWS.of(mask) + sum(_BIAS << field for field in _FIELDS)
    windows = [(packed >> field & _FIELD) - _BIAS for field in _FIELDS]
    return *windows, min(missing(mask), len(_WEIGHTS["tile"]) - 1)


def worth(mask: int, phase: int) -> int:
    """Estimate what a quilt is worth beside others of the same squares, in a part of the game from `value.ALONE` on."""
    space, level = _PHASE_SPACES[phase % ALONE_PARTS], phase // ALONE_PARTS
    *windows, lacking = _quilt(mask)
    found: int = sum(map(mul, shades(space), windows)) // SHADES
    return found + _tile(lacking, _TILE_SPACES[level] - space) if level else found


def value(state: State, table: Solo) -> int:
    """By how much the person will win, in `UNIT`-ths of a point."""
    if is_over(state):
        return UNIT * margin(state)
    space, space2 = state[SPACE], state[SPACE2]
    gap = max(-FARTHEST, min(space - space2, FARTHEST)) + FARTHEST
    return _persons(state, table, gap) + _tiles(state, table) - UNIT * state[BUTTONS2] - _to_come(state, table, gap)


def own_share(value: int, state: State) -> float:
    """The person's chance to win in a state that is worth so much to them, from 0 to 1."""
    if is_over(state):
        return finished(margin(state), won=is_won(state))
    return 1.0 / (1.0 + exp(-value / _WEIGHTS["width"][(2 * LAST - state[SPACE] - state[SPACE2]) // 10]))


def honest(mean: float, deck: str) -> float:
    """Say what the mean share of a search says of the person's chance to win, from 0 to 1.

    The mean is too low: it counts moves that a search tries and a strong player avoids, and most so with the tactical
    deck, whose next budget a player knows at each turn.
    """
    mean = min(max(mean, 1e-9), 1.0 - 1e-9)
    odds = pow(mean / (1.0 - mean), SLOPE) * exp(SHIFTS[deck])
    return odds / (1.0 + odds)


@cache
def _weights(space: int, *, to_move: bool) -> tuple[int, ...]:
    """Sum up what counts for the person on a space, in 64ths: the windows of the three times, each button, each above
    six and above fifteen, each button printed, the best offer and the second, and each leather patch left.
    """

    def at(rows: list[int]) -> int:
        return sum(map(mul, shades(space), rows))

    buttons = (at([row[bend] for row in _WEIGHTS["buttons"]]) for bend in range(3))
    income = at(_WEIGHTS["income"]) + (INCOMES[LAST] - INCOMES[space]) * at(_WEIGHTS["income_left"])
    offers = (at([pair[to_move] for pair in _WEIGHTS[name]]) for name in ("best", "second"))
    return *shades(space), *buttons, income, *offers, at(_WEIGHTS["leather"])


def _persons(state: State, table: Solo, gap: int) -> int:
    """Estimate what the person will have in the end, without the tile."""
    mask, buttons, space, income, _, _, space2, _, left, pawn, _ = state
    if space == LAST:
        return UNIT * (buttons + EMPTY_SQUARE_POINTS * (SIZE * SIZE - mask.bit_count()))
    to_move, ahead = is_to_move(state), INCOMES[LAST] - INCOMES[space]
    able = [_WORTH[offer[0]] + offer[3] * ahead for offer in table.offers(left, pawn) if offer[1] <= buttons]
    second, best = sorted((0, 0, *able))[-2:]
    leather = table.leathers[LAST] - table.leathers[max(space, space2)]
    seen = buttons, max(buttons - 6, 0), max(buttons - 15, 0), income, best, second, leather
    total = sum(map(mul, _weights(space, to_move=to_move), (*_quilt(mask)[:3], *seen))) // SHADES
    return sum((total, _WEIGHTS["space"][space], _WEIGHTS["gap"][to_move][gap]))


def _tiles(state: State, table: Solo) -> int:
    if state[BONUS]:
        return _TILE_POINTS if state[BONUS] == MINE else -_TILE_POINTS
    if state[SPACE] == LAST:
        return -_TILE_POINTS
    return _tile(_quilt(state[MASK])[3], table.tile_space - state[SPACE2])


def _tile(lacking: int, way: int) -> int:
    """Estimate what the tile is worth as long as it lies there, by the squares that lack and the Automa's way to it."""
    return int(_WEIGHTS["tile"][lacking][max(way, 0)])


def _to_come(state: State, table: Solo, gap: int) -> int:
    """Estimate what the Automa still gets."""
    space2, to_move, left = state[SPACE2], is_to_move(state), bits(state[LEFT])
    if space2 == LAST:
        return 0
    ring = SHADES * sum(EARNS[table.ring[place]] for place in left) // len(left) if left else 0
    offered = sum(offer[3] for offer in table.offers(state[LEFT], state[PAWN]))
    cards = [table.cards[number] for number in cards_left(state, table)]
    budget = SHADES * sum(card.budget for card in cards) // len(cards)
    income = SHADES * sum(card.income for card in cards) // len(cards)
    known = rest = 0
    for number in _COUNTED[table.level]:
        part = _WEIGHTS["automa"][number]
        known += part["space"][to_move][space2] + part["gap"][to_move][gap] + part["offered"][to_move] * offered
        rest += part["ring"] * ring + part["ring_and_way"] * (ring * (LAST - space2) // SHADES)
        rest += part["budget"] * budget + part["income"] * income
    return known + rest // SHADES
