"""Placements: every way to lay a patch on an empty quilt, as numbers and as text."""

import copy
import pickle
from random import Random

import pytest

from game.errors import BadText, shown
from game.patches import LEATHER, PATCHES
from game.placements import ALL_PLACEMENTS, OF_ORIENTATION, OF_PATCH, PLACEMENTS, TOUCHING, apart_from, parse_placement
from game.squares import ALL_SQUARES, SIZE, bits, square_name, square_named
from tests.game.building import anywhere


def test_the_33_patches_have_7349_placements_and_leather_81() -> None:
    assert sum(placement.patch is not LEATHER for placement in PLACEMENTS) == 7349
    assert len(anywhere(LEATHER.id)) == 81
    assert len(PLACEMENTS) == 7349 + 81


def test_all_differ_and_lie_wholly_on_the_quilt() -> None:
    assert len({(placement.patch.id, placement.mask) for placement in PLACEMENTS}) == len(PLACEMENTS)
    for placement in PLACEMENTS:
        assert not placement.mask & ~ALL_SQUARES
        assert placement.mask.bit_count() == placement.patch.size


def test_a_mask_is_the_shape_with_its_bounding_box_at_the_square() -> None:
    for placement in PLACEMENTS:
        squares = {(square % SIZE, square // SIZE) for square in bits(placement.mask)}
        assert {(x - placement.column, y - placement.row) for x, y in squares} == placement.orientation.cells


def test_numbers_go_by_patch_then_orientation_then_row_by_row() -> None:
    letters = {patch.id: [orientation.letter for orientation in patch.orientations] for patch in (*PATCHES, LEATHER)}
    keys = [(one.patch.id, letters[one.patch.id].index(one.orientation.letter), one.square) for one in PLACEMENTS]
    assert keys == sorted(keys)
    assert [placement.number for placement in PLACEMENTS] == list(range(len(PLACEMENTS)))


def test_touching_a_square_are_the_placements_that_cover_it() -> None:
    for square in (0, 40, 80):
        assert bits(TOUCHING[square]) == [one.number for one in PLACEMENTS if one.mask >> square & 1]


def test_apart_from_a_placement_is_exactly_what_shares_no_square_with_it() -> None:
    for placement in Random(1).sample(PLACEMENTS, 25):
        apart = [one.number for one in PLACEMENTS if not one.mask & placement.mask]
        assert bits(apart_from(ALL_PLACEMENTS, placement)) == apart
        assert bits(apart_from(1 << apart[0] | 1 << placement.number, placement)) == apart[:1]


def test_spans_part_the_numbers_by_patch_and_by_orientation() -> None:
    spans = [
        OF_ORIENTATION[patch.id, orientation.letter]
        for patch in (*PATCHES, LEATHER)
        for orientation in patch.orientations
    ]
    for parts in (OF_PATCH, spans):
        assert [span.first + n for span in parts for n in bits(span.full)] == list(range(len(PLACEMENTS)))


def test_a_span_cuts_its_part_out_of_a_set() -> None:
    span = OF_PATCH[1]
    members = 1 << span.first | 1 << span.first + 5 | 1 << OF_PATCH[2].first | 1
    assert bits(span.of(members)) == [0, 5]
    assert bits(span.within(members)) == [span.first, span.first + 5]


def test_texts_parse_back_to_the_same_object() -> None:
    for placement in PLACEMENTS:
        assert parse_placement(str(placement)) is placement


@pytest.mark.parametrize(("written", "printed"), [("0S@A1", "0N@A1"), ("8w@C3", "8N@C3"), ("0w@I8", "0E@I8")])
def test_any_letter_is_accepted_and_the_first_that_gives_the_same_cells_is_printed(written: str, printed: str) -> None:
    assert str(parse_placement(written)) == printed


MISSPELT = """
17E@c4 017E@C4 17E@C0 17E@C04 17E@C10 17E@J1 17X@C4 17@C4 17EC4 17E@4C 17E@C E@C4 +17E@C4 17E@C４ ١N@A1
33N@A1 99N@A1 100N@A1 -1N@A1 * *d5 *D0 *D10 **D5 *@D5 *N@D5 33N@D5 #13
"""


@pytest.mark.parametrize("text", [*MISSPELT.split(), "", "17E@C4 ", " 17E@C4", "17E@C4\n", "17E @C4", "* D5", "*D5\n"])
def test_spelling_is_strict(text: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_placement(text)
    assert caught.value.reason == "bad_move"
    assert str(caught.value) == f"'{shown(text)}' is not a move"


@pytest.mark.parametrize("text", ["0N@I1", "0E@A9", "11N@F1", "11E@A6", "17E@I1", "17E@A7", "31N@H1"])
def test_a_patch_may_not_stick_out_of_the_quilt(text: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_placement(text)
    assert caught.value.reason == "off_quilt"  # that it may touch the last column and row, all texts above show


def test_a_copied_or_pickled_placement_is_the_same_object() -> None:
    for text in ("17E@C4", "*D5"):
        placement = parse_placement(text)
        assert copy.deepcopy(placement) is placement
        assert pickle.loads(pickle.dumps(placement)) is placement  # noqa: S301


def test_squares_are_found_by_their_names() -> None:
    assert [square_named(square_name(square)) for square in bits(ALL_SQUARES)] == bits(ALL_SQUARES)


@pytest.mark.parametrize("name", ["", "A", "1", "A0", "J1", "11", "a1", "A10"])
def test_what_is_no_name_of_a_square_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no square"):
        square_named(name)
