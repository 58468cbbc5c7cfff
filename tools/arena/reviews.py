"""``make arena ARGS=reviews``: what a review costs, and whether what it says is still true when one looks longer.

The games are those of a player who thinks for 30 iterations, and makes one move in six at random among those weighed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import thread_time

from engine.evaluations import Evaluation
from engine.review import AGAIN, SCREEN, review
from engine.search import think
from engine.verdicts import INACCURACY, MISTAKE, WHOLE, Moment, Review
from game import Position, Record, Setup
from game.position import from_pawn
from tests.game.building import shuffled_ring
from tools.arena.matches import wilson

GAMES = 12
LONGER = 6
"""How many times as long what was announced is searched."""

DECISIONS = 44
"""To how many decisions the CPU of a game is scaled."""


@dataclass
class Costs:
    """The seconds of CPU of one review: for all decisions, and for the largest swings."""

    screen: float = 0.0
    again: float = 0.0
    _since: float = field(default_factory=thread_time)

    def note(self, _done: int, _of: int, look: Evaluation) -> None:
        """Add what the last search took."""
        now = thread_time()
        if look.iterations == SCREEN:
            self.screen += now - self._since
        else:
            self.again += now - self._since
        self._since = now


def careless(seed: int) -> Record:
    """A game of two such players."""
    rng = Random(seed)
    setup = Setup(("revised", "classic")[seed % 2], from_pawn(shuffled_ring(rng)))
    position, moves = setup.start, []
    while not position.over:
        thought = think(position, 30)
        move = rng.choice(thought.lines).move if rng.random() < 1 / 6 else thought.move
        moves.append(move)
        position = position.play(move).position
    return Record(setup, tuple(moves))


def kept(record: Record, found: Review) -> Iterator[tuple[Moment, int]]:
    """What was announced, each with what it costs when one looks longer."""
    positions = [record.setup.start, *(step.position for step in record.steps())]
    for moment in found.moments:
        if moment.grade != "best":
            before, after = positions[moment.ply - 1], positions[moment.ply]
            share = _share(before, before.turn, LONGER * AGAIN)
            yield moment, share - _share(after, before.turn, LONGER * AGAIN // 2)


def _share(position: Position, seat: int, iterations: int) -> int:
    if position.over:
        return WHOLE if position.winner == seat else 0
    share = round(think(position, iterations).share * WHOLE)
    return share if position.turn == seat else WHOLE - share


def lines(games: int = GAMES) -> Iterator[str]:
    """Review so many games: a line for each, and the sums."""
    told: list[tuple[Moment, int]] = []
    screens: list[float] = []
    agains: list[float] = []
    for seed in range(games):
        record, costs = careless(seed), Costs()
        found = review(record, told=costs.note)
        screens.append(costs.screen * DECISIONS / len(record.moves))
        agains.append(costs.again)
        announced = list(kept(record, found))
        told += announced
        changes = ", ".join(f"{moment.ply}: {moment.cost / 10:.0f} -> {cost / 10:.0f}" for moment, cost in announced)
        yield f"{len(record.moves)} moves, CPU {costs.screen:.1f} + {costs.again:.1f} s; costs in %: {changes or '-'}"
    for name, seconds, most in (("all decisions", screens, 5), ("largest swings", agains, 7)):
        mean = sum(seconds) / len(seconds)
        yield f"CPU for {name}: {mean:.1f} s on average, {max(seconds):.1f} s at most; demanded: {most} s"
    for least, demand in ((MISTAKE, "; demanded: 75 %"), (INACCURACY, "")):
        chosen = [(moment, cost) for moment, cost in told if moment.cost >= least]
        true = sum(2 * cost >= moment.cost for moment, cost in chosen)
        low, high = wilson(true, len(chosen))
        share = f"{true} of {len(chosen)} = {true / len(chosen):.0%} [{low:.0%} to {high:.0%}]"
        yield f"announced with {least / 10:.0f} % or more, half true at {LONGER} times the budget: {share}{demand}"
