"""The search: what it finds does not depend on what was searched before, and it stops when it is told to."""

from __future__ import annotations

from time import thread_time

import pytest

from engine import spots
from engine.search import POLL, Thought, think
from game import ADVANCE, Placement, Position
from game.timeboard import LAST
from tests.engine.playing import tidy_line
from tests.game.building import FULL, ONE_SHORT, after, seat, table

MIDDLE = 24
"""A move in the middle of a tidy game."""


def middle(seed: int = 3) -> Position:
    return tidy_line(seed)[MIDDLE]


def found(thought: Thought) -> object:
    """All of a thought but the time that it took."""
    return thought.move, thought.share, thought.lines, thought.iterations, thought.exact


@pytest.mark.parametrize("track", ["classic", "revised"])
def test_the_same_position_and_iterations_give_the_same_thought_cold_or_warm(track: str) -> None:
    for position in tidy_line(5, track)[::12]:
        if position.over:
            continue
        warm = found(think(position, 200))
        for known in spots._known:
            known.clear()
        assert found(think(position, 200)) == warm


@pytest.mark.parametrize("seed", range(3))
def test_every_move_it_finds_is_legal_to_the_end_of_the_game(seed: int) -> None:
    position = tidy_line(seed)[0]
    while not position.over:
        thought = think(position, 40)
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
    assert (thought.share, thought.exact) == (1, True)


def test_with_one_move_to_choose_from_it_does_not_think_long() -> None:
    position = table(seat(20, buttons=0, diagram=FULL), seat(30, diagram=FULL))
    thought = think(position, 100_000)
    assert (thought.move, len(thought.lines)) == (ADVANCE, 1)
    assert thought.iterations <= POLL


def test_it_stops_when_no_other_move_can_overtake_any_more() -> None:
    thought = think(middle(), 2_000)
    first, second = thought.lines[0].visits, thought.lines[1].visits
    assert thought.iterations == 2_000 or first - second > 2_000 - thought.iterations


def test_a_limit_of_cpu_is_kept() -> None:
    thought = think(middle(), 10**9, cpu_limit=0.05)
    assert thought.cpu < 0.15
    assert not thought.stopped


def test_it_can_be_cancelled_and_says_so() -> None:
    start = thread_time()
    thought = think(middle(), 10**9, cancelled=lambda: thread_time() - start > 0.02)
    assert thought.stopped
    assert thread_time() - start < 0.12


def test_near_the_end_it_needs_hardly_any_time() -> None:
    for position in tidy_line(4):
        if not position.over and min(player.space for player in position.players) > LAST - 4:
            assert think(position, 10**6, cpu_limit=5).cpu < 1


def test_the_spots_that_are_remembered_are_bounded() -> None:
    spots._room = 10
    think(middle(), 100)
    assert sum(map(len, spots._known)) <= spots.REMEMBERED
