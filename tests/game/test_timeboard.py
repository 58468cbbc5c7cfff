"""The time board and its symbols."""

import json

from game.automa import BONUS_SPACES
from game.squares import INCOME, LAST, LEATHER_SPACES, crossed, next_mark
from tests.game.building import reference


def test_the_spaces_are_the_printed_ones() -> None:
    board = json.loads(reference("time_board.json"))
    assert board["last_space"] == LAST
    assert list(INCOME) == board["income_spaces"]
    assert {name: list(spaces) for name, spaces in LEATHER_SPACES.items()} == board["leather_spaces"]
    assert board["automa_bonus_space"] == BONUS_SPACES


def test_a_symbol_triggers_when_a_token_moves_onto_or_past_it_not_when_it_leaves() -> None:
    assert crossed(INCOME, 4, 5) == [5]
    assert crossed(INCOME, 4, 6) == [5]
    assert crossed(INCOME, 5, 10) == []
    assert crossed(INCOME, 4, 11) == [5, 11]


def test_the_next_mark_lies_beyond_the_space() -> None:
    assert next_mark(INCOME, 0) == 5
    assert next_mark(INCOME, 5) == 11
    assert next_mark(INCOME, 53) is None
