"""A game that somebody has played alone, looked back on: where points went, and what to try next time.

All of it is counted. Advice is given only where it helps and where no review finds the opposite (decision 0093).
"""

from dataclasses import dataclass
from typing import Literal

from bot.matches.match import Match
from game import LEATHER, Placement, Position
from game.facts import Income
from game.tidy import shut_in

Lesson = Literal["buttons", "shut", "income"]
"""What is told: patches taken early that had fewer buttons than others, which is advice; or, without any, squares that
were shut in, or what the quilt paid.
"""

MANY_SHUT = 8
"""How many squares shut in at the end are many: strong programs have two or three (decision 0059)."""

EARLY = 20
"""Up to which space it is early: what is taken there pays at most of the incomes."""


@dataclass(frozen=True, slots=True)
class Lookback:
    """What was counted of the game of the one who played alone, and what is told of it.

    ``fewer`` is how often they took, early on, a patch with fewer buttons on it than another that they could take.
    """

    shut: int
    fewer: int
    income: int
    lesson: Lesson


def look_back(match: Match) -> Lookback:
    """Count what a solo game came to that was played out.

    Somebody who has once taken a patch with more buttons early is not told to do so: a review may call that too many.
    """
    facts = [fact for ply in match.plies for fact in ply.step.facts]
    income = sum(fact.buttons for fact in facts if isinstance(fact, Income) and fact.seat == 1)
    shut = shut_in(match.position.player(1).quilt.free)
    positions = [match.setup.start, *(ply.step.position for ply in match.plies)]
    pairs = zip(positions, match.plies, strict=False)
    gaps = [_gap(before, ply.move) for before, ply in pairs if ply.seat == 1 and isinstance(ply.move, Placement)]
    fewer, more = sum(low < 0 for low, _ in gaps), sum(high > 0 for _, high in gaps)
    lesson: Lesson = "buttons" if fewer and not more else "shut" if shut >= MANY_SHUT else "income"
    return Lookback(shut, fewer, income, lesson)


def _gap(before: Position, taken: Placement) -> tuple[int, int]:
    """By how many buttons a patch has fewer (negative) than the best of the others that could be taken early in a game,
    and by how many more than the worst.
    """
    if taken.patch is LEATHER or before.player(before.turn).space >= EARLY:
        return 0, 0
    others = [patch.income for patch in before.offers if patch is not taken.patch and before.can_take(patch)]
    own = taken.patch.income
    return own - max(others, default=own), own - min(others, default=own)
