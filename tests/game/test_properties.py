"""What holds in every game, whatever the ring and the moves."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import game
from game import ADVANCE, PATCHES, Advance, Automa, Move, Placement, Position, Record, Reveal, Setup, other
from game.automa import DECKS, LEVELS
from game.facts import Advanced, BonusTaken, GameOver, Income, LeatherSewed, LeatherWon, Sewed
from game.patches import LEATHER
from game.placements import PLACEMENTS
from game.position import start

SQUARES = 81
tracks = st.sampled_from(["classic", "revised"])
rings = st.permutations(range(1, 33)).map(lambda ids: (*ids, 0))
setups = st.builds(Setup, tracks, rings, st.sampled_from([1, 2]))
automas = st.builds(Automa, st.sampled_from(LEVELS), st.sampled_from(list(DECKS)))
all_setups = setups | st.builds(Setup, tracks, rings, st.just(1), automas)


@st.composite
def records(draw: st.DrawFn, shortest: int = 0, of: st.SearchStrategy[Setup] = setups) -> Record:
    """A game played for some plies, or to its end, by a player who advances more or less often."""
    setup = draw(of)
    plies = draw(st.integers(shortest, 130))
    hurry = draw(st.sampled_from([0, 0.1, 0.5]))
    rng = Random(draw(st.integers(0, 2**32)))
    position = setup.start
    moves: list[Move] = []
    while len(moves) < plies and not position.over:
        legal = position.legal_moves
        moves.append(ADVANCE if ADVANCE in legal and rng.random() < hurry else rng.choice(legal))
        position = position.play(moves[-1]).position
    return Record(setup, tuple(moves))


all_records = records(of=all_setups)
"""Games of two and games against the Automa."""

positions = all_records.map(lambda record: [record.setup.start, *(step.position for step in record.steps())][-1])
whole_games = records(shortest=130)


@pytest.mark.slow
@given(records())
def test_the_166_squares_of_the_patches_are_in_the_ring_or_sewn(record: Record) -> None:
    for step in record.steps():
        sewn = [one.patch for player in step.position.players for one in player.quilt.patches]
        from_ring = [patch.id for patch in sewn if patch is not LEATHER]
        assert sorted((*step.position.ring, *from_ring)) == list(range(33))
        assert sum(PATCHES[id].size for id in (*step.position.ring, *from_ring)) == 166
        for player in step.position.players:
            patches = player.quilt.patches
            assert player.quilt.empty == SQUARES - sum(one.patch.size for one in patches)
            assert player.income == sum(one.patch.income for one in patches)
            assert not any(one.mask & player.quilt.free for one in patches)
            assert player.buttons >= 0


@pytest.mark.slow
@given(records())
def test_what_happened_is_the_difference_of_the_positions(record: Record) -> None:
    position = record.setup.start
    for move, step in zip(record.moves, record.steps(), strict=True):
        seat = position.turn
        before, after = position.player(seat), step.position.player(seat)
        earned, spaces, sewn, lost = 0, 0, 0, 0
        for fact in step.facts:
            match fact:
                case Advanced(who, spaces):
                    assert (who, move) == (seat, ADVANCE)
                    earned += spaces
                case Sewed(who, placement):
                    assert (who, placement) == (seat, move)
                    spaces = min(placement.patch.time, 53 - before.space)
                    earned -= placement.patch.cost
                    sewn += placement.patch.size
                case LeatherSewed(who, placement):
                    assert (who, placement, position.leather) == (seat, move, seat)
                    sewn += 1
                case Income(who, space, buttons):
                    assert who == seat
                    assert before.space < space <= after.space
                    assert buttons == after.income
                    earned += buttons
                case LeatherWon(who, space, kept):
                    assert who == seat
                    assert space in position.leather_left
                    assert space not in step.position.leather_left
                    assert kept == (step.position.leather == seat) == (after.quilt.empty > 0)
                    lost += 1
                case BonusTaken(who):
                    assert (position.bonus, step.position.bonus, who) == (0, seat, seat)
                case GameOver(winner):
                    assert winner == step.position.winner
        assert after.buttons - before.buttons == earned
        assert after.space - before.space == spaces
        assert before.quilt.empty - after.quilt.empty == sewn
        assert step.position.player(other(seat)) == position.player(other(seat))
        assert len(position.leather_left) - len(step.position.leather_left) == lost <= 1
        assert sum(isinstance(fact, Income) for fact in step.facts) <= 2
        assert any(isinstance(fact, GameOver) for fact in step.facts) == step.position.over
        assert any(isinstance(fact, BonusTaken) for fact in step.facts) == (position.bonus != step.position.bonus)
        position = step.position


@pytest.mark.slow
@given(whole_games)
def test_every_game_ends_with_a_winner_and_no_leather_pending(record: Record) -> None:
    *steps, last = record.steps()
    assert not any(step.position.over for step in steps)
    assert last.position.over
    assert last.position.winner in (1, 2)
    assert last.position.leather == 0
    assert last.position.leather_left == []
    assert not last.position.legal_moves
    won = sum(isinstance(fact, LeatherWon) for step in (*steps, last) for fact in step.facts)
    assert won == 5


@pytest.mark.slow
@given(records())
def test_the_next_token_is_never_ahead_and_advance_is_always_possible_before_the_end(record: Record) -> None:
    for position in (record.setup.start, *(step.position for step in record.steps())):
        assert position.player(position.token).space <= position.player(other(position.token)).space
        assert (ADVANCE in position.legal_moves) == (not position.over and not position.leather)
        if position.leather:
            assert position.leather != position.token
            assert position.legal_moves


@pytest.mark.slow
@given(positions)
@settings(max_examples=25)
def test_every_legal_move_plays_and_every_other_is_refused_and_changes_nothing(position: Position) -> None:
    legal, untouched = set(position.legal_moves), game.parse_position(str(position))
    every: tuple[Move, ...] = (ADVANCE, *map(Reveal, range(1, 25)), *PLACEMENTS)
    assert legal <= set(every)
    for move in every:
        assert (move in position.legal_moves) == (move in legal)
        if move in legal:
            assert position.play(move).position != position
        else:
            with pytest.raises(game.IllegalMove):
                position.play(move)
    assert position == untouched


@pytest.mark.slow
@given(positions)
def test_positions_parse_back(position: Position) -> None:
    assert game.parse_position(str(position)) == position
    assert hash(game.parse_position(str(position))) == hash(position)


@pytest.mark.slow
@given(all_records)
def test_records_parse_back(record: Record) -> None:
    assert game.parse_record(str(record)) == record
    assert game.parse_record(str(record).replace("\n", "\r\n")) == record
    assert list(game.parse_records(f"{record}\n\n{record}")) == [record, record]


@given(st.sampled_from([ADVANCE, *map(Reveal, range(1, 25)), *PLACEMENTS]))
def test_moves_parse_back(move: Advance | Reveal | Placement) -> None:
    assert game.parse_move(str(move)) == move


# --- arbitrary text: half of it nearly right ---


def splice(text: str, place: int, cut: int, put: str) -> str:
    place %= len(text) + 1
    return text[:place] + put + text[place + cut :]


def nearly(right: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(splice, right, st.integers(0, 10**6), st.integers(0, 3), pieces)


PIECES = ["\n", "\r\n", "\n\n", " ", "+", "#13", "*D5", "17E@C4", "[Track", '[First "1"]', "[", "]", '"', ",", "/", "="]
LONGER = ['[Automa "fellow normal"]', "token=2", "leather=2", "9" * 5000]
pieces = st.lists(st.sampled_from([*PIECES, *LONGER]) | st.text(max_size=3)).map("".join)


@pytest.mark.slow
@given(st.text() | st.from_regex(r"\A[0-9]{1,3}[NESWnesw]@[A-J][0-9]{1,2}\Z") | pieces)
@settings(max_examples=300)
def test_no_text_makes_parse_move_fail_otherwise_than_with_bad_text(text: str) -> None:
    try:
        move = game.parse_move(text)
    except game.BadText:
        return
    assert game.parse_move(str(move)) == move


@pytest.mark.slow
@given(st.text() | pieces | nearly(all_records.map(str)))
@settings(max_examples=300)
def test_no_text_makes_parse_record_fail_otherwise_than_with_bad_record_in_one_line(text: str) -> None:
    try:
        record = game.parse_record(text)
    except game.BadRecord as error:
        sentence = str(error)
    else:
        assert game.parse_record(str(record)) == record
        sentence = ""
    assert len(sentence.splitlines()) <= 1
    with suppress(game.BadRecord):
        for record in game.parse_records(f"{text}\n\n{text}"):
            assert game.parse_record(str(record)) == record


@pytest.mark.slow
@given(st.text() | pieces | nearly(positions.map(str)))
@settings(max_examples=300)
def test_no_text_makes_parse_position_fail_otherwise_than_with_bad_text(text: str) -> None:
    try:
        position = game.parse_position(text)
    except game.BadText:
        return
    assert game.parse_position(str(position)) == position
    assert bool(position.legal_moves) == (not position.over)
    for move in position.legal_moves:
        assert all(player.buttons >= 0 for player in position.play(move).position.players)


@pytest.mark.slow
@given(st.permutations(range(33)), st.integers(0, 32))
def test_a_ring_may_be_written_from_anywhere(ring: list[int], turned: int) -> None:
    assert start("classic", ring[turned:] + ring[:turned]) == start("classic", ring)
