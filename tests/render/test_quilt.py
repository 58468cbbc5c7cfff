"""One quilt: where the numbers of the candidates lie."""

from __future__ import annotations

import random

import pytest

from game import PATCHES
from game.placements import PLACEMENTS
from game.quilt import EMPTY_QUILT
from game.tidy import tidiest
from render.quilt import disc_squares, squares_of
from tests.render.positions import position_after


@pytest.mark.parametrize("names", [("2N@A8", "2E@A7", "2S@A8", "2W@A7"), ("0N@A1", "0N@A2", "0E@A1", "0E@B1")])
def test_four_candidates_on_four_squares_get_a_square_each(names: tuple[str, ...]) -> None:
    candidates = [spot for name in names for spot in PLACEMENTS if str(spot) == name]
    places = disc_squares(candidates)
    assert len(set(places.values())) == 4
    for candidate, place in zip(candidates, places.values(), strict=True):
        assert place in squares_of(candidate)


def test_numbers_never_lie_on_each_other() -> None:
    rng = random.Random(3)
    for seed in range(4):
        position, _, _ = position_after(rng.randrange(50), seed)
        for quilt in (position.players[0].quilt, position.players[1].quilt):
            for patch in PATCHES:
                spots = tidiest(quilt, patch)
                for page in range(0, min(len(spots), 24), 4):
                    candidates = spots[page : page + 4]
                    assert len(set(disc_squares(candidates).values())) == len(candidates), candidates


def test_a_number_lies_on_the_first_square_where_nothing_is_in_the_way() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[17])[0]
    first = min(squares_of(spot), key=lambda cell: (cell[1], cell[0]))
    assert disc_squares([spot]) == {1: first}
    assert disc_squares([]) == {}


def test_a_candidate_given_twice_is_drawn_all_the_same() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[0])[0]
    assert len(disc_squares([spot, spot, spot])) == 3
