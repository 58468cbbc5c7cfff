"""At the end of a game that somebody has played alone, one sentence says where most of the points went."""

from dataclasses import replace

import pytest

from bot.matches.lookback import Lesson, look_back
from bot.matches.match import Match
from bot.ui.pages.board import board_page, lookback_sentence
from game import Automa, Position, Step
from game.facts import Advanced, Fact, Income
from tests.game.building import FULL, quilt
from tests.ui.every_page import SAY, matches

TIDY = "######### " * 8
"""A quilt but for its last row."""

SHUT = "####.#### #.####.## " * 2 + "######### " * 5
"""Six squares that are shut in."""


def finished(automa: Automa | None = None) -> Match:
    """A game that was played out."""
    return next(match for match in matches(1, automa) if match.outcome and match.outcome.termination == "finished")


@pytest.fixture(scope="module")
def ended() -> Match:
    """A game against the Automa that was played out."""
    return finished(Automa("fellow", "normal"))


def with_end(match: Match, diagram: str, *facts: Fact, bonus: int = 1) -> Match:
    """The same game with another quilt at its end, and with no other facts than these."""
    position: Position = match.position
    player = replace(position.player(1), quilt=quilt(diagram))
    position = replace(position, players=(player, position.player(2)), bonus=bonus)
    *_, last = match.plies
    return replace(match, plies=(replace(last, step=Step(position, facts)),))


PAID = Income(1, 53, 70)


@pytest.mark.parametrize(
    ("diagram", "facts", "bonus", "lesson", "says"),
    [
        (
            SHUT,
            (PAID,),
            1,
            "shut",
            "6 squares that you shut in cost you 12 points",
        ),
        (TIDY, (Income(1, 5, 7), Income(1, 11, 15), Income(2, 53, 90)), 1, "income", "paid you 22 buttons in all"),
        (
            TIDY[:60],
            (PAID, Advanced(1, 20), Advanced(2, 9)),
            1,
            "loose",
            "advanced 20 spaces, and 27 empty squares cost you 54 points",
        ),
        ("######.## " + TIDY[:60], (PAID,), 2, "tile", "1 square short of the 7×7"),
        (FULL, (PAID,), 2, None, "your quilt was tidy and paid you 70 buttons"),
    ],
)
def test_the_largest_loss_is_told_with_what_to_try_next(
    ended: Match, diagram: str, facts: tuple[Fact, ...], bonus: int, lesson: Lesson | None, says: str
) -> None:
    match = with_end(ended, diagram, *facts, bonus=bonus)
    told = lookback_sentence(SAY, match)
    assert look_back(match).lesson == (lesson or ("good" if match.winner == 1 else "choosing"))
    assert says in told
    assert "Next time, " in told


def test_it_stands_at_the_end_of_games_played_alone_and_of_no_others(ended: Match) -> None:
    assert any("Next time, " in part for part in board_page(SAY, ended).below)
    assert not any("Next time, " in part for part in board_page(SAY, finished()).below)
