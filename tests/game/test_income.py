"""Button income: spaces 5, 11, 17, 23, 29, 35, 41, 47 and 53."""

import pytest

from game.facts import Advanced, Income, Sewed
from game.squares import INCOME
from tests.game.building import after, facts, placement, seat, table

# patch 1: 2 buttons, 2 time · 4: 3 buttons, 3 time, 1 button printed · 10: 7 buttons, 6 time, 3 printed


@pytest.mark.parametrize("space", INCOME)
def test_every_income_space_pays_as_many_buttons_as_are_printed_on_your_quilt(space: int) -> None:
    moved = after(table(seat(space - 1, buttons=0, income=4), seat(space - 1)), "+")
    assert moved.player(1).buttons == 1 + 4


def test_on_landing_on_it() -> None:
    assert facts(table(seat(3, income=2), seat(9)), "1N@A1") == (Sewed(1, placement("1N@A1")), Income(1, 5, 2))


def test_on_passing_it() -> None:
    assert facts(table(seat(4, income=2), seat(9)), "1N@A1") == (Sewed(1, placement("1N@A1")), Income(1, 5, 2))
    assert after(table(seat(4, income=2), seat(9)), "1N@A1").player(1).buttons == 5 - 2 + 2


def test_not_again_when_leaving_it_nor_before_it() -> None:
    assert facts(table(seat(5, income=2), seat(9)), "1N@A1") == (Sewed(1, placement("1N@A1")),)
    assert facts(table(seat(2, income=2), seat(9)), "1N@A1") == (Sewed(1, placement("1N@A1")),)


def test_the_patch_just_sewn_is_included() -> None:
    moved = after(table(seat(3, income=2), seat(9), (4, 1, 2)), "4N@A1")
    assert (moved.player(1).income, moved.player(1).buttons) == (3, 5 - 3 + 3)


def test_but_it_cannot_be_paid_with_the_income_it_earns() -> None:
    assert "10" not in {str(move)[:2] for move in table(seat(0, 6), seat(9), (10, 1, 2)).legal_moves}


def test_advancing_pays_it_too_besides_the_buttons_for_the_spaces() -> None:
    assert facts(table(seat(4, income=3), seat(6)), "+") == (Advanced(1, 3), Income(1, 5, 3))
    assert after(table(seat(4, buttons=0, income=3), seat(6)), "+").player(1).buttons == 3 + 3


def test_once_for_each_symbol_crossed_so_one_move_may_pay_twice() -> None:
    by_advance = table(seat(4, buttons=0, income=3), seat(10))
    assert facts(by_advance, "+") == (Advanced(1, 7), Income(1, 5, 3), Income(1, 11, 3))
    assert after(by_advance, "+").player(1).buttons == 7 + 3 + 3
    by_patch = table(seat(5, buttons=7), seat(10), (10, 1, 2))
    assert [fact for fact in facts(by_patch, "10N@A1") if isinstance(fact, Income)] == [Income(1, 11, 3)]


def test_the_last_space_pays_even_when_it_is_overshot() -> None:
    moved = after(table(seat(52, buttons=7), seat(53), (10, 1, 2)), "10N@A1")
    assert moved.player(1).buttons == 3


def test_every_player_is_paid_alone_for_every_space_even_when_the_other_was_there_first() -> None:
    position = table(seat(4, income=2), seat(7, buttons=5, income=9))
    assert after(position, "1N@A1").players == (
        after(table(seat(4, income=2), seat(9)), "1N@A1").player(1),
        position.player(2),
    )
    assert after(position, "1N@A1").player(1).buttons == 5


def test_a_quilt_without_buttons_is_paid_nothing() -> None:
    assert facts(table(seat(4), seat(6)), "+") == (Advanced(1, 3), Income(1, 5, 0))
