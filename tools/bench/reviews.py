"""What a review costs: seconds of CPU beside what it may take, and beside long searches in the same
game, which a busy machine slows as much.

In one of the two games both play well.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import thread_time

from engine.review import review, usual
from engine.search import think
from game import Move, Position, Record, Setup, parse_record
from tests.render.positions import moves_of
from tools.arena.reviews import Costs
from tools.bench.measure import ABSOLUTE, Result, at_most, milliseconds

WEAK = Path("docs/game.txt")
SEED, ITERATIONS = 5, 30
"""The ring of the other game, and how long both think in it."""

YARDSTICK = slice(3, 36, 4)
"""The positions of a game from which the engine searches for long: nine."""

MOST = 4
"""How many times as long as these searches a review may take: 12 s where they take 3."""


@dataclass(frozen=True)
class Cost:
    """Seconds of CPU: for all decisions, for looking again, and for the searches of the yardstick."""

    screen: float
    again: float
    searches: float


def engine_review_first() -> Result:
    """The CPU that the first look at all decisions takes, at most."""
    return at_most("review, all decisions", max(cost.screen for cost in _costs()), 5, ABSOLUTE)


def engine_review_again() -> Result:
    """The CPU that looking again takes, at most."""
    return at_most("review, looking again", max(cost.again for cost in _costs()), 7, ABSOLUTE)


def engine_review() -> Result:
    """Both beside searches as long as its own deepest, in the game in which that is more."""
    worst = max(_costs(), key=lambda cost: (cost.screen + cost.again) / cost.searches)
    whole = worst.screen + worst.again
    yardstick = f"{len(range(*YARDSTICK.indices(100)))} searches of {usual()[-1]:,}"
    ours, theirs = milliseconds(whole), milliseconds(worst.searches)
    return Result("review", ours, theirs, yardstick, whole / worst.searches, MOST, at_most=True)


REVIEWS = [engine_review_first, engine_review_again, engine_review]


@cache
def _costs() -> list[Cost]:
    return [_cost(parse_record(WEAK.read_text())), _cost(_strong())]


def _cost(record: Record) -> Cost:
    costs = Costs()
    positions = [step.position for step in record.steps()][YARDSTICK]
    half = len(positions) // 2
    searches = _searched(positions[:half])
    review(record, told=costs.note)
    return Cost(costs.screen, costs.again, searches + _searched(positions[half:]))


def _searched(positions: list[Position]) -> float:
    """Seconds of CPU that as many long searches take as there are positions."""
    began = thread_time()
    for position in positions:
        think(position, usual()[-1])
    return thread_time() - began


def _strong() -> Record:
    """A game of two who think a little."""
    setup = Setup("classic", tuple(moves_of(SEED)[0]))
    position, moves = setup.start, list[Move]()
    while not position.over:
        moves.append(think(position, ITERATIONS).move)
        position = position.play(moves[-1]).position
    return Record(setup, tuple(moves))
