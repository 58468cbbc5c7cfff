"""The end, the score and the winner."""

import pytest

from game import ADVANCE, other
from game.facts import Advanced, GameOver, Income
from tests.game.building import FULL, after, facts, placement, refused, seat, table


def empty(count: int) -> str:
    """The diagram of a quilt with so many empty squares."""
    marks = "." * count + "#" * (81 - count)
    return " ".join(marks[row * 9 : row * 9 + 9] for row in range(9))


def test_the_game_ends_when_both_tokens_are_on_53() -> None:
    assert not table(seat(53), seat(52)).over
    assert after(table(seat(53), seat(52)), "+").over
    assert not after(table(seat(51), seat(52)), "+").over  # one of them is there; the other still plays


def test_after_the_end_there_is_no_legal_move_and_every_move_is_refused() -> None:
    over = table(seat(53, buttons=20), seat(53, buttons=20))
    assert len(over.legal_moves) == 0
    assert list(over.legal_moves) == []
    assert ADVANCE not in over.legal_moves
    for move in ("+", "1N@A1", "*A1"):
        error = refused(over, move)
        assert (error.reason, str(error)) == ("game_over", "the game is over")


def test_the_last_move_tells_the_winner() -> None:
    ended = facts(table(seat(53, buttons=9, diagram=FULL), seat(52)), "+")
    assert ended == (Advanced(2, 1), Income(2, 53, 0), GameOver(1))


def test_the_score_is_buttons_plus_7_for_the_bonus_minus_2_for_each_empty_square() -> None:
    position = table(seat(53, buttons=14, diagram=empty(5)), seat(53, buttons=18, diagram=empty(2)), bonus=1)
    assert [position.score(number).total for number in (1, 2)] == [11, 14]
    parts = position.score(1)
    assert (parts.buttons, parts.bonus, parts.empty) == (14, 7, -10)
    assert position.winner == 2


@pytest.mark.parametrize("last", [1, 2])
def test_on_a_tie_the_player_who_reached_53_first_wins(last: int) -> None:
    seats = (seat(53, buttons=6), seat(52, buttons=5))
    one, two = seats if last == 2 else (seats[1], seats[0])
    ended = after(table(one, two), "+")
    assert ended.score(1).total == ended.score(2).total
    assert ended.winner == other(last)


def test_nobody_has_won_before_the_end() -> None:
    assert table(seat(53, buttons=99), seat(52)).winner is None


def test_a_leather_patch_won_on_the_way_to_53_is_sewn_before_the_other_moves() -> None:
    won = after(table(seat(49, buttons=9), seat(49), (10, 1, 2)), "10N@A1")
    assert (won.player(1).space, won.leather, won.turn, won.over) == (53, 1, 1, False)
    assert after(won, "*I9").turn == 2
    assert won.play(placement("*I9")).position.legal_moves
