"""Who sits where and is to move, in which order something is refused, and which tap is only a second one."""

from collections.abc import Callable
from itertools import product

import pytest

from bot.matches.match import Match, Refusal
from bot.store.tables import Kind
from game import ADVANCE, Automa
from tests.matches.building import FIRST, HELD, SECOND, THIRD, new_match, new_solo_match, told, told_moves, told_replies
from tests.store.building import EVE, MINA, TOM


@pytest.mark.parametrize("users", [(MINA, TOM), (TOM, MINA)])
def test_two_people_sit_at_their_seats(users: tuple[int, int]) -> None:
    match, (one, two) = new_match(users=users), users
    assert match.users == match.people == users
    assert not match.is_solo
    assert match.automa is None
    assert [match.seat_of(user) for user in (one, two, EVE, 0)] == [1, 2, None, None]
    assert [match.user_at(seat) for seat in (1, 2)] == [match.person_at(seat) for seat in (1, 2)] == [one, two]
    assert [match.opponent(user) for user in users] == [two, one]


def test_the_automa_is_nobodys_user() -> None:
    match = new_solo_match("master", "tactical")
    assert match.users == (MINA, None)
    assert match.people == (MINA,)
    assert match.is_solo
    assert match.automa == match.seats[1] == Automa("master", "tactical")
    assert [match.seat_of(user) for user in (MINA, TOM, 0)] == [1, None, None]
    assert [match.user_at(seat) for seat in (1, 2)] == [MINA, None]
    assert match.person_at(1) == MINA


def test_the_seat_to_move_has_its_user_unless_it_is_the_automas() -> None:
    for match, mover, after in (
        (new_match(1), (1, MINA), (2, TOM)),
        (new_match(2), (2, TOM), (1, MINA)),
        (new_solo_match(), (1, MINA), (2, None)),
    ):
        assert (match.to_move, match.mover) == mover
        moved = told(match, "move", "+")
        assert (moved.to_move, moved.mover) == after
    back = told_replies(moved)
    assert (back.to_move, back.mover) == (1, MINA)


def refusals(match: Match, user: int, revision: int) -> tuple[str, ...]:
    """Why a match refuses something to a user who has seen a revision, or whatever they have seen, and why a move;
    nothing where it does not.
    """

    def why(check: Callable[[], int]) -> str:
        try:
            assert check() == match.seat_of(user)
        except Refusal as refused:
            return refused.reason if refused.match is match else "of another match"
        return ""

    return (
        why(lambda: match.check(user, revision)),
        why(lambda: match.check(user)),
        why(lambda: match.check_move(user, revision)),
    )


@pytest.mark.parametrize("kind", ["resign", "cancel", "claim", "close"])
def test_that_it_has_ended_is_said_first_to_all(kind: Kind) -> None:
    match = told(told_moves(new_match(), HELD), kind)
    for user, revision in product((MINA, TOM, EVE), (0, 2, 3)):
        assert {*refusals(match, user, revision)} == {"ended"}


def test_then_that_somebody_does_not_play_then_that_it_is_stale_and_last_whose_move_it_is() -> None:
    match = told_moves(new_match(), HELD)
    for user, revision in product((EVE, 0), (0, 2, 3)):
        assert {*refusals(match, user, revision)} == {"not_playing"}
    for user, revision in product((MINA, TOM), (-1, 0, 1, 3)):
        assert refusals(match, user, revision) == ("stale", "", "stale")
    assert refusals(match, MINA, 2) == ("", "", "not_your_move")
    assert refusals(match, TOM, 2) == ("", "", "")
    solo = told(new_solo_match(), "move", "+")
    assert refusals(solo, MINA, 1) == ("", "", "not_your_move"), "nor does anybody move for the Automa"
    assert refusals(told_replies(solo), MINA, 1) == ("stale", "", "stale")


def test_the_newest_move_has_just_been_made_and_another_by_another_at_another_time_has_not() -> None:
    match = told_moves(new_match(), HELD)
    assert match.has_just_made(TOM, 1, SECOND)
    assert told(match, "move", "3N@A5").has_just_made(TOM, 2, THIRD)
    assert not match.has_just_made(TOM, 1, ADVANCE)
    assert not match.has_just_made(TOM, 1, None)
    for user in (MINA, EVE, 0):
        assert not match.has_just_made(user, 1, SECOND)
    for revision in (-1, 0, 2, 3):
        assert not match.has_just_made(TOM, revision, SECOND)
    assert not match.has_just_made(MINA, 0, FIRST)  # Tom has answered it
    assert not any(new_match().has_just_made(MINA, revision, FIRST) for revision in (-1, 0))


def test_after_an_undo_only_what_was_made_again_has_just_been_made() -> None:
    undone = told(told_moves(new_match(), HELD + " 3N@A5"), "undo")
    assert not any(undone.has_just_made(TOM, revision, move) for revision in range(5) for move in (SECOND, THIRD))
    again = told(told(told_moves(new_match(), HELD), "undo"), "move", "29N@A1")
    assert [again.has_just_made(TOM, revision, SECOND) for revision in range(5)] == [False, False, False, True, False]


@pytest.mark.parametrize("kind", ["takeback", "resign", "cancel", "claim", "close"])
def test_after_anything_else_no_move_has_just_been_made(kind: Kind) -> None:
    match = told(told_moves(new_match(), HELD + " +"), kind)
    for revision, (user, move) in enumerate([(MINA, FIRST), (TOM, SECOND), (TOM, ADVANCE)]):
        assert not match.has_just_made(user, revision, move)


def test_the_last_move_of_a_game_has_just_been_made_too() -> None:
    match = new_match()
    while not match.outcome:
        match = told(match, "move", str(match.position.legal_moves[0]) if match.position.leather else "+")
    last = match.plies[-1]
    assert match.has_just_made(match.person_at(last.seat), match.revision - 1, last.move)


def test_the_automas_replies_do_not_count() -> None:
    match, replies = new_solo_match(), []
    while not match.outcome:
        seen, move = match.revision, match.position.legal_moves[0]
        match = told(match, "move", str(move))
        assert match.has_just_made(MINA, seen, move)
        answered = told_replies(match)
        replies.append(answered.revision - match.revision)
        match = answered
        assert match.has_just_made(MINA, seen, move)
        assert not match.has_just_made(MINA, seen + 1, move)
        assert not match.has_just_made(TOM, seen, move)
        assert not match.has_just_made(MINA, seen, match.plies[-1].move if replies[-1] else None)
    assert {0, 1, 2} <= set(replies), "the Automa has none, one and several turns in a row"
