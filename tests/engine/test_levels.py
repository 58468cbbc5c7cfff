"""The levels: the weak ones misjudge patches, the weakest also places; none makes moves at random."""

from statistics import mean, stdev

import pytest

from engine.levels import LEVELS, hash_of, misjudgement, play
from engine.spots import loose_spot, snug_spots
from engine.state import encode, table_of
from engine.tables import FULL
from game import Placement, Position
from game.tidy import tidiest
from tests.engine.playing import tidy_line

QUICK = ["pompom", "tassel", "pin", "button", "bobbin"]


def positions() -> list[Position]:
    return [position for seed in range(3) for position in tidy_line(seed)[:-1] if not position.over]


@pytest.mark.slow
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
        hash = hash_of(encode(position, ring), ring)
        errors += [misjudgement(hash, choice, 1000) for choice in (*ring.ring[:3], 99)]
    assert len(set(errors)) > len(errors) * 0.9
    assert abs(mean(errors)) < 100
    assert 850 < stdev(errors) < 1150
    assert misjudgement(1 << 60, 3, 0) == 0, "without an error nothing is misjudged"


@pytest.mark.slow
def test_pin_sews_where_it_is_snug_and_the_two_below_it_ever_more_loosely() -> None:
    pompom, tassel, pin = map(looseness, ("pompom", "tassel", "pin"))
    assert pin < tassel - 0.04 < pompom - 0.08


def looseness(level: str) -> float:
    """How far down the list of places, from the snuggest to the last, a level sews its patches; leather, too."""
    ranks = []
    for position in positions():
        move = play(position, level).move
        if isinstance(move, Placement):
            snug = tidiest(position.player(position.turn).quilt, move.patch)
            ranks.append(snug.index(move) / len(snug))
    return mean(ranks)


def test_who_sews_loosely_overlooks_places_and_other_ones_in_another_position() -> None:
    quilt, patch = sum(1 << square for square in range(20)), 17
    seen = {loose_spot(quilt, patch, 0, 8, start)[0] for start in range(8)}
    assert len(seen) > 4
    assert loose_spot(quilt, patch, 0, 1, 5)[0] in snug_spots(quilt, patch, 12)
    assert loose_spot(FULL, patch, 0, 8, 5) == []


def test_the_names_of_the_levels_are_what_people_have_in_their_games() -> None:
    assert list(LEVELS) == ["pompom", "tassel", "pin", "button", "bobbin", "needle", "thimble"]
