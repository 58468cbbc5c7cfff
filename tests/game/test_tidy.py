"""Tidy placements: where a patch lies snugly."""

import pytest

from game import PATCHES, Quilt
from game.patches import LEATHER
from game.squares import bits
from game.tidy import HOLE_WEIGHT, tidiest, told_apart
from tests.game.building import FULL, anywhere, placement, quilt, random_line


def raggedness(diagram: str) -> int:
    """How long the edge of the free squares is, plus the weight of single holes, counted square by square."""
    rows = diagram.split()
    free = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."}
    beside = {(x, y): [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] for x, y in free}
    exposed = sum(neighbour not in free for square in free for neighbour in beside[square])
    holes = sum(free.isdisjoint(neighbours) for neighbours in beside.values())
    return exposed + HOLE_WEIGHT * holes


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


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_is_that_of_the_raggedness_left_behind_counted_by_hand(seed: int) -> None:
    positions, _ = random_line(seed)
    for position in positions[2:30:7]:
        sewn = position.player(1).quilt
        left = [raggedness(diagram(sewn.sew(one))) for one in tidiest(sewn, PATCHES[9])]
        assert left == sorted(left)


def test_equal_placements_keep_the_order_of_their_numbers_so_that_everybody_sees_the_same() -> None:
    sewn = Quilt().sew(placement("17E@C4"))
    found = tidiest(sewn, PATCHES[0])
    grouped: dict[int, list[int]] = {}
    for one in found:
        grouped.setdefault(raggedness(diagram(sewn.sew(one))), []).append(one.number)
    assert all(numbers == sorted(numbers) for numbers in grouped.values())
    assert list(grouped) == sorted(grouped)


def test_places_that_lie_on_each_other_are_not_numbered_together() -> None:
    row = [placement(f"1N@{column}5") for column in "ABCDEFG"]
    assert told_apart(row, 4) == (row[0], row[3], row[6])
    assert told_apart(row, 2) == (row[0], row[3])
    assert told_apart([], 4) == ()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_numbered_places_share_no_square_and_none_is_left_out_but_for_a_tidier_one(seed: int) -> None:
    positions, _ = random_line(seed)
    for position in positions[::4]:
        for patch in (*position.offers, LEATHER):
            places = tidiest(position.player(position.turn).quilt, patch)
            numbered = told_apart(places, 4)
            squares = [square for place in numbered for square in bits(place.mask)]
            assert len(set(squares)) == len(squares)
            for place in places[: places.index(numbered[-1])] if len(numbered) == 4 else places:
                tidier = [one for one in numbered if places.index(one) <= places.index(place)]
                assert any(one.mask & place.mask for one in tidier)
