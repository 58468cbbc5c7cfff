"""Who sits where and is to move, in which order something is refused, and which tap is only a second one."""

import asyncio

import pytest

from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.store.backend.database import Database
from bot.store.games import find_game
from bot.store.tables import Kind
from game import ADVANCE, Automa
from tests.matches.building import (
    FIRST,
    HELD,
    SECOND,
    THIRD,
    mover_of,
    new_match,
    new_solo_match,
    stored,
    told,
    told_moves,
    told_replies,
)
from tests.store.building import EVE, MINA, TOM

# --- who


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


async def test_the_seats_are_read_back_from_the_store(database: Database, matches: Matches) -> None:
    for match, player2 in ((await stored(database), TOM), (await stored(database, new_solo_match()), None)):
        row = await database.read(find_game, match.id)
        assert row is not None
        assert (row.player1, row.player2) == match.users == (MINA, player2)
        assert (await matches.load(match.id)).seats == match.seats


@pytest.mark.parametrize(("first", "user"), [(1, MINA), (2, TOM)])
def test_the_seat_to_move_has_its_user(first: int, user: int) -> None:
    match = new_match(first)
    assert (match.to_move, match.mover) == (first, user)
    after = told(match, "move", "+")
    assert (after.to_move, after.mover) == (3 - first, TOM if user == MINA else MINA)
    ended = told(match, "cancel")
    assert (ended.to_move, ended.mover) == (None, None)


def test_while_the_automa_is_to_move_no_user_is() -> None:
    match = new_solo_match()
    assert (match.to_move, match.mover) == (1, MINA)
    match = told(match, "move", "+")
    assert (match.to_move, match.mover) == (2, None)
    match = told_replies(match)
    assert (match.to_move, match.mover) == (1, MINA)


# --- what is refused first


def refusal(match: Match, user: int, revision: int | None) -> str:
    """Why `Match.check` refuses; nothing if it does not."""
    try:
        assert match.check(user, revision) == match.seat_of(user)
    except Refusal as refused:
        return refused.reason if refused.match is match else "of another match"
    return ""


def refusal_to_move(match: Match, user: int, revision: int) -> str:
    """Why `Match.check_move` refuses; nothing if it does not."""
    try:
        assert match.check_move(user, revision) == match.to_move == match.seat_of(user)
    except Refusal as refused:
        return refused.reason if refused.match is match else "of another match"
    return ""


@pytest.mark.parametrize("user", [MINA, TOM, EVE])
@pytest.mark.parametrize("revision", [0, 2, 3])
@pytest.mark.parametrize("kind", ["resign", "cancel", "claim", "close"])
def test_that_it_has_ended_is_said_first_to_all(user: int, revision: int, kind: Kind) -> None:
    match = told(told_moves(new_match(), HELD), kind)
    assert refusal(match, user, revision) == refusal(match, user, None) == "ended"
    assert refusal_to_move(match, user, revision) == "ended"


@pytest.mark.parametrize("revision", [0, 2, 3])
def test_a_spectator_is_told_so_whatever_they_have_seen(revision: int) -> None:
    match = told_moves(new_match(), HELD)
    for spectator in (EVE, 0):
        assert refusal(match, spectator, revision) == refusal(match, spectator, None) == "not_playing"
        assert refusal_to_move(match, spectator, revision) == "not_playing"


@pytest.mark.parametrize("user", [MINA, TOM])
@pytest.mark.parametrize("revision", [-1, 0, 1, 3])
def test_who_has_seen_an_older_state_is_told_so_before_whose_move_it_is(user: int, revision: int) -> None:
    match = told_moves(new_match(), HELD)
    assert refusal(match, user, revision) == refusal_to_move(match, user, revision) == "stale"


def test_last_it_matters_whose_move_it_is() -> None:
    match = told_moves(new_match(), HELD)
    assert [refusal_to_move(match, user, 2) for user in (MINA, TOM)] == ["not_your_move", ""]


@pytest.mark.parametrize("user", [MINA, TOM])
def test_who_plays_and_is_up_to_date_passes(user: int) -> None:
    match = told_moves(new_match(), HELD)
    assert refusal(match, user, 2) == refusal(match, user, None) == ""


def test_a_person_does_not_move_for_the_automa() -> None:
    match = told(new_solo_match(), "move", "+")
    assert refusal(match, MINA, 1) == ""
    assert refusal_to_move(match, MINA, 1) == "not_your_move"
    assert refusal_to_move(told_replies(match), MINA, 1) == "stale"


# --- a second tap on the same move


def test_the_newest_move_has_just_been_made() -> None:
    match = told_moves(new_match(), HELD)
    assert match.has_just_made(TOM, 1, SECOND)
    assert told(match, "move", "3N@A5").has_just_made(TOM, 2, THIRD)


def test_another_move_by_another_at_another_time_has_not() -> None:
    match = told_moves(new_match(), HELD)
    assert not match.has_just_made(TOM, 1, ADVANCE)
    assert not match.has_just_made(TOM, 1, None)
    for user in (MINA, EVE, 0):
        assert not match.has_just_made(user, 1, SECOND)
    for revision in (-1, 0, 2, 3):
        assert not match.has_just_made(TOM, revision, SECOND)
    assert not match.has_just_made(MINA, 0, FIRST)  # Tom has answered it


def test_before_the_first_move_nothing_has_been_made() -> None:
    assert not new_match().has_just_made(MINA, 0, FIRST)
    assert not new_match().has_just_made(MINA, -1, FIRST)


def test_what_was_undone_has_not_just_been_made_nor_what_stands_before_it() -> None:
    match = told(told_moves(new_match(), HELD + " 3N@A5"), "undo")
    for revision in range(5):
        assert not match.has_just_made(TOM, revision, THIRD)
        assert not match.has_just_made(TOM, revision, SECOND)


def test_made_again_after_an_undo_it_has_just_been_made_at_the_new_revision_only() -> None:
    match = told(told(told_moves(new_match(), HELD), "undo"), "move", "29N@A1")
    assert [match.has_just_made(TOM, revision, SECOND) for revision in range(5)] == [False, False, False, True, False]


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


@pytest.mark.slow
@pytest.mark.parametrize("begun", [new_match(), new_solo_match()])
async def test_both_taps_of_two_at_once_find_the_move_made(database: Database, matches: Matches, begun: Match) -> None:
    match = await stored(database, begun)
    for _ in range(6):
        revision, user = match.revision, mover_of(match)
        move = match.position.legal_moves[0]
        taps = (matches.play(match.id, revision, user, move) for _ in range(2))
        taken = await asyncio.gather(*taps, return_exceptions=True)
        first, second = sorted(taken, key=lambda result: isinstance(result, Refusal))
        assert isinstance(first, Match)
        assert isinstance(second, Refusal)
        assert second.reason == "stale"
        assert second.match == first
        assert first.has_just_made(user, revision, move)
        match = first
