"""At the end of a game that somebody has played alone, one sentence says where most of the points went."""

from dataclasses import replace

import pytest

from bot.matches.lookback import Lesson, look_back
from bot.matches.match import Match
from bot.matches.seats import Person, Rival
from bot.store.games import LogRow
from bot.ui.pages.board import board_page, lookback_sentence
from game import Automa, Placement, Position, Setup, Step
from game.facts import Fact, Income
from game.position import from_pawn
from tests.game.building import quilt
from tests.ui.every_page import SAY, matches

TIDY = "######### " * 8
"""A quilt but for its last row."""

SHUT = "#.#.#.#.# ######### " * 2 + "######### " * 5
"""Eight squares that are shut in."""

RING = (29, 28, 7, 15, 13, 30)
"""Patch 28 has a button on it, and so has 13; the others have none, and nobody has to pay more than 3 for any."""


def finished(automa: Automa | None = None) -> Match:
    return next(match for match in matches(1, automa) if match.outcome and match.outcome.termination == "finished")


@pytest.fixture(scope="module")
def ended() -> Match:
    return finished(Automa("fellow", "normal"))


def with_end(match: Match, diagram: str, *facts: Fact, bonus: int = 1) -> Match:
    """The same game with another quilt at its end, and with no other facts than these."""
    position: Position = match.position
    player = replace(position.player(1), quilt=quilt(diagram))
    position = replace(position, players=(player, position.player(2)), bonus=bonus)
    *_, last = match.plies
    return replace(match, plies=(replace(last, step=Step(position, facts)),))


PAID = Income(1, 53, 60)


@pytest.mark.parametrize(
    ("diagram", "lesson", "says"),
    [
        (SHUT, "shut", "8 squares that you shut in cost you 16 points."),
        (SHUT.replace(".", "#", 1), "income", "your quilt paid you 60 buttons in all"),
        (TIDY, "income", "your quilt paid you 60 buttons in all; in strong games it is 60 or so."),
    ],
)
def test_squares_that_were_shut_in_are_told(ended: Match, diagram: str, lesson: Lesson, says: str) -> None:
    match = with_end(ended, diagram, PAID, Income(2, 53, 90))
    assert look_back(match).lesson == lesson
    assert says in lookback_sentence(SAY, match)


def begun(*patches: int, ring: tuple[int, ...] = RING) -> Match:
    """A game against a rival, who advances, after somebody has taken some patches (0: advanced)."""
    rest = (patch for patch in range(1, 33) if patch not in ring)
    match = Match(1, 1, 1, (Person(1), Rival("pompom")), Setup("classic", from_pawn([*ring, *rest, 0]), 1), "en", 0)
    for patch in patches:
        while match.to_move == 2:
            match = played(match, "+")
        moves = (move for move in match.position.legal_moves if isinstance(move, Placement) and move.patch.id == patch)
        match = played(match, str(next(moves)) if patch else "+")
    return match


def played(match: Match, move: str) -> Match:
    return match.after(LogRow(match.revision + 1, "move", match.position.turn, move, 0))


@pytest.mark.parametrize(
    ("patches", "fewer", "lesson"),
    [
        ((29,), 1, "buttons"),
        ((28,), 0, "income"),
        ((0,), 0, "income"),
        ((29, 7), 2, "buttons"),
        ((29, 28), 1, "income"),
    ],
)
def test_somebody_who_took_fewer_buttons_early_and_never_more_is_told_to_take_more(
    patches: tuple[int, ...], fewer: int, lesson: Lesson
) -> None:
    match = begun(*patches)
    found = look_back(match)
    assert (found.fewer, found.lesson) == (fewer, lesson)
    if lesson == "buttons":
        assert f"you took {SAY('count.patches', count=fewer)} with fewer buttons on" in lookback_sentence(SAY, match)


def test_nothing_is_said_of_patches_that_nobody_could_pay_for() -> None:
    dear = (29, 18, 20)
    assert look_back(begun(29, ring=dear)).fewer == 0
    assert look_back(begun(0, ring=dear[1:])).lesson == "income"


def test_it_stands_at_the_end_of_games_played_alone_and_of_no_others(ended: Match) -> None:
    told = lookback_sentence(SAY, ended)
    assert told in board_page(SAY, ended).below[0].split("\n")
    assert not any("paid you" in part for part in board_page(SAY, finished()).below)
