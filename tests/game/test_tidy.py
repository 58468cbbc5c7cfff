"""Tidy placements: where a patch lies snugly."""

from itertools import combinations
from random import Random

import pytest

from game import PATCHES, Patch, Quilt
from game.patches import LEATHER
from game.squares import bits
from game.tidy import is_snug, proposals, shut_in, shut_squares, tidiest
from tests.game.building import FULL, anywhere, placement, quilt, random_line, shuffled_ring

Area = set[tuple[int, int]]


def raggedness(diagram: str) -> tuple[int, int]:
    """How many free squares are shut in, and how long the edge of them all is, counted square by square."""
    rows = diagram.split()
    free = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."}
    exposed = sum(neighbour not in free for square in free for neighbour in beside(square))
    return sum(len(area) for area in areas(free) if len(area) <= 2), exposed


def areas(free: Area) -> list[Area]:
    """The free squares, parted into those that hang together."""
    found = []
    while free:
        area, reached = set(), {min(free)}
        while reached:
            area |= reached
            reached = {one for square in reached for one in beside(square)} & free - area
        found.append(area)
        free = free - area
    return found


def beside(square: tuple[int, int]) -> Area:
    x, y = square
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def diagram(sewn: Quilt) -> str:
    return " ".join("".join("#."[sewn.free >> row * 9 + column & 1] for column in range(9)) for row in range(9))


def test_on_an_empty_quilt_a_corner_is_the_tidiest_placement() -> None:
    assert str(tidiest(Quilt(), PATCHES[8])[0]) == "8N@A1"
    assert {str(one) for one in tidiest(Quilt(), PATCHES[8])[:4]} == {"8N@A1", "8N@H1", "8N@A8", "8N@H8"}


def test_all_placements_are_listed_once() -> None:
    assert sorted(tidiest(Quilt(), PATCHES[17]), key=lambda one: one.number) == anywhere(17)
    assert tidiest(quilt(FULL), PATCHES[17]) == ()


def test_one_orientation_may_be_asked_for() -> None:
    orientation = PATCHES[17].by_letter["E"]
    found = tidiest(Quilt(), PATCHES[17], orientation)
    assert len(found) == 8 * 6
    assert {one.orientation for one in found} == {orientation}


def test_leather_starts_in_the_most_enclosed_hole() -> None:
    one_hole = quilt("######### " * 4 + "####.#### " + "######### " * 2 + "......... " * 2)
    assert str(tidiest(one_hole, LEATHER)[0]) == "*E5"


def test_a_gap_of_its_shape_is_filled() -> None:
    gap = quilt("######### " * 3 + "###..#### " + "####..### " + "######### " * 2 + "......... " * 2)
    assert str(tidiest(gap, PATCHES[9])[0]) == "9N@D4"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_is_that_of_the_raggedness_left_behind_and_then_of_their_numbers(seed: int) -> None:
    """So that everybody sees the same. The raggedness is counted by hand."""
    positions, _ = random_line(seed)
    for position in positions[2:30:7]:
        sewn = position.player(1).quilt
        left = [(*raggedness(diagram(sewn.sew(one))), one.number) for one in tidiest(sewn, PATCHES[9])]
        assert left == sorted(left)


def test_what_is_shut_in_is_a_square_or_a_pair_without_free_neighbours() -> None:
    free = quilt("..####### " + "######### " * 5 + "####.#### " + "####.#### " + "##.######").free
    assert shut_squares(free) == free
    assert shut_squares(free | 1 << 2) == free & ~0b11, "three in a row are not shut in"
    assert shut_in(quilt("######### " * 8 + "###.####.").free) == 2
    assert shut_in(quilt("..####### " + "######### " * 5 + "####.#### " + "####.#### " + "#########").free) == 4
    assert shut_in(quilt("..####### " + ".######## " + "######### " * 6 + "###...###").free) == 0
    assert shut_in(quilt("########. " + "......... " + "######### " * 7).free) == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.night) for seed in range(4, 20))])
def test_no_proposal_shuts_in_squares_needlessly(seed: int) -> None:
    sewn = Quilt()
    for number in shuffled_ring(Random(seed)):
        places = proposals(sewn, PATCHES[number], 4)
        if not places:
            continue
        least = min(raggedness(diagram(sewn.sew(one)))[0] for one in tidiest(sewn, PATCHES[number]))
        left = [raggedness(diagram(sewn.sew(one)))[0] for one in places]
        assert left[0] == least
        assert max(left) <= max(least, raggedness(diagram(sewn))[0])
        sewn = sewn.sew(places[0])


def test_proposals_share_no_square() -> None:
    row = quilt(".......## " + "######### " * 8)
    assert list(map(str, proposals(row, PATCHES[1], 4))) == ["1N@A1", "1N@E1"]
    assert list(map(str, proposals(row, PATCHES[1], 1))) == ["1N@A1"]
    assert proposals(quilt(FULL), PATCHES[1], 4) == ()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_none_is_left_out_but_for_a_tidier_one_or_because_it_shuts_in_more(seed: int) -> None:
    positions, _ = random_line(seed)
    for position in positions[::4]:
        sewn = position.player(position.turn).quilt
        for patch in (*position.offers, LEATHER):
            places = tidiest(sewn, patch)
            numbered = proposals(sewn, patch, 4)
            squares = [square for place in numbered for square in bits(place.mask)]
            assert len(set(squares)) == len(squares)
            for place in places[: places.index(numbered[-1])] if len(numbered) == 4 else places:
                tidier = [one for one in numbered if places.index(one) <= places.index(place)]
                assert any(one.mask & place.mask for one in tidier) or shut_in(sewn.sew(place).free) > shut_in(
                    sewn.free
                )


@pytest.mark.parametrize(("patch", "gap", "there"), [(PATCHES[0], "#####....", "0N@F7"), (LEATHER, "######...", "*G7")])
def test_the_place_that_takes_the_bonus_comes_first_while_it_is_to_be_had(patch: Patch, gap: str, there: str) -> None:
    almost = quilt("#######.. " * 6 + gap)
    gone, had = proposals(almost, patch, 4), proposals(almost, patch, 4, bonus=True)
    assert str(gone[0]) != there == str(had[0])
    assert not any(one.mask & other.mask for one, other in combinations(had, 2))
    assert len(had) == 4
    with_it = almost.sew(had[0])
    assert proposals(with_it, patch, 4, bonus=True) == proposals(with_it, patch, 4)


def test_a_patch_is_snug_with_a_third_of_its_edge_along_others_or_the_border() -> None:
    assert is_snug(Quilt(), placement("0N@A1")), "three sides of six"
    assert is_snug(Quilt(), placement("0N@C1")), "two"
    assert not is_snug(Quilt(), placement("0N@C5"))
    assert not is_snug(quilt("........."), placement("0N@C2"))
    assert is_snug(quilt("..##....."), placement("0N@C2"))
