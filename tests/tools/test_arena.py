"""The arena itself, on a small scale."""

import shutil

import pytest

from game import Automa
from tests.engine.playing import tidy_line
from tools.arena.automa import played
from tools.arena.beginners import BEGINNERS, beginner
from tools.arena.matches import GREEDY, level, match, playing, rings, searching, wilson

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


@pytest.mark.slow
@needs_gcc
def test_a_little_thought_beats_a_greedy_player() -> None:
    results = match(searching(30), GREEDY, "revised", list(rings(20, seed=4)))
    assert sum(winner == 1 for _, _, winner in results) >= 34


@pytest.mark.parametrize(("taste", "hand"), BEGINNERS)
def test_a_beginner_makes_the_same_legal_move_each_time(taste: str, hand: str) -> None:
    for position in tidy_line(2)[:-1:5]:
        move = beginner(taste, hand, position)
        assert move in position.legal_moves
        assert move == beginner(taste, hand, position)


@pytest.mark.night
def test_a_thoughtful_beginner_meets_somebody_to_beat_and_somebody_to_learn_from() -> None:
    adult, dealt = playing("worth", "tidy"), list(rings(20, seed=4))
    won = [
        sum(winner == 1 for _, _, winner in match(adult, level(name), "revised", dealt))
        for name in ("pompom", "tassel", "pin")
    ]
    assert won[0] >= 26 > won[1] >= 13 > won[2]


def test_an_interval_holds_what_was_won() -> None:
    low, high = wilson(150, 200)
    assert (round(low, 3), round(high, 3)) == (0.686, 0.805)


@pytest.mark.night
@needs_gcc
def test_a_little_thought_beats_the_automa() -> None:
    ends = [played(Automa("fellow", "tactical"), seed, iterations=100)[0] for seed in range(20)]
    assert sum(end.winner == 1 for end in ends) >= 16
