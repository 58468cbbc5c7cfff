"""Problems: positions in which a move mattered, as the moments of reviews tell, for somebody to find a better one.
Moves that the review has not weighed are weighed when somebody chooses them (decision 0062).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import cached_property

from bot.matches.match import Match
from bot.matches.seats import Person
from bot.matches.underway import Underway
from engine.verdicts import GRADES, Moment, Weighed
from game import Move, Position

Weigh = Callable[[Position, Move, Move, int], Awaitable[Weighed]]
"""Finds how much worse one move in a position is than another one, for a person who waits for it."""

MOST_WAITING, MOST_OF_ONE = 20, 3
"""How many moves may be weighed at a time, in all and for one person. Each takes half a second."""


@dataclass(frozen=True)
class Problem:
    """A moment of a ``game`` that has ended, for a ``user``, who need not have made that move."""

    game: Match
    moment: Moment
    user: int

    @cached_property
    def match(self) -> Match:
        """The game as it stood before the move, with the user in place of the player to move, and no clock."""
        past = self.game.at(self.moment.ply - 1)
        one, two = past.seats
        mover, waits = (one, two) if past.position.turn == 1 else (two, one)
        me = Person(self.user)
        other = mover if waits == me else waits
        seats = (me, other) if past.position.turn == 1 else (other, me)
        return replace(past, seats=seats, pace=None, deadline=None, paused=None, away=None, plans=0)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.match.position.turn

    @property
    def is_own(self) -> bool:
        """Whether the user made the move."""
        return self.game.user_at(self.seat) == self.user

    @property
    def played(self) -> Move:
        """What was played."""
        return self.game.plies[self.moment.ply - 1].move

    @property
    def best(self) -> Move:
        """The best move known."""
        return self.played if self.moment.why == "best" else self.moment.better

    @property
    def second(self) -> Move:
        """The other one that the moment is about: what was played, or what was next best."""
        return self.moment.better if self.moment.why == "best" else self.played


@dataclass(frozen=True, slots=True)
class Judged:
    """What somebody has chosen in a problem, and how much worse it is than the best move known."""

    problem: Problem
    move: Move
    weighed: Weighed

    @property
    def is_best(self) -> bool:
        """Whether it is the best move known."""
        return self.move == self.problem.best

    @property
    def is_alike(self) -> bool:
        """Whether it is as good as the best move known, as far as anybody can tell."""
        return _size(self.weighed.share, self.weighed.points) < ALIKE

    @property
    def is_solved(self) -> bool:
        """Whether it is good enough: see `solves`."""
        return self.is_best or solves(self.problem.moment, self.weighed)


def solves(moment: Moment, weighed: Weighed) -> bool:
    """Tell whether a move is no inaccuracy, and costs at most half as much as the moment is about."""
    size = _size(weighed.share, weighed.points)
    return size < 1 and 2 * size <= _size(moment.cost, moment.points)


ALIKE = 1 / 3
"""What part of an inaccuracy is noise."""


def _size(share: int, points: int) -> float:
    """Divide a loss by an inaccuracy."""
    of_chances, of_points = GRADES["inaccuracy"]
    return max(share / of_chances, points / of_points)


class Judge:
    """Says how good what people choose in problems is."""

    def __init__(self, weigh: Weigh) -> None:
        self._weigh = weigh
        self._thoughts = Underway[asyncio.Task[Judged]]((MOST_OF_ONE, "tries_of_one"), (MOST_WAITING, "tries_busy"))

    async def judge(self, problem: Problem, move: Move) -> Judged:
        """Judge a legal move in a problem: at once where the review knows it; else it goes on if nobody waits any more.
        Raises what weighing raises, and Refusal: ``tries_of_one`` (the user has as many under way as one may),
        ``tries_busy``.
        """
        if move == problem.best:
            return Judged(problem, move, Weighed(0, 0))
        if move == problem.second:
            moment = problem.moment
            return Judged(problem, move, Weighed(moment.cost, moment.points, moment.reasons))
        what = problem.user, problem.match.position, move
        task = self._thoughts.find(what)
        if task is None:
            self._thoughts.check(problem.user)
            task = asyncio.create_task(self._judged(problem, move))
            self._thoughts.note(what, problem.user, task, task)
        return await asyncio.shield(task)

    async def _judged(self, problem: Problem, move: Move) -> Judged:
        weighed = await self._weigh(problem.match.position, move, problem.best, problem.user)
        return Judged(problem, move, weighed)
