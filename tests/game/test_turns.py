"""Who moves, advancing, and taking a patch."""

import pytest

from game import ADVANCE, PATCHES, Position, other
from game.facts import Advanced
from tests.game.building import FULL, after, facts, refused, seat, table, takeable

# buttons and time of the patches used here: 1 = ### (2, 2) · 2 = corner (1, 3) · 3 = corner (3, 1) · 28 (0, 3)


TURNS: dict[str, tuple[Position, str, int]] = {
    "the token further back moves": (table(seat(10), seat(9)), "", 2),
    "whichever seat that is": (table(seat(9), seat(10)), "", 1),
    "to a space still behind: one moves again": (table(seat(0, buttons=9), seat(6), (1, 3, 28)), "1N@A1", 1),
    "and again": (table(seat(0, buttons=9), seat(6), (1, 3, 28)), "1N@A1 3N@A2", 1),
    "and on top of the other": (table(seat(0, buttons=9), seat(6), (1, 3, 28)), "1N@A1 3N@A2 28N@D4", 1),
    "until one is ahead": (table(seat(0, buttons=9), seat(6), (1, 3, 28)), "1N@A1 3N@A2 28N@D4 +", 2),
    "on one space the token that arrived last moves": (table(seat(5), seat(3)), "1N@A1", 2),
    "moving past the other passes the turn": (table(seat(0), seat(1)), "1N@A1", 2),
}


@pytest.mark.parametrize(("position", "moves", "turn"), TURNS.values(), ids=TURNS)
def test_whose_turn_it_is(position: Position, moves: str, turn: int) -> None:
    assert after(position, moves).turn == turn


@pytest.mark.parametrize(
    ("position", "seat_number", "space", "earned"),
    [
        (table(seat(3), seat(9)), 1, 10, 7),  # directly in front of the other, for a button a space
        (table(seat(7), seat(7), top=2), 2, 8, 1),  # from the same space
        (table(seat(50), seat(53)), 1, 53, 3),  # never past 53
        (table(seat(50), seat(52)), 1, 53, 3),
    ],
)
def test_advance_moves_in_front_of_the_opponent_and_earns_1_button_for_each_space_moved(
    position: Position, seat_number: int, space: int, earned: int
) -> None:
    assert position.advance_target == space
    moved, mover, opponent = after(position, "+"), position.player(seat_number), other(seat_number)
    now = moved.player(seat_number)
    assert (now.space, now.buttons, now.quilt) == (space, mover.buttons + earned, mover.quilt)
    assert (moved.ring, moved.player(opponent)) == (position.ring, position.player(opponent))
    assert facts(position, "+")[0] == Advanced(seat_number, earned)


@pytest.mark.parametrize("position", [table(seat(52, buttons=0, diagram=FULL), seat(53)), table(seat(0, 50, FULL))])
def test_advance_is_always_possible_before_the_end_and_all_that_a_full_quilt_leaves(position: Position) -> None:
    assert list(position.legal_moves) == [ADVANCE]


def test_one_of_the_three_patches_clockwise_of_the_pawn_may_be_taken() -> None:
    position = table(seat(buttons=20), seat(), (1, 2, 3, 4))
    assert [patch.id for patch in position.offers] == [1, 2, 3]
    assert takeable(position) == {1, 2, 3}
    error = refused(position, "4N@A1")
    assert (error.reason, error.values) == ("not_offered", {"patch": 4, "offers": "1, 2, 3"})
    assert str(error) == "patch 4 is not one of the next three (1, 2, 3)"


@pytest.mark.parametrize(("left", "error"), [((8, 9), "8, 9"), ((8,), "8"), ((), "none left")])
def test_or_of_those_left_if_fewer(left: tuple[int, ...], error: str) -> None:
    position = table(seat(buttons=20))
    few = Position("classic", left, position.players)
    assert takeable(few) == set(left)
    assert refused(few, "1N@A1").values["offers"] == error


def test_a_patch_is_paid_for_with_ones_own_buttons_to_the_last_one() -> None:
    assert after(table(seat(buttons=5)), "3N@A1").player(1).buttons == 5 - PATCHES[3].cost == 2
    assert after(table(seat(buttons=3)), "3N@A1").player(1).buttons == 0
    assert takeable(table(seat(buttons=0), seat(), (1, 28, 2))) == {28}
    assert takeable(table(seat(5, buttons=99), seat(0, buttons=2), (1, 2, 3))) == {1, 2}
    error = refused(table(seat(buttons=2)), "3N@A1")
    assert (error.reason, error.values) == ("cannot_pay", {"patch": 3, "cost": 3, "seat": 1, "buttons": 2})
    assert str(error) == "patch 3 costs 3 buttons and seat 1 has 2"


def test_a_patch_that_fits_nowhere_on_your_quilt_cannot_be_taken() -> None:
    two_holes = "########. ########. ######### ##.###### " + "######### " * 5
    position = table(seat(diagram=two_holes, buttons=20), seat(), (0, 1, 2))
    assert [str(move) for move in position.legal_moves] == ["+", "0E@I1"]
    assert refused(position, "1E@I1").reason == "does_not_fit"
