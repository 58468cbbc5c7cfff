"""How strong the engine plays: seven levels, named after what lies on a sewing table, the weakest first.

The weaker a level, the less far it looks. The weak ones look at the next move alone, and misjudge each patch by some
points; the two weakest also sew loosely, as only some of the places for a patch come to their minds. All that depends
on the position alone, so in the same one they do the same. `make arena` shows how far apart they are, and how programs
that play as beginners do against them.

Why: decision 0057.
"""

from dataclasses import dataclass
from functools import partial, reduce
from time import thread_time

from engine.evaluations import choice_of
from engine.moves import root_moves
from engine.search import ENDS, think
from engine.spots import good_spots, loose_spot
from engine.state import State, Table, encode, table_of
from engine.thoughts import IsCancelled, Line, Thought, never
from engine.value import UNIT, own_share, value
from game import Position


@dataclass(frozen=True, slots=True)
class Level:
    """``iterations`` of the search, and how many ``states`` it looks at to solve an end; none is to look at the next
    move alone, with an error of judgement of so many points (its standard deviation). One that is ``loose`` sews a
    patch where it lies most snugly among one in so many of the places where it fits; otherwise (0) in the best place.
    """

    iterations: int = 0
    error: float = 0.0
    loose: int = 0
    states: int = 0


LEVELS: dict[str, Level] = {
    "pompom": Level(error=9.5, loose=8),
    "tassel": Level(error=5.5, loose=3),
    "pin": Level(error=4.2),
    "button": Level(error=1.7),
    "bobbin": Level(18, states=18),
    "needle": Level(70, states=70),
    "thimble": Level(5_000, states=ENDS),
}
"""The levels by their names, the weakest first."""

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_SPREAD = 37_837  # the standard deviation of the sum of four fields of 16 bits


def play(position: Position, level: str, cancelled: IsCancelled = never) -> Thought:
    """Choose what the engine plays at a level, in a position in which a player is to move."""
    chosen = LEVELS[level]
    if chosen.iterations:
        return think(position, chosen.iterations, cancelled, chosen.states)
    return glance(position, round(chosen.error * UNIT), chosen.loose)


def glance(position: Position, error: int, loose: int = 0) -> Thought:
    """Look at the next move alone, misjudge it by an error in units of the value, and sew as loosely as that."""
    start = thread_time()
    table = table_of(position)
    state = encode(position, table)
    seen: list[tuple[int, Line]] = []
    hash = hash_of(state, table)
    spots = partial(loose_spot, every=loose, start=hash >> 32) if loose else partial(good_spots, count=1)
    for move, (child, passed) in root_moves(position, state, table, spots):
        worth = value(child, table)
        misjudged = (-worth if passed else worth) + misjudgement(hash, choice_of(move) % 100, error)
        own = own_share(worth, child)
        seen.append((misjudged, Line(move, 1, 1.0 - own if passed else own)))
    seen.sort(key=lambda each: each[0], reverse=True)
    lines = tuple(line for _, line in seen)
    return Thought(lines[0].move, lines[0].share, lines, len(lines), thread_time() - start)


def misjudgement(hash: int, choice: int, error: int) -> int:
    """Tell how wrong a patch is judged (99 is to advance): about normal, and always the same in a position, by its
    hash.
    """
    mixed = _mixed(hash, choice)
    fields = sum(mixed >> shift & 0xFFFF for shift in (0, 16, 32, 48))
    return (fields - 2 * 0xFFFF) * error // _SPREAD


def hash_of(state: State, table: Table) -> int:
    """A number of 64 bits that looks random, but is always the same in a position."""
    mask, buttons, space, income, mask2, buttons2, space2, income2, _, _, bonus = state
    quilts = (mask & _WORD, mask >> 64, buttons, space, income, mask2 & _WORD, mask2 >> 64, buttons2, space2, income2)
    return reduce(_mixed, (*quilts, bonus, *table.ring), 0)


def _mixed(hash: int, number: int) -> int:
    hash = (hash ^ number) * _GOLDEN & _WORD
    return hash ^ hash >> 29
