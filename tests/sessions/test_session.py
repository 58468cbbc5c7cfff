"""The session that a log tells: moves, undo, the ends, and what may be taken back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.sessions.session import Session, session_from
from bot.store.games import GameRow, LogRow
from game import IllegalMove, Record, parse_move, parse_record
from game.timeboard import LAST
from tests.sessions.building import HELD, new_session, random_move, told, told_moves
from tests.store.building import CHANNEL, EVE, GUILD, MINA, TOM


def moves_of(session: Session) -> str:
    return " ".join(str(ply.move) for ply in session.plies)


def row_of(session: Session) -> GameRow:
    """The row of a game in the store."""
    where = (session.id, session.guild_id, session.channel_id, *session.users)
    cache = session.cache
    return GameRow(
        *where, str(session.setup), session.language, session.created_at, None, None, session.revision, cache.position,
        cache.mover, cache.ending,
    )  # fmt: skip


def random_events(seed: int, length: int) -> tuple[list[Session], list[LogRow], list[list[str]]]:
    """Random events of one game: the sessions, the events, and after each the moves made since the last hand-over.

    The third is told apart from the code under test: a plain list that an undo shortens and a hand-over empties.
    """
    rng = Random(seed)
    sessions = [new_session(rng.choice((1, 2)), track=rng.choice(("classic", "revised")))]
    events: list[LogRow] = []
    held: list[list[str]] = [[]]
    while len(events) < length and not sessions[-1].ending:
        session, hand = sessions[-1], held[-1]
        seat = session.position.turn
        if hand and rng.random() < 0.35:
            event = LogRow(len(events) + 1, "undo", seat, hand[-1], 0)
            hand = hand[:-1]
        elif rng.random() < 0.003:
            event = LogRow(len(events) + 1, rng.choice(("resign", "cancel")), rng.choice((1, 2)), "", 0)
        else:
            event = LogRow(len(events) + 1, "move", seat, str(random_move(rng, session)), 0)
            hand = [*hand, event.text]
        after = session.after(event)
        events.append(event)
        sessions.append(after)
        held.append(hand if after.position.turn == seat and not after.ending else [])
    return sessions, events, held


# --- moves


def test_before_the_first_event() -> None:
    session = new_session(2)
    assert (session.revision, session.plies, session.last_kind) == (0, (), "")
    assert session.position == session.setup.start
    assert (session.mover, session.ending, session.winner, session.undoable) == (TOM, None, None, None)


def test_moves_are_played_in_turn() -> None:
    text = HELD + " 3N@A5 + 1N@A5"
    session = told_moves(new_session(), text)
    position = new_session().position
    for move in text.split():
        position = position.play(parse_move(move)).position
    assert session.position == position
    assert moves_of(session) == text
    assert [ply.seat for ply in session.plies] == [1, 2, 2, 2, 1]


def test_plies_keep_what_came_of_the_move() -> None:
    (ply,) = told_moves(new_session(), "21N@A1").plies
    assert ply.step == new_session().position.play(ply.move)


def test_a_move_of_the_log_is_checked_by_the_rules() -> None:
    with pytest.raises(IllegalMove):
        told_moves(new_session(), "21N@A1 21N@A1")


def test_an_unknown_kind_of_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown kind: dance"):
        told(new_session(), "dance")


def test_a_session_is_a_value() -> None:
    session = new_session()
    told(session, "move", "+")
    assert session == new_session()


def test_seats() -> None:
    session = new_session()
    assert [session.seat_of(user) for user in (MINA, TOM, EVE, 0)] == [1, 2, 0, 0]


# --- undo


def test_an_undo_takes_the_last_ply_back_and_counts_as_an_event() -> None:
    session = told(told_moves(new_session(), HELD + " 3N@A5"), "undo")
    assert (session.revision, session.last_kind) == (4, "undo")
    assert moves_of(session) == HELD


def test_after_an_undo_the_game_stands_as_before_but_for_its_revision() -> None:
    before = told_moves(new_session(), HELD)
    after = told(told(before, "move", "3N@A5"), "undo")
    assert replace(after, revision=before.revision, last_kind=before.last_kind) == before


def test_consecutive_turns_are_taken_back_step_by_step() -> None:
    session = told_moves(new_session(), HELD + " 3N@A5")
    assert [ply.seat for ply in session.plies] == [1, 2, 2]
    for text in ("3N@A5", "29N@A1"):
        assert session.undoable is not None
        assert str(session.undoable.move) == text
        session = told(session, "undo")
    assert session.undoable is None  # the next one is Mina's
    assert (moves_of(session), session.mover) == ("21N@A1", TOM)


def test_the_hand_over_ends_it() -> None:
    session = told_moves(new_session(), HELD + " 3N@A5 +")
    assert (session.mover, session.undoable) == (MINA, None)


def test_a_leather_patch_to_sew_keeps_the_move() -> None:
    session = leather_pending()
    seat, ply = session.position.leather, session.plies[-1]
    assert session.position.token != seat  # only the patch keeps the move with the seat
    assert session.undoable == ply
    sewn = told(session, "move", str(session.position.legal_moves[0]))
    assert sewn.position.turn == 3 - seat
    assert sewn.undoable is None
    assert told(session, "undo").position.leather == 0


def leather_pending() -> Session:
    """Both only advance, until one crosses a leather patch."""
    session = new_session()
    while not session.position.leather:
        session = told(session, "move", "+")
    return session


def test_nothing_can_be_taken_back_at_the_end() -> None:
    for kind in ("resign", "cancel"):
        session = told_moves(new_session(), HELD)
        assert session.undoable is not None
        assert told(session, kind).undoable is None


@pytest.mark.parametrize("seed", range(25))
def test_one_can_take_back_exactly_what_one_did_since_the_hand_over(seed: int) -> None:
    sessions, _, held = random_events(seed, 60)
    for session, hand in zip(sessions, held, strict=True):
        assert (str(session.undoable.move) if session.undoable else None) == (hand[-1] if hand else None)


# --- the ends


def finished() -> Session:
    session = new_session()
    while not session.ending:
        session = told(session, "move", str(session.position.legal_moves[0]) if session.position.leather else "+")
    return session


def test_a_game_is_finished_when_both_stand_on_the_last_space() -> None:
    session = finished()
    assert [player.space for player in session.position.players] == [LAST, LAST]
    assert (session.ending, session.ended_by, session.mover) == ("finished", 0, 0)
    assert session.winner == session.position.winner in (1, 2)
    assert session.cache.mover == 0


@pytest.mark.parametrize("seat", [1, 2])
def test_who_resigns_loses_whoever_has_the_move(seat: int) -> None:
    session = told(told_moves(new_session(), "+"), "resign", seat=seat)
    assert (session.ending, session.ended_by, session.winner, session.mover) == ("resigned", seat, 3 - seat, 0)
    assert moves_of(session) == "+"


def test_a_cancelled_game_has_no_winner() -> None:
    session = told(told_moves(new_session(), "+"), "cancel", "1", seat=2)
    assert (session.ending, session.ended_by, session.winner, session.mover) == ("cancelled", 2, None, 0)


# --- records and replay


def test_the_record_says_how_the_game_ended() -> None:
    session = told_moves(new_session(2, track="revised"), HELD)
    assert session.record == Record(session.setup, tuple(ply.move for ply in session.plies))
    assert told(session, "resign", seat=1).record.headers == (("Result", "resign 1"),)
    assert told(session, "cancel").record.headers == (("Result", "cancelled"),)
    assert finished().record.headers == ()


@pytest.mark.parametrize("seed", range(40))
def test_a_replayed_log_gives_the_same_session(seed: int) -> None:
    sessions, events, _ = random_events(seed, 5 * seed)
    session = sessions[-1]
    assert session_from(row_of(session), events) == session
    assert session.revision == len(events)


@pytest.mark.parametrize("seed", range(25))
def test_the_position_is_that_of_the_record_at_every_event(seed: int) -> None:
    sessions, _, _ = random_events(seed, 40)
    for session in sessions:
        steps = list(parse_record(str(session.record)).steps())
        assert [ply.step for ply in session.plies] == steps
        assert session.position == (steps[-1].position if steps else session.setup.start)


def test_a_row_without_events_gives_a_game_before_its_first_move() -> None:
    row = GameRow(7, GUILD, CHANNEL, MINA, TOM, str(new_session(2).setup), "en", 1_000, None, None, 0, "", TOM, None)
    assert session_from(row, []) == replace(new_session(2), id=7)
