"""The search in Python: what it finds does not depend on what was searched before, and it stops when it is told to."""

from dataclasses import replace
from random import Random

import pytest

from engine.search import think_in_python as think
from engine.spots import REMEMBERED, best_spots
from engine.thoughts import Thought
from engine.tree import POLL
from game import ADVANCE, BadText, Placement, Position, parse_position
from game.squares import LAST
from tests.engine.playing import tidy_line
from tests.game.building import FULL, ONE_SHORT, after, seat, table

MIDDLE = 24  # a move in the middle of a tidy game


def middle(seed: int = 3) -> Position:
    return tidy_line(seed)[MIDDLE]


def found(thought: Thought) -> object:
    """All of a thought but the time that it took."""
    return thought.move, thought.share, thought.lines, thought.iterations, thought.exact


@pytest.mark.slow
@pytest.mark.parametrize("track", ["classic", "revised"])
def test_the_same_position_and_iterations_give_the_same_thought_cold_or_warm(track: str) -> None:
    for position in tidy_line(5, track)[::16]:
        if position.over:
            continue
        warm = found(think(position, 120))
        best_spots.cache_clear()
        assert found(think(position, 120)) == warm


@pytest.mark.slow
def test_every_move_it_finds_is_legal_to_the_end_of_the_game() -> None:
    position = tidy_line(0)[0]
    while not position.over:
        thought = think(position, 24)
        assert thought.move in position.legal_moves
        assert 0 <= thought.share <= 1
        assert thought.lines[0].move == thought.move
        position = position.play(thought.move).position


@pytest.mark.parametrize("seat_of_leather", [1, 2])
def test_a_leather_patch_that_waits_is_sewn_first(seat_of_leather: int) -> None:
    spaces = (18, 19) if seat_of_leather == 1 else (19, 18)
    waiting = after(table(seat(spaces[0], diagram=ONE_SHORT), seat(spaces[1], diagram=ONE_SHORT)), "+")
    assert waiting.leather == seat_of_leather
    assert str(think(waiting, 50).move) == "*G7"  # it makes the 7x7 whole


def test_the_winning_patch_is_found() -> None:
    position = table(seat(51, buttons=2, diagram=FULL.replace("###", "...", 1)), seat(53, buttons=1, diagram=FULL))
    thought = think(position, 100)
    assert isinstance(thought.move, Placement)
    assert (thought.share > 0.97, thought.exact) == (True, True)


def test_with_one_move_to_choose_from_it_does_not_think_long() -> None:
    position = table(seat(20, buttons=0, diagram=FULL), seat(30, diagram=FULL))
    thought = think(position, 100_000)
    assert (thought.move, len(thought.lines)) == (ADVANCE, 1)
    assert thought.iterations <= POLL


@pytest.mark.slow
def test_it_stops_when_no_other_move_can_overtake_any_more() -> None:
    thought = think(middle(), 2_000)
    first, second = thought.lines[0].visits, thought.lines[1].visits
    assert thought.iterations == 2_000 or first - second > 2_000 - thought.iterations


@pytest.mark.parametrize("iterations", [1, 2, 33])
def test_a_single_iteration_is_enough_for_a_move(iterations: int) -> None:
    thought = think(middle(), iterations)
    assert thought.move in middle().legal_moves
    assert 1 <= thought.iterations <= iterations


@pytest.mark.slow
def test_positions_that_no_game_leads_to_are_thought_about_too() -> None:
    rng, leather = Random(7), 0
    for position in tidy_line(6):
        one, two = (
            replace(player, space=rng.choice((player.space, LAST, 0, 30)), buttons=rng.choice((0, 7, 999_999)))
            for player in position.players
        )
        odd = replace(position, players=(one, two), token=rng.choice((1, 2)), leather=rng.choice((0, 1, 2)))
        try:
            odd = parse_position(str(odd))
        except BadText:
            continue
        if not odd.over:
            leather += bool(odd.leather)
            assert think(odd, 20).move in odd.legal_moves
    assert leather


def test_it_can_be_cancelled_and_says_so() -> None:
    answers = iter([False, False, True])
    thought = think(middle(), 10**9, cancelled=lambda: next(answers))
    assert (thought.iterations, thought.stopped) == (3 * POLL, True)


@pytest.mark.slow
def test_near_the_end_it_is_solved_before_long() -> None:
    last = [
        position
        for seed in range(6)
        for position in tidy_line(seed)
        if not position.over and min(player.space for player in position.players) > LAST - 4
    ]
    assert len(last) > 3
    for position in last:
        assert think(position, 2_000).exact


@pytest.mark.slow
def test_the_spots_that_are_remembered_are_bounded() -> None:
    assert best_spots.cache_parameters()["maxsize"] == REMEMBERED
