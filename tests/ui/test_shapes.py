"""Shapes in words: whoever hears them can lay the patch out."""

import re
from collections import defaultdict

import pytest

from bot.ui.kit.texts import speaker
from bot.ui.words.accessible import covered_squares, lying_so, shape
from game import LEATHER, PATCHES, Placement
from game.patches import Cells, Orientation
from game.placements import PLACEMENTS, parse_placement
from game.squares import bits, square_name

SAY = speaker("en")
LYING = [lying for patch in (*PATCHES, LEATHER) for lying in patch.orientations]


def laid_out(words: str) -> Cells:
    """The squares of a patch, laid out by somebody who has only heard of it."""
    numbers = [int(number) for number in re.findall(r"\d+", words)]
    if "row by row" not in words:
        width, height = {"row": (numbers[0], 1), "column": (1, numbers[0])}.get(words.split()[-1], numbers * 2)[:2]
        return frozenset((column, row) for column in range(width) for row in range(height))
    _, width, height = numbers[:3]
    rows = words.partition("row by row: ")[2].split(", ")
    rows = [row for times in rows for row in repeated(times)]
    cells = {(column, row) for row, words in enumerate(rows) for column in columns_of(words, width)}
    assert (len(rows), len(cells)) == (height, numbers[0])
    return frozenset(cells)


def repeated(words: str) -> list[str]:
    if words.startswith("twice "):
        return [words.removeprefix("twice ")] * 2
    times, _, row = words.partition(" times ")
    return [row] * int(times) if row else [words]


def columns_of(words: str, width: int) -> set[int]:
    count, *column = (int(number) for number in re.findall(r"\d+", words))
    if words.endswith("on each side"):
        return {*range(count), *range(width - count, width)}
    if words.startswith("all "):
        return set(range(count))
    first = {"left": 0, "right": width - count, "middle": (width - count) // 2}.get(words.split()[-1])
    first = column[0] - 1 if first is None else first
    return set(range(first, first + count))


@pytest.mark.slow
@pytest.mark.parametrize("lying", LYING, ids=lambda lying: shape(SAY, lying))
def test_a_patch_can_be_laid_out_by_what_is_said_of_its_shape(lying: Orientation) -> None:
    words = shape(SAY, lying)
    assert laid_out(words) == lying.cells
    assert len(words) <= 110


def test_only_patches_of_the_same_shape_sound_alike() -> None:
    alike = defaultdict(list)
    for patch in PATCHES:
        alike[shape(SAY, patch.orientations[0])].append(SAY(f"patch.{patch.id}"))
    assert sorted(names for names in alike.values() if len(names) > 1) == [
        ["quick L", "slow L"],
        ["quick zigzag", "slow zigzag"],
        ["slow corner", "quick corner"],
    ]


def test_a_swan_sounds_like_one() -> None:
    words = shape(SAY, PATCHES[27].orientations[0])
    assert words == "6 squares, 3 wide and 4 high, row by row: 2 on the left, twice 1 in the middle, 2 on the right"


def heard(words: str) -> set[str]:
    """The names of the squares in a list of them."""
    squares: set[str] = set()
    for part in re.split(", | and ", words):
        first, _, last = part.partition(" to ")
        squares |= {chr(column) + first[1] for column in range(ord(first[0]), ord((last or first)[0]) + 1)}
    return squares


@pytest.mark.parametrize("placement", PLACEMENTS[::97], ids=str)
def test_the_squares_that_a_patch_covers_are_all_named(placement: Placement) -> None:
    words = covered_squares(SAY, placement)
    assert heard(words) == set(map(square_name, bits(placement.mask)))


def test_neighbours_are_named_together() -> None:
    assert covered_squares(SAY, parse_placement("19N@C4")) == "D4, C5 to E5 and D6"
    assert covered_squares(SAY, parse_placement("*I9")) == "I9"
    assert covered_squares(SAY, parse_placement("8N@H8")) == "H8, I8, H9 and I9"


@pytest.mark.parametrize("lying", LYING, ids=lambda lying: shape(SAY, lying))
def test_how_a_patch_lies_fits_into_the_line_of_a_select(lying: Orientation) -> None:
    words = lying_so(SAY, lying)
    assert len(words) <= 100
    assert shape(SAY, lying).endswith(words)
