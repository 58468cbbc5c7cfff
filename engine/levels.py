"""How strong the engine plays: five levels, named after what lies on a sewing table, the weakest first.

The weaker a level, the less far it looks. The weakest look at the next move alone, and misjudge each patch by some
points: always the same ones in the same position. They never make a move at random, and they sew as tidily as the rest.
`make arena` shows how far apart they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time

from engine.moves import root_moves
from engine.search import Line, Thought, never, think
from engine.state import State, Table, encode, table_of
from engine.tree import share_of
from engine.value import UNIT, value
from game import Move, Placement, Position


@dataclass(frozen=True, slots=True)
class Level:
    """``iterations`` of the search, in so many seconds of CPU at most; none is to look at the next move alone, with an
    error of judgement of so many points (its standard deviation).
    """

    iterations: int = 0
    error: float = 0.0
    cpu_limit: float = 1.0


LEVELS: dict[str, Level] = {
    "pin": Level(error=4),
    "button": Level(error=0.25),
    "bobbin": Level(25),
    "needle": Level(150),
    "thimble": Level(10_000),
}
"""The levels by their names, the weakest first."""

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_SPREAD = 37_837  # the standard deviation of the sum of four fields of 16 bits


def play(position: Position, level: str, cancelled: Callable[[], bool] = never) -> Thought:
    """What the engine plays at a level, in a position in which a player is to move."""
    chosen = LEVELS[level]
    if chosen.iterations:
        return think(position, chosen.iterations, chosen.cpu_limit, cancelled)
    return glance(position, round(chosen.error * UNIT))


def glance(position: Position, error: int) -> Thought:
    """Look at the next move alone, and misjudge it by an error in units of the value."""
    start = thread_time()
    table = table_of(position)
    state = encode(position, table)
    seen: list[tuple[int, Line]] = []
    for move, (child, passed) in root_moves(position, state, table, 1):
        worth = value(child, table)
        mine = -worth if passed else worth
        misjudged = mine + misjudgement(state, table, _choice(move), error)
        seen.append((misjudged, Line(move, 1, share_of((mine, 0.0, passed, child)))))
    seen.sort(key=lambda each: each[0], reverse=True)
    lines = tuple(line for _, line in seen)
    return Thought(lines[0].move, lines[0].share, lines, len(lines), thread_time() - start)


def _choice(move: Move) -> int:
    return move.patch.id if isinstance(move, Placement) else 99


def misjudgement(state: State, table: Table, choice: int, error: int) -> int:
    """How wrong a patch is judged (99 is to advance): about normal, and always the same in a position."""
    mask, buttons, space, income, mask2, buttons2, space2, income2, _, _, bonus = state
    quilts = (mask & _WORD, mask >> 64, buttons, space, income, mask2 & _WORD, mask2 >> 64, buttons2, space2, income2)
    hash = 0
    for number in (*quilts, bonus, *table.ring, choice):
        hash = (hash ^ number) * _GOLDEN & _WORD
        hash ^= hash >> 29
    fields = sum(hash >> shift & 0xFFFF for shift in (0, 16, 32, 48))
    return (fields - 2 * 0xFFFF) * error // _SPREAD
