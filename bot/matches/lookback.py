"""A game that somebody has played alone, looked back on: where most of the points went. All of it is counted."""

from dataclasses import dataclass
from typing import Literal

from bot.matches.match import Match
from game.facts import Advanced, Income
from game.tidy import shut_in

Lesson = Literal["shut", "income", "loose", "tile", "choosing", "good"]
"""Where most of the points went: on shut-in squares, on patches with few buttons, by advancing, on a 7x7 that was near,
elsewhere, or nowhere, as the game was won.
"""

USUAL_SHUT, USUAL_INCOME, USUAL_EMPTY, USUAL_SPACES = 3, 60, 10, 14
"""Where strong programs play: squares shut in at the end, buttons that a quilt pays in a game, squares left empty, and
spaces advanced (decision 0059).
"""

NEAR = 3
"""How many squares short of a 7x7 is near it."""

WORTH = 4
"""How many points something must have cost to be worth a word."""


@dataclass(frozen=True, slots=True)
class Lookback:
    """What was counted of the quilt of the one who played alone, and what to learn from it."""

    shut: int
    income: int
    empty: int
    spaces: int
    missing: int
    lesson: Lesson


def look_back(match: Match) -> Lookback:
    """Count what a solo game came to that was played out."""
    facts = [fact for ply in match.plies for fact in ply.step.facts]
    quilt = match.position.player(1).quilt
    income = sum(fact.buttons for fact in facts if isinstance(fact, Income) and fact.seat == 1)
    spaces = sum(fact.spaces for fact in facts if isinstance(fact, Advanced) and fact.seat == 1)
    shut, missing = shut_in(quilt.free), quilt.missing_for_seven_by_seven
    lost: dict[Lesson, float] = {
        "shut": 2 * (shut - USUAL_SHUT),
        "income": (USUAL_INCOME - income) / 2,
        "loose": 2 * (quilt.empty - shut - USUAL_EMPTY) if spaces > USUAL_SPACES else 0,
        "tile": 7 if match.position.bonus != 1 and 0 < missing <= NEAR else 0,
    }
    most = max(lost, key=lambda lesson: lost[lesson])
    if lost[most] < WORTH:
        most = "good" if match.winner == 1 else "choosing"
    return Lookback(shut, income, quilt.empty, spaces, missing, most)
