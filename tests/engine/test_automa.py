"""The model of the Automa knows no rules of its own, and the search against it draws nothing at random."""

from functools import partial
from random import Random

import pytest

from engine.automa.state import Solo, cards_left, encode, is_won, margin, reveal
from engine.automa.value import honest, own_share, value
from engine.moves import root_moves
from engine.search import think
from engine.spots import good_spots
from engine.state import State, is_over
from engine.value import UNIT
from game import ADVANCE, Placement, Position, Reveal
from game.automa import DECKS, LEVELS
from tests.engine.playing import leather_settled, played, tidy_solo
from tests.game.building import random_solo, seat, solo

PAIRS = [(level, deck) for level in LEVELS for deck in DECKS]
TRACKS = ("classic", "revised")


def positions_of(seed: int) -> list[Position]:
    """The positions of a random game and of a tidy one: all levels, decks and leather layouts in turn."""
    (level, deck), track = PAIRS[seed % 10], TRACKS[seed // 10 % 2]
    return random_solo(seed, level, deck, track)[0] + tidy_solo(seed, level, deck, track)


def check(state: State, truth: Position, table: Solo) -> None:
    """Check that a state says what a position says."""
    assert state == encode(truth, table)
    assert margin(state) == truth.score(1).total - truth.score(2).total
    assert is_over(state) == truth.over
    if truth.over:
        assert is_won(state) == (truth.winner == 1)
        assert value(state, table) == UNIT * margin(state)
        assert (own_share(value(state, table), state) > 0.5) == (truth.winner == 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_every_card_leads_where_the_rules_say(seed: int) -> None:
    for position in positions_of(seed):
        if position.awaits_card and not position.leather:
            assert position.automa
            table = Solo(position)
            state, first = encode(position, table), DECKS[position.automa.deck][0]
            left = cards_left(state, table)
            assert [first + card for card in left] == position.automa.cards_left
            for card in left:
                check(reveal(state, table, card), position.play(Reveal(first + card)).position, table)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_every_move_of_the_person_leads_where_the_rules_say(seed: int) -> None:
    rng = Random(seed)
    for position in positions_of(seed):
        if position.over or position.awaits_card or position.leather:
            continue
        table = Solo(position)
        state, legal = encode(position, table), position.legal_moves
        for move in {legal[0], legal[len(legal) - 1], *(rng.choice(legal) for _ in range(4))}:
            after, passed = played(position, move, state, table)
            assert not passed
            check(after, leather_settled(position.play(move).position), table)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_all_that_may_be_taken_is_thought_of_and_what_is_advised_is_legal(seed: int) -> None:
    for position in positions_of(seed)[seed % 3 :: 3]:
        if position.over or position.awaits_card:
            continue
        table = Solo(position)
        state = encode(position, table)
        made = root_moves(position, state, table, partial(good_spots, count=5))
        legal = {move.patch.id if isinstance(move, Placement) else -1 for move in position.legal_moves}
        assert {move.patch.id if isinstance(move, Placement) else -1 for move, _ in made} == legal
        assert think(position, 12).move in position.legal_moves


@pytest.mark.slow
def test_the_games_that_are_compared_hold_all_that_is_rare() -> None:
    positions = [position for seed in range(20) for position in positions_of(seed)]
    assert {position.leather for position in positions} == {0, 1}
    assert {position.bonus for position in positions} >= {0, 2}
    assert any(position.automa and not position.automa.first_deck for position in positions)
    assert {position.winner for position in positions if position.over} == {1, 2}


def a_position(level: str = "legend", deck: str = "normal") -> Position:
    """The second turn of a person."""
    return next(
        position
        for position in random_solo(3, level, deck)[0]
        if position.turn == 1 and not position.leather and position.players[1].space > 8
    )


@pytest.mark.slow
def test_the_same_position_and_iterations_give_the_same_answer_cold_or_warm() -> None:
    cold = think(a_position(), 300)
    think(a_position("master"), 300)
    warm = think(a_position(), 300)
    assert (cold.move, cold.share, cold.lines) == (warm.move, warm.share, warm.lines)
    assert cold.iterations == warm.iterations


@pytest.mark.parametrize("deck", DECKS)
def test_a_mean_share_becomes_a_more_cheerful_one_and_keeps_its_order(deck: str) -> None:
    """And nobody is certain of anything."""
    means = (0.0, 0.02, 0.3, 0.5, 0.8, 0.98, 1.0)
    said = [honest(mean, deck) for mean in means]
    assert said == sorted(said)
    assert 0 < said[0] < said[-1] < 1
    assert all(one > mean for one, mean in zip(said[2:-1], means[2:-1], strict=True))


@pytest.mark.slow
def test_its_share_is_higher_against_a_weaker_level() -> None:
    found = [think(a_position(level), 200) for level in LEVELS]
    shares, points = [thought.share for thought in found], [thought.lines[0].points for thought in found]
    assert shares == sorted(shares, reverse=True)
    assert 0 < shares[-1] < shares[0] < 1
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1] + 5


def test_a_search_is_cancelled_when_it_is_asked_to_stop_and_ends_early_when_all_is_clear() -> None:
    assert think(a_position(), 100_000, cancelled=lambda: True).stopped
    found = think(solo(seat(50, 0), 52, 9, (8, 10, 12), level="master"), 10_000)
    assert (found.move, found.iterations < 100) == (ADVANCE, True)


def test_it_sees_a_game_that_is_won_and_one_that_is_lost() -> None:
    ends = (solo(seat(52, buttons), 53, 40, (8, 10, 12), level="apprentice") for buttons in (200, 0))
    for position, won in zip(ends, (True, False), strict=True):
        found, end = think(position, 50), position.play(ADVANCE).position
        (points,) = (line.points for line in found.lines if line.move == ADVANCE)
        assert points == end.score(1).total - end.score(2).total
        assert (found.share > 0.9) if won else (found.share < 0.1)
