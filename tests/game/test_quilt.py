"""The quilt: what is covered, what is free, and the 7x7 areas."""

import pytest

from game import IllegalMove, Quilt
from game.squares import ALL_SQUARES
from tests.game.building import FULL, ONE_SHORT, THREE_SHORT, anywhere, placement, quilt


def test_sewing_covers_the_squares_of_the_patch_and_no_others() -> None:
    cross = placement("19N@D4")
    sewn = Quilt().sew(cross)
    assert sewn.free == ALL_SQUARES & ~cross.mask
    assert sewn.empty == 76
    assert sewn.patches == [cross]


def test_room_is_checked_against_every_square_and_the_first_taken_one_is_named() -> None:
    sewn = Quilt().sew(placement("19N@D4"))  # E4, D5 to F5, E6
    with pytest.raises(IllegalMove) as caught:
        sewn.check_room(placement("1N@D6"))
    assert (caught.value.reason, caught.value.values) == ("does_not_fit", {"square": "E6"})
    assert str(caught.value) == "it covers a square that is taken already (E6)"
    sewn.check_room(placement("1N@F4"))
    sewn.check_room(placement("*D4"))  # inside its bounding box, but free


def test_every_placement_fits_exactly_where_its_squares_are_free() -> None:
    sewn = Quilt().sew(placement("17E@C4")).sew(placement("31N@F2"))
    for one in [*anywhere(0), *anywhere(8), *anywhere(31), *anywhere(33)]:
        assert sewn.fits >> one.number & 1 == (not one.mask & ~sewn.free)


@pytest.mark.parametrize("row", [0, 1, 2])
@pytest.mark.parametrize("column", [0, 1, 2])
def test_any_7x7_area_counts(column: int, row: int) -> None:
    line = "." * column + "#######" + "." * (2 - column)
    area = "......... " * row + f"{line} " * 7
    assert quilt(area).has_seven_by_seven
    for left_out in ("A", "D", "G"):
        name = chr(ord(left_out) + column) + str(row + 7)
        with_a_hole = [one for one in quilt(area).patches if str(one) != f"*{name}"]
        hole = Quilt()
        for one in with_a_hole:
            hole = hole.sew(one)
        assert hole.empty == 81 - 48
        assert not hole.has_seven_by_seven


@pytest.mark.parametrize(
    "diagram",
    [
        "######### " * 6,  # 9 x 6
        "######... " * 9,  # 6 x 9
        "######### " * 6 + "######.## " * 3,  # all but three squares, with a hole in every 7 x 7
    ],
)
def test_squares_that_are_no_7x7_area_do_not_count_however_many(diagram: str) -> None:
    assert not quilt(diagram).has_seven_by_seven


def test_a_full_quilt_has_no_empty_square_and_room_for_nothing() -> None:
    full = quilt(FULL)
    assert full.empty == 0
    assert full.fits == 0
    assert full.has_seven_by_seven


@pytest.mark.parametrize(
    ("diagram", "missing"),
    [("", 49), (ONE_SHORT, 1), (THREE_SHORT, 3), ("######### " * 6, 7), ("######... " * 9, 7), (FULL, 0)],
)
def test_what_a_7x7_lacks_is_counted_in_the_area_that_lacks_least(diagram: str, missing: int) -> None:
    assert quilt(diagram).missing_for_seven_by_seven == missing
