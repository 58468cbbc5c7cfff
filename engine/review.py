"""Reviewing a game: every decision is searched briefly, the largest swings once more with a larger budget.

What halves when one looks longer is dropped. A review depends on the record and on nothing else, so that it can be
interrupted and taken up again: what was found so far are lines of text, which can be given back (`Evaluation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.evaluations import Evaluation, choice_of, evaluate
from engine.faults import Fault, fault
from engine.search import never, think
from engine.verdicts import INACCURACY, MOST, WHOLE, Moment, Review
from game import ADVANCE, Move, Placement, Record

SCREEN, AGAIN = 1_000, 6_000
"""Iterations for every decision, and for the largest swings; what was played in these gets half as many."""

SWING = 80
"""What a move must seem to have cost, of `WHOLE`, to be searched again."""

BRILLIANT = 150
"""By how much, of `WHOLE`, all other choices must be worse than the best move of the game."""

Told = Callable[[int, int, Evaluation], None]
"""Is told how much is done, of how much, and what was found last."""


class Cancelled(Exception):
    """The review was cancelled."""


def review(
    record: Record,
    known: Iterable[Evaluation] = (),
    told: Told = lambda *_: None,
    cancelled: Callable[[], bool] = never,
    budgets: tuple[int, int] = (SCREEN, AGAIN),
) -> Review:
    """Review a game between two quilts. ``known`` are looks of the same review, which was interrupted.

    Raises Cancelled, and BadRecord if the record breaks a rule.
    """
    return _Reviewing(record, known, told, cancelled, budgets).result()


class _Reviewing:
    """One review in the making."""

    def __init__(
        self,
        record: Record,
        known: Iterable[Evaluation],
        told: Told,
        cancelled: Callable[[], bool],
        budgets: tuple[int, int],
    ) -> None:
        self.moves = record.moves
        self.positions = [record.setup.start, *(step.position for step in record.steps())]
        self._looks = {(look.count, look.iterations): look for look in known}
        self._told = told
        self._cancelled = cancelled
        self._screen, self._again = budgets
        self._deepest: dict[int, Evaluation] = {}
        self._done = 0
        self._of = self._screen * len(self.positions) + MOST * (self._again + self._again // 2)

    def result(self) -> Review:
        for count in range(len(self.positions)):
            if self._is_open(count):
                self._look(count, self._screen)
        screened = self._costs()
        again = self._swings(screened)
        praised = self._brilliant(screened) if len(again) < MOST else []
        for count in again + praised:
            self._look(count, self._again)
        for count in again:
            if count + 1 not in again and self._is_open(count + 1):
                self._look(count + 1, self._again // 2)
        costs = self._costs()
        moments = [self._moment(count, costs[count]) for count in again if costs[count] * 2 >= screened[count]]
        moments += map(self._praise, praised)
        ordered = sorted(filter(None, moments), key=lambda moment: moment.ply)
        return Review(tuple(map(self._share_of_one, range(len(self.positions)))), tuple(ordered))

    # --- looking

    def _look(self, count: int, iterations: int) -> None:
        look = self._looks.get((count, iterations))
        if look is None:
            thought = think(self.positions[count], iterations, cancelled=self._cancelled)
            if thought.stopped:
                raise Cancelled
            look = evaluate(thought, count, iterations, self._played(count))
        if count not in self._deepest or self._deepest[count].iterations < iterations:
            self._deepest[count] = look
        self._done += iterations
        self._told(self._done, self._of, look)

    def _played(self, count: int) -> Move | None:
        return self.moves[count] if count < len(self.moves) else None

    def _is_open(self, count: int) -> bool:
        """Whether there is something to find out: the game is not over, and more than advancing was possible."""
        position = self.positions[count]
        return not position.over and (self._played(count) != ADVANCE or len(position.legal_moves) > 1)

    # --- what was found

    def _share_of_one(self, count: int) -> int:
        """The chances of seat 1 after so many moves, as the deepest search says."""
        position = self.positions[count]
        if position.over:
            return WHOLE if position.winner == 1 else 0
        look = self._deepest.get(count)
        if look is None:
            return self._share_of_one(count + 1)
        return look.share if position.turn == 1 else WHOLE - look.share

    def _share(self, count: int, seat: int) -> int:
        one = self._share_of_one(count)
        return one if seat == 1 else WHOLE - one

    def _costs(self) -> list[int]:
        """What each move cost whoever made it."""
        seats = [position.turn for position in self.positions]
        return [
            self._share(count, seats[count]) - self._share(count + 1, seats[count]) for count in range(len(self.moves))
        ]

    def _swings(self, costs: list[int]) -> list[int]:
        """The moves that are worth a second look, the worst first."""
        swings = [count for count, cost in enumerate(costs) if cost >= SWING and self._can_be_told(count)]
        return sorted(swings, key=lambda count: (-costs[count], count))[:MOST]

    def _can_be_told(self, count: int) -> bool:
        look = self._deepest.get(count)
        return look is not None and (
            choice_of(look.best) != choice_of(self.moves[count]) or self._fault(count, look.best) is not None
        )

    def _fault(self, count: int, better: Move) -> Fault | None:
        """What a placement did to the quilt that a better one of the same patch would not have done."""
        played, position = self.moves[count], self.positions[count]
        if not isinstance(played, Placement) or not isinstance(better, Placement):
            return None
        return fault(position.player(position.turn).quilt.free, played.mask, better.mask, bonus=bool(position.bonus))

    def _moment(self, count: int, cost: int) -> Moment | None:
        """What is told of a move, if it is worth that."""
        look, played = self._deepest[count], self.moves[count]
        after = self._share(count + 1, self.positions[count].turn)
        better, before = look.best, look.share
        if choice_of(better) != choice_of(played):
            blame = look.same[1] - after if look.same else 0
            if 2 * blame < cost or not look.same or self._fault(count, look.same[0]) is None:
                return Moment(count + 1, before, after, "choice", better) if cost >= INACCURACY else None
            better, before = look.same
        found = self._fault(count, better)
        if found is None or before - after < INACCURACY:
            return None
        why, squares = found
        return Moment(count + 1, before, after, why, better, squares)

    def _brilliant(self, costs: list[int]) -> list[int]:
        """The best move of the game, if there is one: that whose every other choice was worse by most."""
        gaps = {count: self._gap(count) for count, cost in enumerate(costs) if cost < INACCURACY // 2}
        best = max(gaps, key=lambda count: (gaps[count], -count), default=None)
        return [best] if best is not None and gaps[best] >= BRILLIANT else []

    def _gap(self, count: int) -> int:
        """How much worse all other choices were, if the one that was made was the best."""
        look = self._deepest.get(count)
        if look is None or look.next is None or choice_of(look.best) != choice_of(self.moves[count]):
            return 0
        return look.share - look.next[1]

    def _praise(self, count: int) -> Moment | None:
        look = self._deepest[count]
        if self._gap(count) < BRILLIANT or look.next is None:
            return None
        return Moment(count + 1, look.share, look.next[1], "best", look.next[0])
