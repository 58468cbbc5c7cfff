"""The levels: each has its own strength, and the weak ones misjudge patches; none makes moves at random."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from engine.levels import LEVELS, misjudgement, play
from engine.state import encode, table_of
from game import Placement, Position
from game.tidy import tidiest
from tests.engine.playing import tidy_line

QUICK = ["pin", "button", "bobbin"]


def positions() -> list[Position]:
    return [position for seed in range(3) for position in tidy_line(seed)[:-1] if not position.over]


@pytest.mark.parametrize("level", QUICK)
def test_a_level_makes_the_same_legal_move_each_time(level: str) -> None:
    for position in positions()[::6]:
        first, second = play(position, level), play(position, level)
        assert first.move == second.move
        assert first.move in position.legal_moves


def test_the_weak_ones_err_by_patch_and_by_position() -> None:
    errors = []
    for position in positions():
        ring = table_of(position)
        errors += [misjudgement(encode(position, ring), ring, choice, 1000) for choice in (*ring.ring[:3], 99)]
    assert len(set(errors)) > len(errors) * 0.9
    assert abs(mean(errors)) < 100
    assert 850 < stdev(errors) < 1150


def test_without_an_error_nothing_is_misjudged() -> None:
    position = positions()[10]
    assert misjudgement(encode(position, table_of(position)), table_of(position), 3, 0) == 0


def test_even_the_weakest_sews_where_it_is_snug() -> None:
    ranks = []
    for position in positions():
        move = play(position, "pin").move
        if isinstance(move, Placement) and not position.leather:
            snug = tidiest(position.player(position.turn).quilt, move.patch)
            ranks.append(snug.index(move) / len(snug))
    assert mean(ranks) < 0.25


def test_the_names_of_the_levels_are_what_people_have_in_their_games() -> None:
    assert list(LEVELS) == ["pin", "button", "bobbin", "needle", "thimble"]
