"""Leather patches."""

import pytest

from game import ADVANCE, PATCHES, Position
from game.facts import Income, LeatherSewed, LeatherWon
from game.squares import LEATHER_SPACES, bits, square_name
from tests.game.building import FULL, after, facts, placement, refused, seat, table

# patch 1: ### 2 buttons, 2 time · 3: 1 time · 4: #### 3 buttons, 3 time

BOTH = [(track, space) for track, spaces in LEATHER_SPACES.items() for space in spaces]


def before(space: int, track: str = "classic") -> Position:
    """Seat 1 stands two spaces before a leather patch, seat 2 one space before it."""
    return table(seat(space - 2), seat(space - 1), track=track)


@pytest.mark.parametrize(("track", "space"), BOTH)
def test_the_token_that_lands_on_a_leather_patch_or_passes_it_takes_it(track: str, space: int) -> None:
    won = after(before(space, track), "1N@A1")
    assert won.leather == 1
    assert space not in won.leather_left
    assert LeatherWon(1, space, True) in facts(table(seat(space - 1), seat(space - 1), track=track), "1N@A1")


@pytest.mark.parametrize(
    ("position", "move", "spaces"),
    [
        (before(38, "classic"), "1N@A1", []),  # it lies there in the other layout
        (before(20, "revised"), "1N@A1", []),
        (table(seat(16), seat(19)), "+", [20]),
        (after(before(20), "1N@A1 *I9"), "2N@A1", []),  # seat 1, on 20, was the first to cross it; seat 2 goes to 22
        (table(seat(19), seat(24)), "1N@A1", []),
        (table(seat(18), seat(20)), "1N@A1", []),  # lands on the opponent who took it
        (table(seat(24), seat(25)), "1N@A1", [26]),  # passes the opponent
        (table(seat(18), seat(19, diagram=FULL)), "1N@A1", [20]),
    ],
)
def test_only_the_first_token_to_cross_it_takes_it(position: Position, move: str, spaces: list[int]) -> None:
    assert [fact.space for fact in facts(position, move) if isinstance(fact, LeatherWon)] == spaces
    assert after(position, move).leather == bool(spaces)


def test_it_goes_onto_any_free_square_and_no_other() -> None:
    won = after(before(20), "1N@A1")
    free = won.player(1).quilt.free
    assert [str(move) for move in won.legal_moves] == [f"*{square_name(square)}" for square in bits(free)]
    assert len(won.legal_moves) == 81 - 3
    error = refused(won, "*C1")
    assert (error.reason, error.values) == ("does_not_fit", {"square": "C1"})


def test_it_may_not_be_declined_while_a_square_is_free() -> None:
    won = after(before(20), "1N@A1")
    assert ADVANCE not in won.legal_moves
    for move in ("+", "2N@A2"):
        error = refused(won, move)
        assert (error.reason, error.values) == ("leather_first", {"seat": 1})
    assert won.refusal(PATCHES[2]) is not None


def test_the_seat_that_won_it_sews_it_on_its_own_quilt() -> None:
    won = after(table(seat(19), seat(18)), "1N@A1")
    assert (won.leather, won.turn, won.token) == (2, 2, 1)
    sewn = won.play(placement("*E5"))
    assert sewn.facts == (LeatherSewed(2, placement("*E5")),)
    assert sewn.position.player(2).quilt.patches == [placement("1N@A1"), placement("*E5")]
    assert sewn.position.player(1).quilt.patches == []


def test_with_a_full_quilt_it_is_discarded_with_no_ply_and_no_choice() -> None:
    position = table(seat(16, diagram=FULL), seat(19))
    assert LeatherWon(1, 20, False) in facts(position, "+")
    lost = after(position, "+")
    assert (lost.leather, lost.turn) == (0, 2)
    assert 20 not in lost.leather_left
    assert after(lost, "1N@A1").leather == 0  # nor does the opponent get it (19 to 21)


def test_a_quilt_filled_by_the_patch_that_moved_the_token_is_full_already() -> None:
    room_for_three = "...###### " + "######### " * 8
    lost = facts(table(seat(18, diagram=room_for_three), seat(19)), "1N@A1")
    assert LeatherWon(1, 20, False) in lost
    room_for_four = "....##### " + "######### " * 8
    won = after(table(seat(18, diagram=room_for_four), seat(19)), "1N@A1")
    assert [str(move) for move in won.legal_moves] == ["*D1"]


def test_income_and_leather_happen_in_the_order_of_the_spaces() -> None:
    assert [type(fact) for fact in facts(table(seat(19), seat(22)), "+")[1:]] == [Income]  # leather 20 is gone
    position = table(seat(17, buttons=7), seat(17), (10, 1, 2))  # patch 10 moves 6: leather 20, income 23
    assert facts(position, "10N@A1")[1:] == (LeatherWon(1, 20, True), Income(1, 23, 3))
    position = table(seat(28, buttons=7), seat(28), (10, 1, 2))  # income 29, leather 32
    assert facts(position, "10N@A1")[1:] == (Income(1, 29, 3), LeatherWon(1, 32, True))
