"""The C copy that plays long matches is the same engine, to the last bit."""

import random
import shutil
from collections.abc import Iterable, Iterator

import pytest

from engine.moves import children
from engine.search import Line, think
from engine.state import State, Table, encode, is_over, table_of
from engine.value import value
from game.patches import PATCHES
from game.position import start
from train.copy import Copy

pytestmark = [pytest.mark.night, pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")]


@pytest.fixture(scope="module")
def copy() -> Iterator[Copy]:
    with Copy("engine/spots.json+engine/network.bin:100") as copy:
        yield copy


def random_states(seed: int, track: str) -> Iterator[tuple[State, Table]]:
    """The states of a game played at random, with a liking for patches."""
    chance = random.Random(seed)
    position = start(track, chance.sample(range(len(PATCHES)), len(PATCHES)))
    table = table_of(position)
    state = encode(position, table)
    while not is_over(state):
        yield state, table
        made = children(state, table, 2)
        state, _ = chance.choice(made[1:] if len(made) > 1 and chance.random() < 0.8 else made)
    yield state, table


@pytest.mark.parametrize("track", ["classic", "revised"])
@pytest.mark.parametrize("seed", range(6))
def test_it_finds_the_same_children_and_values_in_random_games(copy: Copy, seed: int, track: str) -> None:
    for state, table in random_states(seed, track):
        assert copy.value(state, table) == value(state, table)
        if not is_over(state):
            assert copy.children(state, table, 2) == children(state, table, 2)


@pytest.mark.parametrize("track", ["classic", "revised"])
@pytest.mark.parametrize(("seed", "iterations"), [(1, 10), (2, 70), (3, 200)])
def test_it_thinks_the_same_all_game_long(copy: Copy, track: str, seed: int, iterations: int) -> None:
    position = start(track, random.Random(seed).sample(range(len(PATCHES)), len(PATCHES)))
    decisions = 0
    while not position.over:
        ours, theirs = think(position, iterations), copy.think(position, iterations)
        assert (theirs.move, theirs.share, theirs.exact) == (ours.move, ours.share, ours.exact), decisions
        assert theirs.iterations == ours.iterations
        assert sorted(theirs.visits) == sorted(line.visits for line in ours.lines if ours.iterations)
        position = position.play(ours.move).position
        decisions += 1
    assert decisions > 30


def test_it_weighs_every_move_as_the_engine_does_in_shares_and_in_points(copy: Copy) -> None:
    """All game long, and where the end is solved."""
    position = start("revised", random.Random(4).sample(range(len(PATCHES)), len(PATCHES)))
    while not position.over:
        ours, theirs = think(position, 60), copy.weigh(position, 60)
        assert (theirs.move, theirs.exact) == (ours.move, ours.exact)
        for one, two in zip(by_name(ours.lines), by_name(theirs.lines), strict=True):
            assert (two.move, two.visits, two.share) == (one.move, one.visits, one.share)
            assert two.points == pytest.approx(one.points, abs=1e-9)
        position = position.play(ours.move).position


def by_name(lines: Iterable[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: str(line.move))
