"""The match that a log tells: moves, undo, the ends, and what may be taken back."""

from dataclasses import replace
from random import Random
from typing import cast

import pytest

from bot.matches.log import cache_of, match_from
from bot.matches.match import Match
from bot.matches.news import newly_sewn, next_card
from bot.matches.outcome import Outcome
from bot.store.games import GameRow, LogRow
from bot.store.tables import Kind
from game import IllegalMove, Record, parse_move, parse_record
from game.squares import LAST
from tests.matches.building import HELD, new_match, new_solo_match, random_move, told, told_moves
from tests.store.building import EVE, MINA, TOM


def moves_of(match: Match) -> str:
    return " ".join(str(ply.move) for ply in match.plies)


def row_of(match: Match) -> GameRow:
    """The row of a game in the store, with a cache that is not to be read."""
    one, two = match.people
    where = (match.id, match.guild_id, match.channel_id, one, two)
    begun = (str(match.setup), match.language, match.created_at, None, None)
    return GameRow(*where, *begun, revision=77, to_move=None, ending="closed")


def random_events(seed: int, length: int) -> tuple[list[Match], list[LogRow], list[list[str]]]:
    """Random events of one game: the matches, the events, and after each the moves made since the last hand-over.

    The third is told apart from the code under test: a plain list that an undo shortens and a hand-over empties.
    """
    rng = Random(seed)
    matches = [new_match(rng.choice((1, 2)), track=rng.choice(("classic", "revised")))]
    events: list[LogRow] = []
    held: list[list[str]] = [[]]
    while len(events) < length and not matches[-1].outcome:
        match, hand = matches[-1], held[-1]
        seat = match.position.turn
        if hand and rng.random() < 0.35:
            event = LogRow(len(events) + 1, "undo", seat, hand[-1], 0)
            hand = hand[:-1]
        elif rng.random() < 0.003:
            event = LogRow(len(events) + 1, rng.choice(("resign", "cancel")), rng.choice((1, 2)), "", 0)
        else:
            event = LogRow(len(events) + 1, "move", seat, str(random_move(rng, match)), 0)
            hand = [*hand, event.text]
        after = match.after(event)
        events.append(event)
        matches.append(after)
        held.append(hand if after.position.turn == seat and not after.outcome else [])
    return matches, events, held


# --- moves


def test_before_the_first_event() -> None:
    match = new_match(2)
    assert (match.revision, match.plies, match.last_kind) == (0, (), None)
    assert match.position == match.setup.start
    assert (match.mover, match.outcome, match.winner, match.undoable) == (TOM, None, None, None)


def test_moves_are_played_in_turn() -> None:
    text = HELD + " 3N@A5 + 1N@A5"
    match = told_moves(new_match(), text)
    position = new_match().position
    for move in text.split():
        position = position.play(parse_move(move)).position
    assert match.position == position
    assert moves_of(match) == text
    assert [ply.seat for ply in match.plies] == [1, 2, 2, 2, 1]


def test_plies_keep_what_came_of_the_move() -> None:
    (ply,) = told_moves(new_match(), "21N@A1").plies
    assert ply.step == new_match().position.play(ply.move)


def test_a_move_of_the_log_is_checked_by_the_rules() -> None:
    with pytest.raises(IllegalMove):
        told_moves(new_match(), "21N@A1 21N@A1")


def test_an_unknown_kind_of_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown kind: dance"):
        told(new_match(), cast(Kind, "dance"))


def test_a_match_is_a_value() -> None:
    match = new_match()
    told(match, "move", "+")
    assert match == new_match()


def test_seats() -> None:
    match = new_match()
    assert [match.seat_of(user) for user in (MINA, TOM, EVE, 0)] == [1, 2, None, None]


# --- undo


def test_an_undo_takes_the_last_ply_back_and_counts_as_an_event() -> None:
    match = told(told_moves(new_match(), HELD + " 3N@A5"), "undo")
    assert (match.revision, match.last_kind) == (4, "undo")
    assert moves_of(match) == HELD


def test_after_an_undo_the_game_stands_as_before_but_for_its_revision() -> None:
    before = told_moves(new_match(), HELD)
    after = told(told(before, "move", "3N@A5"), "undo")
    assert replace(after, revision=before.revision, last_kind=before.last_kind) == before


def test_consecutive_turns_are_taken_back_step_by_step() -> None:
    match = told_moves(new_match(), HELD + " 3N@A5")
    assert [ply.seat for ply in match.plies] == [1, 2, 2]
    for text in ("3N@A5", "29N@A1"):
        assert match.undoable is not None
        assert str(match.undoable.move) == text
        match = told(match, "undo")
    assert match.undoable is None  # the next one is Mina's
    assert (moves_of(match), match.mover) == ("21N@A1", TOM)


def test_the_hand_over_ends_it() -> None:
    match = told_moves(new_match(), HELD + " 3N@A5 +")
    assert (match.mover, match.undoable) == (MINA, None)


def test_a_leather_patch_to_sew_keeps_the_move() -> None:
    match = leather_pending()
    seat, ply = match.position.leather, match.plies[-1]
    assert match.position.token != seat  # only the patch keeps the move with the seat
    assert match.undoable == ply
    sewn = told(match, "move", str(match.position.legal_moves[0]))
    assert sewn.position.turn == 3 - seat
    assert sewn.undoable is None
    assert told(match, "undo").position.leather == 0


def test_new_is_what_was_sewn_since_the_turn_passed() -> None:
    match = new_match()
    assert newly_sewn(match) == ((), 0)
    shown = []
    for move in (HELD + " 3N@A5 +").split():
        match = told(match, "move", move)
        new, seat = newly_sewn(match)
        shown.append((" ".join(map(str, new)), seat))
    assert shown == [("21N@A1", 1), ("29N@A1", 2), ("29N@A1 3N@A5", 2), ("29N@A1 3N@A5", 2)]
    assert newly_sewn(told(match, "undo")) == newly_sewn(match)


def leather_pending() -> Match:
    """Both only advance, until one crosses a leather patch."""
    match = new_match()
    while not match.position.leather:
        match = told(match, "move", "+")
    return match


def test_nothing_can_be_taken_back_at_the_end() -> None:
    for kind in ("resign", "cancel"):
        match = told_moves(new_match(), HELD)
        assert match.undoable is not None
        assert told(match, kind).undoable is None


@pytest.mark.parametrize("seed", range(25))
def test_one_can_take_back_exactly_what_one_did_since_the_hand_over(seed: int) -> None:
    matches, _, held = random_events(seed, 60)
    for match, hand in zip(matches, held, strict=True):
        assert (str(match.undoable.move) if match.undoable else None) == (hand[-1] if hand else None)


# --- the ends


def finished() -> Match:
    match = new_match()
    while not match.outcome:
        match = told(match, "move", str(match.position.legal_moves[0]) if match.position.leather else "+")
    return match


def test_a_game_is_finished_when_both_stand_on_the_last_space() -> None:
    match = finished()
    assert [player.space for player in match.position.players] == [LAST, LAST]
    last = match.plies[-1]
    assert match.outcome == Outcome("finished", winner=match.position.winner, by=last.seat)
    assert (match.to_move, match.mover) == (None, None)
    assert match.winner == match.position.winner in (1, 2)
    assert cache_of(match).to_move is None


@pytest.mark.parametrize("seat", [1, 2])
def test_who_resigns_loses_whoever_has_the_move(seat: int) -> None:
    match = told(told_moves(new_match(), "+"), "resign", seat=seat)
    assert (match.outcome, match.winner) == (Outcome("resigned", winner=3 - seat, by=seat), 3 - seat)
    assert (match.to_move, match.mover) == (None, None)
    assert moves_of(match) == "+"


def test_a_cancelled_game_has_no_winner() -> None:
    match = told(told_moves(new_match(), "+"), "cancel", "1", seat=2)
    assert (match.outcome, match.winner, match.mover) == (Outcome("cancelled", by=2), None, None)


# --- records and replay


def test_the_record_says_how_the_game_ended() -> None:
    match = told_moves(new_match(2, track="revised"), HELD)
    assert match.record == Record(match.setup, tuple(ply.move for ply in match.plies))
    assert told(match, "resign", seat=1).record.headers == (("Result", "resign 1"),)
    assert told(match, "cancel").record.headers == (("Result", "cancelled"),)
    assert finished().record.headers == ()


@pytest.mark.parametrize("seed", range(40))
def test_a_replayed_log_gives_the_same_match(seed: int) -> None:
    matches, events, _ = random_events(seed, 5 * seed)
    match = matches[-1]
    assert match_from(row_of(match), events) == match
    assert match.revision == len(events)


@pytest.mark.parametrize("seed", range(20))
def test_many_events_at_once_tell_the_same_as_one_by_one(seed: int) -> None:
    matches, events, _ = random_events(seed, 4 * seed)
    for told_first in {0, 1, len(events) // 2, len(events) - 1, len(events)} & set(range(len(events) + 1)):
        assert matches[told_first].after(*events[told_first:]) == matches[-1]
    assert matches[-1].after() is matches[-1]


@pytest.mark.parametrize(
    ("moves", "rest"),
    [
        ("21N@A1 29N@A1 +", [("takeback", 1, "+"), ("move", 2, "3N@A5"), ("undo", 2, "3N@A5"), ("resign", 1, "")]),
        ("21N@A1", [("takeback", 2, "21N@A1"), ("move", 1, "+"), ("claim", 1, "left")]),
        ("21N@A1", [("takeback", 2, "21N@A1")]),
        ("21N@A1 29N@A1", [("undo", 2, "29N@A1"), ("close", 0, "idle")]),
        ("+", [("cancel", 1, "2")]),
        ("+", [("claim", 1, "")]),
    ],
)
def test_so_do_all_kinds_of_them(moves: str, rest: list[tuple[Kind, int, str]]) -> None:
    told_of: list[tuple[Kind, int, str]] = [("move", 0, move) for move in moves.split()]
    told_of += rest
    match, events = new_match(), []
    for number, (kind, seat, text) in enumerate(told_of, 1):
        events.append(LogRow(number, kind, seat or match.position.turn, text, 1_000 + number))
        match = match.after(events[-1])
    assert new_match().after(*events) == match
    assert (match.revision, match.last_kind) == (len(events), rest[-1][0])


def test_so_does_a_solo_game_with_all_its_replies() -> None:
    match, events, rng = new_solo_match(), [], Random(1)
    while not match.outcome:
        card = next_card(match)
        move = str(random_move(rng, match)) if match.mover else f"#{card.number if card else 0}"
        events.append(LogRow(match.revision + 1, "move", match.position.turn, move, 0))
        match = match.after(events[-1])
    assert new_solo_match().after(*events) == match
    assert match.outcome.termination == "finished"


def test_a_mistake_among_many_events_leaves_the_match_as_it_was() -> None:
    match = told_moves(new_match(), "21N@A1")
    events = [LogRow(2, "move", 2, "29N@A1", 0), LogRow(3, "move", 2, "29N@A1", 0)]
    with pytest.raises(IllegalMove):
        match.after(*events)
    assert match == told_moves(new_match(), "21N@A1")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_the_position_is_that_of_the_record_at_every_event(seed: int) -> None:
    matches, _, _ = random_events(seed, 40)
    for match in matches:
        steps = list(parse_record(str(match.record)).steps())
        assert [ply.step for ply in match.plies] == steps
        assert match.position == (steps[-1].position if steps else match.setup.start)


def test_a_row_without_events_gives_a_game_before_its_first_move() -> None:
    match = replace(new_match(2), id=7)
    assert match_from(row_of(match), []) == match
