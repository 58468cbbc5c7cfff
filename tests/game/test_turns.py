"""Who moves, advancing, and taking a patch."""

import pytest

from game import ADVANCE, PATCHES, Position, other
from game.facts import Advanced, Sewed
from tests.game.building import (
    FULL,
    after,
    anywhere,
    facts,
    placement,
    quilt,
    refused,
    seat,
    table,
    takeable,
)

# buttons and time of the patches used here: 1 = ### (2, 2) · 2 = corner (1, 3) · 3 = corner (3, 1) · 8 = 2x2 (6, 5)
# 10 (7, 6; 3 buttons printed) · 17 (2, 3) · 28 (0, 3)


# --- who moves ---


def test_the_other_seat_is_the_one_across_the_table() -> None:
    assert (other(1), other(2)) == (2, 1)


def test_the_player_whose_token_is_further_back_moves() -> None:
    assert table(seat(10), seat(9)).turn == 2
    assert table(seat(9), seat(10)).turn == 1


def test_a_move_to_a_space_still_behind_leaves_the_turn_so_one_player_may_move_several_times_in_a_row() -> None:
    position = table(seat(0, buttons=9), seat(6), (1, 3, 28))
    assert after(position, "1N@A1").turn == 1
    assert after(position, "1N@A1 3N@A2").turn == 1
    assert after(position, "1N@A1 3N@A2 28N@D4").turn == 1  # landed on space 6, on top
    assert after(position, "1N@A1 3N@A2 28N@D4 +").turn == 2


def test_landing_on_the_opponents_space_puts_you_on_top_and_you_move_again() -> None:
    assert after(table(seat(0), seat(2)), "1N@A1").turn == 1
    assert after(table(seat(2), seat(0)), "1N@A1").turn == 2


def test_on_the_same_space_the_token_that_arrived_last_moves() -> None:
    arrived_second = after(table(seat(5), seat(3), (1, 2, 3)), "1N@A1")  # seat 2 moves from 3 to 5
    assert [player.space for player in arrived_second.players] == [5, 5]
    assert arrived_second.turn == 2


def test_moving_past_the_opponent_passes_the_turn() -> None:
    assert after(table(seat(0), seat(1)), "1N@A1").turn == 2


# --- advance ---


def test_advance_moves_to_the_space_directly_in_front_of_the_opponents_token() -> None:
    assert table(seat(3), seat(9)).advance_target == 10
    moved = after(table(seat(3), seat(9)), "+")
    assert [player.space for player in moved.players] == [10, 9]
    assert moved.turn == 2


def test_advance_earns_1_button_for_each_space_moved() -> None:
    assert after(table(seat(3, buttons=2), seat(9)), "+").player(1).buttons == 2 + 7
    assert facts(table(seat(12, buttons=2), seat(15)), "+") == (Advanced(1, 4),)


def test_advance_from_the_same_space_moves_one_space_for_one_button() -> None:
    moved = after(table(seat(7), seat(7), top=2), "+")
    assert (moved.player(2).space, moved.player(2).buttons) == (8, 6)


def test_advance_takes_no_patch_and_leaves_the_opponent_alone() -> None:
    position = table(seat(3), seat(9))
    moved = after(position, "+")
    assert moved.ring == position.ring
    assert moved.player(2) == position.player(2)
    assert moved.player(1).quilt == position.player(1).quilt


def test_never_past_space_53_and_earning_only_for_the_spaces_really_moved() -> None:
    position = table(seat(50, buttons=0), seat(53))
    assert position.advance_target == 53
    moved = after(position, "+")
    assert (moved.player(1).space, moved.player(1).buttons) == (53, 3)


def test_advance_onto_53_when_the_opponent_stands_just_before_it() -> None:
    moved = after(table(seat(50, buttons=0), seat(52)), "+")
    assert (moved.player(1).space, moved.player(1).buttons) == (53, 3)
    assert moved.turn == 2


def test_advance_is_always_possible_before_the_end() -> None:
    poor_and_full = table(seat(52, buttons=0, diagram=FULL), seat(53))
    assert list(poor_and_full.legal_moves) == [ADVANCE]


# --- take a patch ---


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


@pytest.mark.parametrize(
    ("taken", "ring"),
    [
        ("1N@A1", "2 3 4 5 6"),  # none skipped
        ("2N@A1", "3 4 5 6 1"),  # patch 1 stays, at the far end
        ("3N@A1", "4 5 6 1 2"),
    ],
)
def test_the_pawn_moves_to_its_place_and_skipped_patches_become_the_far_end_of_the_ring(taken: str, ring: str) -> None:
    position = table(seat(buttons=20))
    six = Position("classic", (1, 2, 3, 4, 5, 6), position.players)
    assert " ".join(map(str, after(six, taken).ring)) == ring


def test_the_next_patches_are_then_offered_round_the_corner_of_the_ring() -> None:
    position = table(seat(buttons=20), seat(9))
    four = Position("classic", (1, 2, 3, 4), position.players)
    assert [patch.id for patch in after(four, "3N@A1").offers] == [4, 1, 2]


def test_pay_its_button_cost() -> None:
    assert after(table(seat(buttons=5)), "3N@A1").player(1).buttons == 5 - PATCHES[3].cost == 2


def test_a_patch_you_cannot_pay_for_cannot_be_taken() -> None:
    error = refused(table(seat(buttons=2)), "3N@A1")
    assert (error.reason, error.values) == ("cannot_pay", {"patch": 3, "cost": 3, "seat": 1, "buttons": 2})
    assert str(error) == "patch 3 costs 3 buttons and seat 1 has 2"


def test_the_last_button_may_be_spent_and_a_free_patch_taken_with_none() -> None:
    assert takeable(table(seat(buttons=3))) == {1, 2, 3}
    assert after(table(seat(buttons=3)), "3N@A1").player(1).buttons == 0
    assert takeable(table(seat(buttons=0), seat(), (1, 28, 2))) == {28}


def test_it_is_your_own_buttons_that_count() -> None:
    assert takeable(table(seat(5, buttons=99), seat(0, buttons=2), (1, 2, 3))) == {1, 2}


def test_sew_it_with_any_rotation_either_side_up() -> None:
    position = table(seat(), seat(), (17, 1, 2))
    assert {str(move)[:3] for move in position.legal_moves if str(move).startswith("17")} == {
        f"17{letter}" for letter in "NESWnesw"
    }
    for letter in "NESWnesw":
        sewn = after(position, f"17{letter}@C4")
        assert sewn.player(1).quilt.patches == [placement(f"17{letter}@C4")]


def test_touching_nothing_if_you_like_so_on_an_empty_quilt_every_placement_is_legal() -> None:
    position = table(seat(buttons=20), seat(), (17, 8, 31))
    assert len(position.legal_moves) == 1 + sum(len(anywhere(patch)) for patch in (17, 8, 31))
    assert placement("8N@H8") in after(table(seat(0, 20), seat(9), (1, 8, 2)), "1N@A1").legal_moves


def test_on_free_squares_only() -> None:
    position = after(table(seat(0, 20), seat(9)), "1N@D4")  # D4 to F4, and seat 1 moves on
    error = refused(position, "2N@F4")
    assert (error.reason, error.values) == ("does_not_fit", {"square": "F4"})
    assert placement("2N@G4") in position.legal_moves
    assert placement("2S@F3") not in position.legal_moves
    assert placement("2S@F2") in position.legal_moves  # .# / ## ends on row 3


def test_the_opponents_quilt_does_not_matter() -> None:
    assert placement("1N@A1") in table(seat(), seat(5, diagram=FULL)).legal_moves


def test_a_patch_that_fits_nowhere_on_your_quilt_cannot_be_taken() -> None:
    two_holes = "########. ########. ######### ##.###### " + "######### " * 5
    position = table(seat(diagram=two_holes, buttons=20), seat(), (0, 1, 2))
    assert [str(move) for move in position.legal_moves] == ["+", "0E@I1"]
    assert refused(position, "1E@I1").reason == "does_not_fit"


def test_move_your_token_by_its_time_cost() -> None:
    moved = after(table(seat(0), seat(9), (28, 1, 2)), "28N@A1")
    assert moved.player(1).space == PATCHES[28].time == 3


def test_stopping_on_53_you_may_overshoot_for_the_full_price_with_no_refund() -> None:
    moved = after(table(seat(50, buttons=9), seat(52), (10, 1, 2)), "10N@A1")  # 7 buttons, 6 time, 3 income
    assert moved.player(1).space == 53
    assert moved.player(1).buttons == 9 - 7 + 3  # nothing back for three spaces not moved; income on 53
    assert moved.turn == 2


def test_overshooting_onto_the_opponent_on_53_ends_the_game() -> None:
    assert after(table(seat(50, buttons=9), seat(53), (10, 1, 2)), "10N@A1").over


def test_the_opponent_keeps_everything_while_you_take_a_patch() -> None:
    position = table(seat(3), seat(9, buttons=4, income=3, diagram="##......."))
    assert after(position, "1N@A1").player(2) == position.player(2)


def test_what_happened_names_the_patch_sewn() -> None:
    assert facts(table(seat(6), seat(9)), "1N@B2") == (Sewed(1, placement("1N@B2")),)
    assert facts(table(seat(9), seat(6)), "1N@B2") == (Sewed(2, placement("1N@B2")),)


def test_an_illegal_move_changes_nothing() -> None:
    position = table(seat(buttons=2))
    before = str(position)
    refused(position, "3N@A1")
    refused(position, "4N@A1")
    refused(position, "*A1")
    assert str(position) == before
    assert position == table(seat(buttons=2))


def test_why_a_patch_cannot_be_taken_is_told_without_a_placement() -> None:
    position = table(seat(buttons=2))
    assert position.refusal(PATCHES[1]) is None
    reasons = [position.refusal(PATCHES[id]) for id in (3, 4)]
    assert [error and error.reason for error in reasons] == ["cannot_pay", "not_offered"]
    over = table(seat(53), seat(53)).refusal(PATCHES[1])
    assert over is not None
    assert over.reason == "game_over"


def test_a_full_quilt_leaves_only_the_advance() -> None:
    assert quilt(FULL).empty == 0
    assert list(table(seat(buttons=50, diagram=FULL)).legal_moves) == [ADVANCE]
