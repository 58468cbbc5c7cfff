"""Moves and the list of legal ones."""

from typing import Any

import pytest

from game import ADVANCE, Advance, parse_move
from tests.game.building import FULL, placement, random_line, seat, table


def test_plus_is_to_advance_a_number_sign_a_card_and_the_rest_are_placements() -> None:
    assert parse_move("+") == ADVANCE == Advance()
    assert str(ADVANCE) == "+"
    assert parse_move("17E@C4") is placement("17E@C4")
    assert str(parse_move("*D5")) == "*D5"
    assert str(parse_move("#13")) == "#13"


def test_advance_comes_first_then_the_offers_clockwise_from_the_pawn() -> None:
    legal = list(table(seat(buttons=20), seat(), (8, 3, 28)).legal_moves)
    assert legal[0] == ADVANCE
    patches = [int(str(move).partition("@")[0].rstrip("NESWnesw")) for move in legal[1:]]
    assert list(dict.fromkeys(patches)) == [8, 3, 28]


def test_counting_testing_and_picking_agree_with_the_list() -> None:
    positions, _ = random_line(3)
    for position in positions:
        legal = position.legal_moves
        moves = list(legal)
        assert len(legal) == len(moves) == len(set(moves))
        assert [legal[number] for number in range(len(legal))] == moves
        assert all(move in legal for move in moves)
        assert bool(legal) == (not position.over)
        for outside in (-1, len(moves)):
            with pytest.raises(IndexError):
                legal[outside]


def test_what_is_no_move_is_not_in_it() -> None:
    legal = table().legal_moves
    assert ADVANCE in legal
    assert "+" not in legal
    assert None not in legal
    assert placement("*A1") not in legal
    assert placement("32N@A1") not in legal


@pytest.mark.parametrize("nonsense", [None, "+", 17])
def test_what_is_not_a_move_is_not_taken_for_an_advance(nonsense: Any) -> None:
    with pytest.raises(TypeError, match="is not a move"):
        table().play(nonsense)


def test_it_can_be_looked_at() -> None:
    assert repr(table(seat(buttons=0, diagram=FULL)).legal_moves) == "<LegalMoves 1: +>"
    assert repr(placement("17E@C4")) == "<Placement 17E@C4>"
