"""What a state is worth: a simple stand-in until the trained one takes its place."""

from __future__ import annotations

from math import exp

from engine.state import MINE, State, Table
from engine.tables import FULL, INCOMES
from game.squares import SIZE
from game.timeboard import LAST

UNIT = 256
"""How many units of a value make a point."""

PHASES = 3
"""How many parts of the game judge a quilt differently."""

PHASE = tuple(min(space * PHASES // LAST, PHASES - 1) for space in range(LAST + 1))
"""The part of the game in which a token is, by its space."""

_NOT_RIGHT = sum(1 << square for square in range(81) if square % 9 < 8)


def worth(mask: int, phase: int) -> int:
    """What a quilt is worth beside its squares, to compare places for a patch."""
    free = FULL & ~mask
    edges = ((mask ^ mask >> 1) & _NOT_RIGHT).bit_count() + ((mask ^ mask >> SIZE) & FULL >> SIZE).bit_count()
    lonely = free & ~(free << 1 | free >> 1 | free << SIZE | free >> SIZE)
    return UNIT * (mask.bit_count() * 2) - 128 * edges - 512 * lonely.bit_count() * (phase + 1)


def _side(mask: int, buttons: int, space: int, income: int) -> int:
    return UNIT * (buttons + income * (INCOMES[LAST] - INCOMES[space]) + (LAST - space)) + worth(mask, PHASE[space])


def value(state: State, table: Table) -> int:
    """By how much the one to move will win, in 1/256 of a point."""
    mine, theirs = _side(*state[:4]), _side(*state[4:8])
    bonus = 0 if not state[10] else 7 * UNIT if state[10] == MINE else -7 * UNIT
    return mine - theirs + bonus


def share(value: int, state: State) -> float:
    """The chance to win that a value means, from 0 to 1."""
    width = 8 - 6 * state[2] / LAST
    return 1 / (1 + exp(-value / UNIT / width))
