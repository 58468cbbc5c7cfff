"""What both players have: whole sentences under More, and how the points add up at the end."""

from dataclasses import replace

from bot.clock import now
from bot.matches.clock import DAY
from bot.matches.match import Match
from bot.matches.outcome import Outcome
from bot.ui.pages.board import board_page
from bot.ui.pages.views import more_page
from bot.ui.words.score_lines import final_scores, score_lines
from game import Automa, Player
from tests.ui.test_previews import MINA, SHOWN, WORDS, full_but, match_at, quilt, said


def finished(match: Match, winner: int) -> Match:
    """A match that has been played out."""
    return replace(match, outcome=Outcome("finished", winner, 1))


def test_it_says_who_has_what_and_what_lies_ahead() -> None:
    sewn = quilt("8N@A1", "8N@C1", "8N@E1")
    assert said(score_lines(WORDS, match_at(Player(24, 7, 3, sewn), Player(27, 1, 4)))) == (
        "🔵 @Mina is on space 24 of 53, 3 spaces behind, and has 7 buttons, an income of 3 and 69 empty squares. "
        "37 more squares would fill a 7×7. The next button on the time board is on space 29.\n"
        "🟧 @Tom is on space 27 of 53, 3 spaces ahead, and has 1 button, an income of 4 and 81 empty squares. "
        "49 more squares would fill a 7×7. The next button on the time board is on space 29.\n"
        "Leather patches are left on spaces 32, 44 and 50."
    )


def test_points_are_told_only_when_the_end_is_near() -> None:
    assert "ended now" not in score_lines(WORDS, match_at(Player(35, 7), Player(50, 1)))
    near = said(score_lines(WORDS, match_at(Player(36, 7, 0, full_but("A1")), Player(50, 1)))).splitlines()
    assert near[0].endswith("If the game ended now, that would be 5 points.")
    assert near[1].endswith("If the game ended now, that would be −161 points.")
    assert near[2] == "No leather patch is left."
    assert "The last leather patch lies on space 50." in score_lines(WORDS, match_at(Player(36, 7), Player(49, 1)))


def test_of_the_automa_it_says_where_it_takes_the_bonus() -> None:
    match = match_at(Player(0, 5), Player(2, 3), automa=Automa("fellow", "normal", patches=(3, 6)))
    assert said(score_lines(WORDS, match)).splitlines()[1] == (
        "🟧 The Automa (Fellow, normal deck) is on space 2 of 53, 2 spaces ahead, and has 3 buttons and 2 patches. "
        "It takes the 7×7 bonus when it lands on or passes space 41."
    )


def test_more_says_to_each_player_against_whom_they_play() -> None:
    match = match_at(Player(24, 7, 3), Player(27, 1, 4))
    for user, other in (match.people, match.people[::-1]):
        assert f"Game 5 against <@{other}>" in more_page(WORDS, match, user).above[0]


def test_more_begins_like_the_board_and_counts_the_moves() -> None:
    match = replace(match_at(Player(24, 7, 3), Player(27, 1, 4)), pace=3, deadline=now() + DAY)
    (board, *_), (more, *_) = board_page(SHOWN, match).above, more_page(SHOWN, match, MINA).above
    assert said(board) == (
        f"### <:round_blue_token:1> @Mina to move\n-# Game 5 against @Tom · ⏳ <t:{match.deadline}:R>"
    )
    assert more == f"{board} · move 2"


def test_scores_begin_with_the_points_and_say_what_they_are_for() -> None:
    end = finished(match_at(Player(53, 31, 9, full_but("A1", "B1")), Player(53, 10)), 1)
    assert said(final_scores(WORDS, end)) == (
        "🔵 @Mina has 27 points: 31 from buttons, −4 for empty squares.\n"
        "🟧 @Tom has −152 points: 10 from buttons, −162 for empty squares."
    )
    solo = match_at(Player(53, 31, 9, full_but()), Player(53, 12), automa=Automa("fellow", "normal", patches=(3, 6)))
    assert said(final_scores(WORDS, finished(solo, 1))).splitlines()[1] == (
        "🟧 The Automa has 13 points: 12 from buttons, 1 for patches."
    )
    assert (
        final_scores(WORDS.in_words, finished(solo, 1)).splitlines()[1].startswith("The Automa (Fellow, normal deck)")
    )


def test_a_tie_says_who_wins_it() -> None:
    end = finished(match_at(Player(53, 9, 0, full_but("A1")), Player(53, 9, 0, full_but("B1"))), 2)
    assert said(final_scores(WORDS, end)).splitlines()[2] == ("A tie goes to whoever finished first: 🟧 @Tom.")
