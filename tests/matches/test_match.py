"""The match that a log tells: moves, undo, the ends, and what may be taken back."""

from random import Random
from typing import cast

import pytest

from bot.matches.log import cache_of, match_from
from bot.matches.match import Match
from bot.matches.news import newly_sewn
from bot.matches.outcome import Outcome
from bot.store.games import GameRow, LogRow
from bot.store.tables import Kind
from game import IllegalMove
from game.squares import LAST
from tests.matches.building import HELD, new_match, random_move, told, told_moves


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


def test_a_game_is_finished_when_both_stand_on_the_last_space() -> None:
    match = new_match()
    while not match.outcome:
        match = told(match, "move", str(match.position.legal_moves[0]) if match.position.leather else "+")
    assert [player.space for player in match.position.players] == [LAST, LAST]
    last = match.plies[-1]
    assert match.outcome == Outcome("finished", winner=match.position.winner, by=last.seat)
    assert (match.to_move, match.mover) == (None, None)
    assert match.winner == match.position.winner in (1, 2)
    assert cache_of(match).to_move is None
    assert match.record.headers == ()


@pytest.mark.parametrize("seed", range(30))
def test_what_a_log_tells_is_the_same_however_it_is_read(seed: int) -> None:
    matches, events, held = random_events(seed, 4 * seed)
    last = matches[-1]
    assert last.revision == len(events)
    assert match_from(row_of(last), events) == last
    for number in {0, 1, len(events) // 2, len(events) - 1, len(events)} & {*range(len(events) + 1)}:
        assert matches[number].after(*events[number:]) == last
    assert last.after() is last
    for match, hand in zip(matches, held, strict=True):  # one takes back what one did since the hand-over
        assert (str(match.undoable.move) if match.undoable else None) == (hand[-1] if hand else None)


def test_a_move_of_the_log_is_checked_by_the_rules_and_leaves_the_match_as_it_was() -> None:
    match = told_moves(new_match(), "21N@A1")
    events = [LogRow(2, "move", 2, "29N@A1", 0), LogRow(3, "move", 2, "29N@A1", 0)]
    with pytest.raises(IllegalMove):
        match.after(*events)
    assert match == told_moves(new_match(), "21N@A1")
    with pytest.raises(ValueError, match="unknown kind: dance"):
        told(new_match(), cast(Kind, "dance"))
