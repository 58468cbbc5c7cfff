"""The patches and how they turn."""

import json

import pytest

from game.patches import LEATHER, PATCHES, Cells, Orientation
from tests.game.building import shared


def diagram(look: Orientation) -> str:
    rows = range(look.height)
    return "/".join("".join(".#"[(column, row) in look.cells] for column in range(look.width)) for row in rows)


def test_the_33_patches_cover_166_squares() -> None:
    assert len(PATCHES) == 33
    assert sum(patch.size for patch in PATCHES) == 166


def test_they_cost_133_buttons_and_107_time_and_38_buttons_are_printed_on_them() -> None:
    assert sum(patch.cost for patch in PATCHES) == 133
    assert sum(patch.time for patch in PATCHES) == 107
    assert sum(patch.income for patch in PATCHES) == 38


def test_there_are_144_distinct_orientations() -> None:
    assert sum(len(patch.orientations) for patch in PATCHES) == 144
    assert sum(len({look.cells for look in patch.orientations}) for patch in PATCHES) == 144


def test_ids_are_their_places_and_patch_0_is_the_1x2() -> None:
    assert [patch.id for patch in PATCHES] == list(range(33))
    assert diagram(PATCHES[0].by_turn["N"]) == "##"


def test_the_table_is_that_of_the_facts() -> None:
    rows = json.loads(shared("facts/patches.json"))["patches"]
    theirs = [("/".join(row["shape"]), row["button_cost"], row["time_cost"], row["income"]) for row in rows]
    ours = [(diagram(patch.by_turn["N"]), patch.cost, patch.time, patch.income) for patch in PATCHES]
    assert ours == theirs


def test_a_leather_patch_is_1x1_and_free() -> None:
    assert (LEATHER.size, LEATHER.cost, LEATHER.time, LEATHER.income) == (1, 0, 0, 0)
    assert len(LEATHER.orientations) == 1


@pytest.mark.parametrize(
    ("turn", "shape"),
    [
        ("N", "###./..##"),  # as in the facts
        ("E", ".#/.#/##/#."),  # turned 90° clockwise
        ("S", "##../.###"),  # 180°
        ("W", ".#/##/#./#."),  # 270°
        ("n", ".###/##.."),  # mirrored left to right
        ("e", "#./##/.#/.#"),  # mirrored first, then turned
        ("s", "..##/###."),
        ("w", "#./#./##/.#"),
    ],
)
def test_capital_letters_turn_clockwise_and_small_ones_mirror_first(turn: str, shape: str) -> None:
    assert diagram(PATCHES[17].by_turn[turn]) == shape


@pytest.mark.parametrize(
    ("patch", "turns"),
    [(8, "N"), (19, "N"), (0, "NE"), (9, "NEne"), (2, "NESW"), (17, "NESWnesw")],
)
def test_a_look_is_named_by_the_first_letter_that_gives_it(patch: int, turns: str) -> None:
    assert "".join(look.turn for look in PATCHES[patch].orientations) == turns


def test_every_letter_is_accepted_for_every_patch() -> None:
    for patch in (*PATCHES, LEATHER):
        assert set(patch.by_turn) == set("NESWnesw")
        assert set(patch.by_turn.values()) == set(patch.orientations)


def test_looks_lie_in_the_corner_of_their_bounding_box() -> None:
    for patch in PATCHES:
        for look in patch.orientations:
            assert {column for column, _ in look.cells} == set(range(look.width))
            assert {row for _, row in look.cells} == set(range(look.height))
            assert len(look.cells) == patch.size


def test_turning_four_times_or_flipping_twice_changes_nothing() -> None:
    for patch in PATCHES:
        for look in patch.orientations:
            turned = look
            for _ in range(4):
                turned = patch.turned(turned)
            assert turned == look
            assert patch.flipped(patch.flipped(look)) == look


def test_turned_goes_clockwise_and_flipped_from_left_to_right() -> None:
    patch = PATCHES[17]
    north = patch.by_turn["N"]
    assert patch.turned(north).turn == "E"
    assert patch.flipped(north).turn == "n"
    assert patch.flipped(patch.by_turn["E"]).turn == "w"  # the mirror image of one turned E is n turned W


def test_cells_of_all_looks_are_the_shape_turned_by_hand() -> None:
    def corner(cells: Cells) -> Cells:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        return frozenset((x - left, y - top) for x, y in cells)

    for patch in PATCHES:
        shape = patch.by_turn["N"].cells
        for letters, mirrored in (("NESW", shape), ("nesw", frozenset((-x, y) for x, y in shape))):
            for letter in letters:
                assert patch.by_turn[letter].cells == corner(mirrored)
                mirrored = frozenset((-y, x) for x, y in mirrored)  # clockwise, rows counted downwards
