"""What a state is worth: by how much the one to move will win, as learned from games of the engine with itself.

The network (see `engine.network`) looks at the 3x3 windows of both quilts, the squares missing for a 7x7, buttons,
income, spaces, leather ahead and the next patches of the ring. It adds to the points that both have by now. Everything
is an int, so that the copy in C agrees to the last bit, and all that can be is looked up.

Why: decision 0037.
"""

import json
from functools import cache, lru_cache
from math import exp, pow
from operator import mul
from pathlib import Path

from engine.network import BASE, PARTS, SHARED, THEIRS, ZERO, margin
from engine.network import MINE as OURS
from engine.state import Ahead, State, Table, is_over, points
from engine.tables import COST, INCOMES, LEATHERS, SEVEN_BY_SEVEN, TIME
from engine.windows import Rows
from game.patches import PATCHES
from game.squares import LAST

UNIT = 256  # how many units of a value make a point
PHASES = 6  # how many parts of the game judge a quilt differently

PHASE = tuple(tuple(space // 9 + (PHASES if tile else 0) for space in range(LAST + 1)) for tile in range(3))
"""The part of the game in which a token is, by who has the tile and by its space; more by `PHASES` once it is taken."""

ALONE = 2 * PHASES
ALONE_PARTS = 3
"""The parts from here on are those of games against the Automa: so many, and as many more for each of its levels as
long as the tile lies there.
"""

REMEMBERED = 12_000  # how many quilts are remembered

_FIELDS = 1 << 512  # the units of the other side lie above those of the one to move
_SQUARE = 2 * UNIT
_TILE = 7 * UNIT


def missing(mask: int) -> int:
    """Count how many squares are empty in the 7x7 area that has the fewest."""
    free = ~mask
    return min([(area & free).bit_count() for area in SEVEN_BY_SEVEN])


# To compare places for a patch: linear, for three knots of the time board (`train/ranking.h`).
_KNOT = 27
_MISSING_STEPS = (1, 2, 4, 7, 11, 16)
_TOO_FEW = 49 - 1 - _MISSING_STEPS[-1]  # with so few squares covered, no area is near to being whole
_spots = json.loads(Path(__file__).with_name("spots.json").read_text())


def _in_phase(name: str, phase: int) -> list[int]:
    space = 9 * phase + 4
    share = (max(_KNOT - space, 0), min(space, 2 * _KNOT - space), max(space - _KNOT, 0))
    return [sum(map(mul, share, column)) for column in zip(*_spots[name], strict=True)]


def _lacking(phase: int) -> list[int]:
    """Tell what squares missing to a 7x7 count, by their number; none are the tile."""
    steps = dict(zip(_MISSING_STEPS, _in_phase("missing", phase), strict=True))
    return [_KNOT * _TILE, *(sum(steps[step] for step in steps if least <= step) for least in range(1, 50))]


_windows = [Rows(_in_phase("windows", phase), REMEMBERED) for phase in range(PHASES)] * 2
_missing = [*map(_lacking, range(PHASES)), *([0] * 50 for _ in range(PHASES))]


def worth(mask: int, phase: int) -> int:
    """Estimate what a quilt is worth beside other quilts of the same squares, to compare places for a patch. A whole
    7x7 is worth the tile unless that is taken.
    """
    windows = _windows[phase].of(mask)
    return windows + _missing[phase][missing(mask)] if mask.bit_count() > _TOO_FEW else windows


_quilt_rows = Rows(
    [one + two * _FIELDS for one, two in zip(OURS["windows"], THEIRS["windows"], strict=True)], 2 * REMEMBERED
)


@lru_cache(REMEMBERED)
def _quilt(mask: int) -> tuple[int, int, int, int, int]:
    """The rows of a quilt, if it is mine and if it is theirs, as long as the tile lies there; the same once it is
    taken; and the worth of its squares.
    """
    both = _quilt_rows.of(mask)
    least = min(missing(mask), 24) if mask.bit_count() > 49 - 24 else 24
    theirs = (both + _FIELDS // 2) // _FIELDS  # rounded, as either may be below 0
    mine = both - theirs * _FIELDS
    open_mine, open_theirs = mine + OURS["missing"][least], theirs + THEIRS["missing"][least]
    return open_mine, open_theirs, mine, theirs, _SQUARE * mask.bit_count()


_TILE_ROWS = (0, OURS["bonus"][0], THEIRS["bonus"][0])
_TILE_POINTS = (0, _TILE, -_TILE)


@lru_cache(REMEMBERED)
def _of_buttons(buttons: int, space: int, income: int, *, theirs: bool = False) -> int:
    """Add up the rows of a side's buttons, and of what it earns."""
    side, earned = THEIRS if theirs else OURS, income * (INCOMES[LAST] - INCOMES[space]) // 4
    return side["buttons"][min(buttons, 40)] + side["income"][min(income, 30)] + side["earns"][min(earned, 40)]


@cache
def _of_spaces(track: str, space: int, space2: int) -> int:
    """Add up the rows of where the tokens are, and of the leather ahead of them."""
    leathers = LEATHERS[track]
    ahead = leathers[LAST] - leathers[space2]
    leather = leathers.index(leathers[space2] + 1) if ahead else 2 * LAST
    mine = OURS["space"][space] + OURS["leather"][min(leather - space, 13)]
    theirs = THEIRS["space"][space2] + THEIRS["leather"][min(leather - space2, 13)]
    return ZERO + mine + theirs + SHARED["gap"][min(space2 - space, 20)] + SHARED["left"][ahead] + SHARED["one"][0]


_NEAR = [
    [
        (COST[id], TIME[id], OURS["offers"][at], SHARED["keeps"][at] + OURS["offers"][at], THEIRS["offers"][at])
        for id, at in enumerate(range(slot * len(PATCHES), (slot + 1) * len(PATCHES)))
    ]
    for slot in range(3)
]
"""The three on offer: cost, time, and the rows if I can pay, if it stays my turn then, and if they can pay."""


def _look_ahead(table: Table, left: int, pawn: int) -> Ahead:
    """The rows of the patches in the ring: those after the next three, and the next three each by itself."""
    ring = table.left(left, pawn)
    far = sum(SHARED["far"][slot * len(PATCHES) + patch] for slot, patch in enumerate(ring[3:6]))
    near = [_NEAR[slot][patch] for slot, patch in enumerate(ring[:3])]
    found = table.ahead[left << 6 | pawn] = far + SHARED["ring"][min(len(ring), 6)], near
    return found


def value(state: State, table: Table) -> int:
    """By how much the one to move will win, in 1/256 of a point. Exact when the game is over (a tie is lost by 1)."""
    mask, buttons, space, income, mask2, buttons2, space2, income2, left, pawn, bonus = state
    quilt, quilt2 = _quilt(mask), _quilt(mask2)
    points = UNIT * (buttons - buttons2) + quilt[4] - quilt2[4] + _TILE_POINTS[bonus]
    if space == LAST:
        return points or -1
    rows, near = table.ahead.get(left << 6 | pawn) or _look_ahead(table, left, pawn)
    rows += quilt[2] + quilt2[3] + _TILE_ROWS[bonus] if bonus else quilt[0] + quilt2[1]
    rows += _of_buttons(buttons, space, income) + _of_buttons(buttons2, space2, income2, theirs=True)
    rows += _of_spaces(table.track, space, space2)
    for cost, time, mine, kept, theirs in near:
        if cost <= buttons:
            rows += kept if time <= space2 - space else mine
        if cost <= buttons2:
            rows += theirs
    part = PARTS - 1 if space2 == LAST else (space + space2) // 18
    return points + BASE[part] + margin(rows, part)


def own_share(value: int, state: State) -> float:
    """The chance to win that a value means to the one to move, from 0 to 1: the less of the game is left, the surer."""
    if is_over(state):
        mine, theirs = points(state)
        return finished(mine - theirs, won=mine > theirs)
    return 1.0 / (1.0 + exp(-value / _WIDTH[state[2] + state[6]]))


_WIDTH = [UNIT * (8 - 6 * spaces / (2 * LAST)) for spaces in range(2 * LAST + 1)]
"""Over how many units a share grows from a half to three quarters or so, by the spaces gone by both tokens."""

SURE, HIGHEST = 0.03, 50
"""Of the share, so much is left to tell a high win (by 50 points and more) from a narrow one."""

SLOPE = 1.35
"""How much surer the mean share of a search may be, to be right as often as it says: fitted on games that the value had
not learned from (see docs/engine.md).
"""


def finished(margin: int, *, won: bool) -> float:
    """The share in a finished game: near 1 or near 0, and the nearer the higher it was won."""
    lead = SURE * min(abs(margin), HIGHEST) / HIGHEST
    return 1.0 - SURE + lead if won else SURE - lead


def honest(share: float) -> float:
    """Estimate what a mean share of a search says of the chance to win."""
    for_it, against = pow(share, SLOPE), pow(1.0 - share, SLOPE)
    return for_it / (for_it + against)
