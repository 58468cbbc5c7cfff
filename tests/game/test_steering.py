"""Moving a patch about a quilt before it is sewn."""

from random import Random

import pytest

from game import PATCHES, Placement, Quilt, steering
from game.placements import OF_PATCH, PLACEMENTS
from game.squares import ALL_SQUARES, bits
from tests.game.building import FULL, anywhere, placement, quilt, random_line

EMPTY = Quilt()
UPRIGHT_ONLY = quilt("######.## " * 3 + "######### " * 6)
"""Three squares free in a column: G1, G2 and G3."""

TWO_ROOMS = quilt("...###... " + "######### " * 8)
"""A1 to C1 and G1 to I1 are free."""


APART = quilt("...###... " + "###...### " + "######### " * 7)
"""A1 to C1, G1 to I1 and D2 to F2 are free."""


@pytest.mark.parametrize(
    ("sewn", "here", "direction", "there"),
    [
        (EMPTY, "1N@C4", "left", "1N@B4"),
        (EMPTY, "1N@C4", "right", "1N@D4"),
        (EMPTY, "1N@C4", "up", "1N@C3"),
        (EMPTY, "1N@C4", "down", "1N@C5"),
        (EMPTY, "1N@A1", "left", "None"),
        (EMPTY, "1N@A1", "up", "None"),
        (EMPTY, "1N@G9", "right", "None"),
        (EMPTY, "1N@G9", "down", "None"),
        (TWO_ROOMS, "1N@A1", "right", "1N@G1"),  # what is taken is skipped
        (TWO_ROOMS, "1N@G1", "left", "1N@A1"),
        (APART, "1N@A1", "right", "1N@G1"),  # the same line comes first, although D2 is nearer
        (APART, "1N@A1", "down", "1N@D2"),  # nothing in its own columns
    ],
)
def test_an_arrow_moves_to_the_next_room(sewn: Quilt, here: str, direction: steering.Direction, there: str) -> None:
    assert str(steering.next_placement(sewn.fits, placement(here), direction)) == there


def test_an_arrow_keeps_patch_and_orientation_and_goes_that_way() -> None:
    positions, _ = random_line(21)
    ways: dict[steering.Direction, tuple[int, int]] = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
    for position in positions[::5]:
        sewn = position.player(1).quilt
        for here in steering.placements_of(sewn.fits, PATCHES[17], PATCHES[17].by_letter["E"]):
            for direction, (x, y) in ways.items():
                there = steering.next_placement(sewn.fits, here, direction)
                beyond = [
                    one
                    for one in steering.placements_of(sewn.fits, here.patch, here.orientation)
                    if (one.column - here.column) * x + (one.row - here.row) * y > 0
                ]
                assert (there is None) == (not beyond)
                assert there is None or there in beyond
                assert (direction in steering.ways_on(sewn.fits, here)) == bool(beyond)


def test_rotating_goes_clockwise_keeps_the_middle_and_skips_what_fits_nowhere() -> None:
    assert str(steering.rotated(EMPTY.fits, placement("1N@D5"))) == "1E@E4"  # E5 stays the middle
    assert str(steering.rotated(EMPTY.fits, placement("17N@C4"))).startswith("17E@")
    wide = quilt("........# " * 2 + "######### " * 7)  # two rows of eight: 17 lies only flat
    assert str(steering.rotated(wide.fits, placement("17N@A1"))) == "17S@A1"
    for sewn, here in ((EMPTY, "8N@C3"), (EMPTY, "19N@C3"), (UPRIGHT_ONLY, "1E@G1")):
        assert steering.rotated(sewn.fits, placement(here)) is None, "it lies the same, or fits no other way"


def test_flipping_goes_from_left_to_right_and_stays_near() -> None:
    assert str(steering.flipped(EMPTY.fits, placement("17N@C4"))) == "17n@C4"
    assert str(steering.flipped(EMPTY.fits, placement("17n@C4"))) == "17N@C4"
    assert steering.flipped(EMPTY.fits, placement("1N@C4")) is None
    assert steering.flipped(EMPTY.fits, placement("7N@C4")) is None  # its own mirror image


def test_flipping_rotates_further_where_the_mirror_image_fits_nowhere() -> None:
    rooms = quilt("...####.# " + "##..###.. " + "########. " * 2 + "######### " * 5)
    assert [str(one) for one in fitting(rooms, 17)] == ["17N@A1", "17e@H1"]
    assert str(steering.flipped(rooms.fits, placement("17N@A1"))) == "17e@H1"
    assert str(steering.flipped(rooms.fits, placement("17e@H1"))) == "17N@A1"


def test_the_nearest_placement_is_near() -> None:
    here = placement("11N@C5")
    assert str(steering.nearest(EMPTY.fits, here, here.patch.by_letter["E"])) == "11E@E3"
    assert steering.nearest(quilt(FULL).fits, here, here.patch.by_letter["E"]) is None


def test_orientations_that_fit_are_those_with_a_placement() -> None:
    assert [one.letter for one in steering.orientations_that_fit(EMPTY.fits, PATCHES[17])] == list("NESWnesw")
    assert [one.letter for one in steering.orientations_that_fit(UPRIGHT_ONLY.fits, PATCHES[1])] == ["E"]
    assert steering.orientations_that_fit(quilt(FULL).fits, PATCHES[1]) == []


def test_placements_are_listed_row_by_row() -> None:
    found = steering.placements_of(TWO_ROOMS.fits, PATCHES[0], PATCHES[0].by_letter["N"])
    assert [str(one) for one in found] == ["0N@A1", "0N@B1", "0N@G1", "0N@H1"]


def test_covering_a_square_are_the_fitting_placements_with_that_square() -> None:
    span = OF_PATCH[0]
    assert [str(PLACEMENTS[number]) for number in bits(span.within(steering.covering(TWO_ROOMS.fits, 1)))] == [
        "0N@A1",
        "0N@B1",
    ]
    assert not span.within(steering.covering(TWO_ROOMS.fits, 4))
    for square in (0, 40, 80):
        found = [PLACEMENTS[number] for number in bits(OF_PATCH[17].within(steering.covering(EMPTY.fits, square)))]
        assert found == [one for one in anywhere(17) if one.mask >> square & 1]


def test_a_patch_is_brought_to_a_square_as_it_lies_if_it_fits_so() -> None:
    from_above = steering.brought(steering.covering(EMPTY.fits, 40), placement("1E@A1"))
    assert str(from_above) == "1E@E3", "so with its lowest square"
    assert str(steering.brought(steering.covering(EMPTY.fits, 40), placement("1E@E4"))) == "1E@E4"
    assert str(steering.brought(steering.covering(TWO_ROOMS.fits, 7), placement("1N@A1"))) == "1N@G1"


def test_a_patch_is_turned_before_it_is_flipped_to_be_brought_to_a_square() -> None:
    rooms = quilt("...####.# " + "##..###.. " + "########. " * 2 + "######### " * 5)  # as 17N and as 17e
    assert str(steering.brought(steering.covering(rooms.fits, 7), placement("17N@A1"))) == "17e@H1"
    assert str(steering.brought(steering.covering(rooms.fits, 0), placement("17E@D4"))) == "17N@A1"
    assert steering.brought(steering.covering(rooms.fits, 80), placement("17E@D4")) is None
    upright = quilt("########. " * 3 + "######### " * 6)
    assert str(steering.brought(steering.covering(upright.fits, 8), placement("1N@A1"))) == "1E@I1"


@pytest.mark.parametrize("seed", [4, 5])
def test_a_patch_keeps_its_orientation_whenever_it_can_cover_the_square_so_and_goes_no_farther_than_it_must(
    seed: int,
) -> None:
    rng = Random(seed)
    positions, _ = random_line(seed)
    for position in positions[::6]:
        fits = position.player(position.turn).quilt.fits
        for here in rng.sample(anywhere(rng.randrange(33)), 4):
            square = rng.randrange(81)
            over = [one for one in anywhere(here.patch.id) if one.mask >> square & 1 and fits >> one.number & 1]
            as_it_lies = [one for one in over if one.orientation is here.orientation]
            there = steering.brought(steering.covering(fits, square), here)
            assert (there is None) == (not over)
            assert there is None or there in (as_it_lies or over)
            if there and as_it_lies:
                assert away(here, there) == min(away(here, one) for one in as_it_lies)


def away(here: Placement, there: Placement) -> int:
    return (here.column - there.column) ** 2 + (here.row - there.row) ** 2


def test_reachable_squares_are_those_of_all_placements() -> None:
    assert bits(steering.reachable_squares(TWO_ROOMS.fits, PATCHES[1])) == [0, 1, 2, 6, 7, 8]
    assert steering.reachable_squares(EMPTY.fits, PATCHES[17]) == ALL_SQUARES
    assert steering.reachable_squares(quilt(FULL).fits, PATCHES[17]) == 0


def test_every_walk_lands_on_legal_placements_only() -> None:
    positions, _ = random_line(8)
    for position in positions[5::7]:
        sewn = position.player(position.turn).quilt
        for here in [one for patch in position.offers for one in fitting(sewn, patch.id)][:40]:
            for there in (steering.rotated(sewn.fits, here), steering.flipped(sewn.fits, here)):
                assert there is None or (there.patch is here.patch and sewn.fits >> there.number & 1)
                assert there is None or there.orientation != here.orientation


def fitting(sewn: Quilt, patch: int) -> list[Placement]:
    return [one for one in anywhere(patch) if sewn.fits >> one.number & 1]
