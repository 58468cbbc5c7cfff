"""What a state is worth: by how much the one to move will win, as learned from games of the engine with itself.

Linear for now: kinds of 3x3 windows, buttons, income, squares missing for a 7x7, leather ahead, and what moving next is
worth, with weights for three knots of the time board (`linear.json`, made by ``python -m engine.train``). All in ints,
so that the copy in C agrees to the last bit.
"""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

from engine.state import MINE, State, Table
from engine.tables import COST, EARNS, INCOMES, SEVEN_BY_SEVEN, TIME
from engine.windows import WINDOWS, Rows
from game.patches import PATCHES
from game.squares import SIZE
from game.timeboard import LAST, LEATHER_SPACES

UNIT = 256
"""How many units of a value make a point."""

PHASES = 6
"""How many parts of the game judge a quilt differently."""

PHASE = tuple(space // 9 for space in range(LAST + 1))
"""The part of the game in which a token is, by its space."""

_KNOT = 27  # spaces from one knot to the next; sums are in 1/27 units until the end
_POINT = UNIT * _KNOT
_SHARE = tuple((max(_KNOT - s, 0), min(s, 2 * _KNOT - s), max(s - _KNOT, 0)) for s in range(LAST + 1))
_BIAS = 1 << 31
_FIELD = (1 << 32) - 1
_MISSING_STEPS = (1, 2, 4, 7, 11, 16)
_MANY = 1024  # more buttons than anybody can come to: see state.MANY

_weights = json.loads(Path(__file__).with_name("linear.json").read_text())


def _mixed(column: tuple[int, ...], space: int) -> int:
    return sum(share * weight for share, weight in zip(_SHARE[space], column, strict=True))


_side = list(zip(*_weights["side"], strict=True))
_windows, _rest = _side[:WINDOWS], _side[WINDOWS:]
_per_space = [[_mixed(column, space) for column in _rest] for space in range(LAST + 1)]
_mover = [[_mixed(column, space) for column in zip(*_weights["mover"], strict=True)] for space in range(LAST + 1)]

_BUTTONS = [[w[0] * min(b, 6) + w[1] * min(b, 15) + w[2] * b for b in range(_MANY)] for w in _per_space]
_EARNING = [
    [w[3] * i + w[4] * i * (INCOMES[LAST] - INCOMES[space]) for i in range(64)] for space, w in enumerate(_per_space)
]
_MISSING = [
    [sum(w[5 + k] for k, step in enumerate(_MISSING_STEPS) if missing <= step) for missing in range(50)]
    for w in _per_space
]
_LEATHER = [[w[11] * (d <= 3) + w[12] * (d <= 6) + w[13] for d in range(_MANY)] for w in _per_space]
_GAIN = [
    [
        max(2 * patch.size + EARNS[patch.id] * (INCOMES[LAST] - INCOMES[s]) - COST[patch.id] - 3 * TIME[patch.id], -20)
        for patch in PATCHES
    ]
    for s in range(LAST + 1)
]
_GAP = [
    [w[0] + w[1] * min(gap, 1) + w[2] * min(gap, 3) + w[3] * min(gap, 8) + w[4] * gap for gap in range(LAST + 1)]
    for w in _mover
]
_NEXT = {
    track: [min((mark for mark in marks if mark > space), default=199) for space in range(LAST + 1)]
    for track, marks in LEATHER_SPACES.items()
}

_rows = Rows([a + (b << 32) + (c << 64) for a, b, c in _windows])
_ALL_BIAS = _BIAS | _BIAS << 32 | _BIAS << 64


def missing(mask: int) -> int:
    """How many squares are empty in the 7x7 area that has the fewest."""
    free = ~mask
    return min([(area & free).bit_count() for area in SEVEN_BY_SEVEN])


def _quilt(mask: int, space: int) -> int:
    packed = _rows.of(mask) + _ALL_BIAS
    one, two, three = _SHARE[space]
    return one * (packed & _FIELD) + two * (packed >> 32 & _FIELD) + three * (packed >> 64) - _KNOT * _BIAS


def worth(mask: int, phase: int) -> int:
    """What a quilt is worth beside other quilts of the same squares, to compare places for a patch."""
    space = 9 * phase + 4
    return _quilt(mask, space) + _MISSING[space][missing(mask)]


def value(state: State, table: Table) -> int:
    """By how much the one to move will win, in 1/256 of a point. Exact when the game is over (a tie is lost by 1)."""
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    sum = 0 if not bonus else 7 * _POINT if bonus == MINE else -7 * _POINT
    if space2 == LAST:
        sum -= _POINT * (buttons2 - 2 * (SIZE * SIZE - mask2.bit_count()))
        if space == LAST:
            sum += _POINT * (buttons - 2 * (SIZE * SIZE - mask.bit_count()))
            return sum // _KNOT or -1
        leather = 199
    else:
        leather = _NEXT[table.track][space2]
        sum -= _quilt(mask2, space2) + _BUTTONS[space2][buttons2] + _EARNING[space2][income2]
        sum -= _LEATHER[space2][leather - space2]
        if not bonus:
            sum -= _MISSING[space2][missing(mask2)]
    sum += _quilt(mask, space) + _BUTTONS[space][buttons] + _EARNING[space][income] + _LEATHER[space][leather - space]
    if not bonus:
        sum += _MISSING[space][missing(mask)]
    return (sum + _GAP[space][space2 - space] + _offers(table, left, pawn, space, buttons, space2, buttons2)) // _KNOT


def _offers(table: Table, left: int, pawn: int, space: int, buttons: int, space2: int, buttons2: int) -> int:
    gain, gain2 = _GAIN[space], _GAIN[space2]
    best, second, theirs = -20, -20, -20
    for offer in table.offers(left, pawn):
        patch, cost = offer[0], offer[1]
        if cost <= buttons:
            mine = gain[patch]
            if mine > best:
                best, second = mine, best
            elif mine > second:
                second = mine
        if cost <= buttons2 and gain2[patch] > theirs:
            theirs = gain2[patch]
    weights = _mover[space]
    return weights[5] * best + weights[6] * second + weights[7] * theirs


def share(value: int, state: State) -> float:
    """The chance to win that a value means, from 0 to 1: the less of the game is left, the surer."""
    if state[2] == LAST:
        return 1.0 if value > 0 else 0.0
    return 1.0 / (1.0 + exp(-value / _WIDTH[state[2] + state[6]]))


_WIDTH = [UNIT * (8 - 6 * spaces / (2 * LAST)) for spaces in range(2 * LAST + 1)]
"""Over how many units a share grows from a half to three quarters or so, by the spaces gone by both tokens."""
