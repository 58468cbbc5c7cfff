"""The cross table of a group: what each sign is, and that none is told by its colour alone."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from render import Theme
from render.cross_table import EDGE, TALL, WIDE, Cell
from tests.render.seen import changed
from tests.render.themes import every_theme

SIGNS: list[Cell] = [(how, False) for how in ("won", "lost", "running", "void")] + [("won", True), ("lost", True)]


def cell_of(sign: Cell, theme: Theme) -> Image.Image:
    """A cell with a sign, in grey."""
    rows = ((None, sign, sign), (sign, None, sign), (sign, sign, None))
    left = EDGE + 2 * WIDE + 6
    picture = render.draw_cross_table(rows, (0, 0, None), theme=theme)
    return picture.convert("L").crop((left, EDGE + TALL + 6, left + WIDE - 12, EDGE + 2 * TALL - 6))


@every_theme
def test_each_sign_differs_from_the_others_without_its_colour(theme: Theme) -> None:
    cells = [cell_of(sign, theme) for sign in SIGNS]
    for one, two in combinations(cells, 2):
        different = ImageChops.difference(one, two).point([0] * 40 + [255] * 216)
        assert sum(different.histogram()[255:]) > 200


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_there_is_a_row_for_each_and_a_column_more_for_wins(count: int) -> None:
    rows = [[None if one == two else ("running", False) for two in range(count)] for one in range(count)]
    picture = render.draw_cross_table(rows, [0] * count)
    assert picture.mode == "P"
    assert picture.size == (WIDE * (count + 2) + 2 * EDGE, TALL * (count + 1) + 2 * EDGE)


def test_for_whom_no_game_counts_no_number_stands() -> None:
    rows = [[None if one == two else ("void", False) for two in range(3)] for one in range(3)]
    left, top, *_ = changed(*(render.draw_cross_table(rows, (0, 0, last)) for last in (0, None)))
    assert left > EDGE + 4 * WIDE
    assert top > EDGE + 3 * TALL
