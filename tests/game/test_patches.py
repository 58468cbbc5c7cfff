"""The patches and their orientations."""

import json

import pytest

from game.patches import LEATHER, PATCHES, Cells, Orientation
from tests.game.building import reference


def diagram(orientation: Orientation) -> str:
    rows, columns = range(orientation.height), range(orientation.width)
    return "/".join("".join(".#"[(column, row) in orientation.cells] for column in columns) for row in rows)


def test_ids_are_their_places_and_patch_0_is_the_1x2() -> None:
    assert [patch.id for patch in PATCHES] == list(range(33))
    assert diagram(PATCHES[0].by_letter["N"]) == "##"


def test_the_table_is_that_printed_in_2014() -> None:
    rows = json.loads(reference("patches.json"))["patches"]
    theirs = [("/".join(row["shape"]), row["button_cost"], row["time_cost"], row["income"]) for row in rows]
    ours = [(diagram(patch.by_letter["N"]), patch.cost, patch.time, patch.income) for patch in PATCHES]
    assert ours == theirs


def test_a_leather_patch_is_1x1_and_free() -> None:
    assert (LEATHER.size, LEATHER.cost, LEATHER.time, LEATHER.income) == (1, 0, 0, 0)
    assert len(LEATHER.orientations) == 1


@pytest.mark.parametrize(
    ("patch", "letters"),
    [(8, "N"), (19, "N"), (0, "NE"), (9, "NEne"), (2, "NESW"), (17, "NESWnesw")],
)
def test_an_orientation_is_named_by_the_first_letter_that_gives_it(patch: int, letters: str) -> None:
    assert "".join(orientation.letter for orientation in PATCHES[patch].orientations) == letters


def test_every_letter_is_accepted_for_every_patch() -> None:
    for patch in (*PATCHES, LEATHER):
        assert set(patch.by_letter) == set("NESWnesw")
        assert set(patch.by_letter.values()) == set(patch.orientations)


def test_rotating_four_times_or_flipping_twice_changes_nothing() -> None:
    for patch in PATCHES:
        for orientation in patch.orientations:
            rotated = orientation
            for _ in range(4):
                rotated = patch.rotated(rotated)
            assert rotated == orientation
            assert patch.flipped(patch.flipped(orientation)) == orientation


def test_rotated_goes_clockwise_and_flipped_from_left_to_right() -> None:
    patch = PATCHES[17]
    north = patch.by_letter["N"]
    assert patch.rotated(north).letter == "E"
    assert patch.flipped(north).letter == "n"
    assert patch.flipped(patch.by_letter["E"]).letter == "w"  # the mirror image of one rotated to E is n rotated to W


def test_cells_of_all_orientations_are_the_shape_rotated_by_hand() -> None:
    def corner(cells: Cells) -> Cells:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        return frozenset((x - left, y - top) for x, y in cells)

    for patch in PATCHES:
        shape = patch.by_letter["N"].cells
        for letters, mirrored in (("NESW", shape), ("nesw", frozenset((-x, y) for x, y in shape))):
            for letter in letters:
                assert patch.by_letter[letter].cells == corner(mirrored)
                mirrored = frozenset((-y, x) for x, y in mirrored)  # clockwise, rows counted downwards
    assert diagram(PATCHES[17].by_letter["e"]) == "#./##/.#/.#"  # mirrored first, then rotated
