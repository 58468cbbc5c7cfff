"""Setup."""

import pytest

from game import Position
from game.position import start

AROUND = list(range(33))


@pytest.mark.parametrize("turned", [0, 1, 16, 32])
def test_the_pawn_stands_just_clockwise_of_the_1x2_patch_so_that_it_is_the_last_of_the_ring(turned: int) -> None:
    written = AROUND[turned:] + AROUND[:turned]  # a ring is written from anywhere
    assert start("classic", written).ring == (*range(1, 33), 0)
    assert [patch.id for patch in start("classic", written).offers] == [1, 2, 3]


@pytest.mark.parametrize("first", [1, 2])
def test_both_tokens_stand_on_space_0_and_the_starting_players_lies_on_top(first: int) -> None:
    position = start("revised", AROUND, first)
    assert [player.space for player in position.players] == [0, 0]
    assert position.turn == first
    assert (position.leather, position.bonus, position.over, position.winner) == (0, 0, False, None)


def test_positions_are_values() -> None:
    assert start("classic", AROUND) == start("classic", AROUND[5:] + AROUND[:5])
    assert start("classic", AROUND) != start("classic", AROUND, first=2)
    assert len({start("classic", AROUND), Position("classic", (*range(1, 33), 0))}) == 1
