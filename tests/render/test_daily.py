"""Daily quilts, and walls of them."""

from typing import Any

import pytest
from PIL import Image, ImageChops

import render
from daily import EMPTY
from game.placements import parse_placement
from render import daily
from render.quilt import CELL, centre
from render.theme import DAYLIGHT, Theme
from tests.render.scenes import daily_quilts, drawn
from tests.render.seen import changed, differ
from tests.render.themes import every_theme

SOME = (1, 2, 3, 7)


@pytest.mark.slow
@every_theme
@pytest.mark.parametrize("count", [1, 2, 7, 8])
def test_a_wall_is_no_taller_than_wide_and_small_enough_to_upload(count: int, theme: Theme) -> None:
    wall = drawn(f"wall-{count}", theme)
    assert wall.height <= wall.width <= 1_060
    assert len(render.png(wall)) <= 150_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "count",
    [pytest.param(each, marks=[] if each in SOME else [pytest.mark.night]) for each in range(1, daily.MOST + 1)],
)
def test_each_quilt_hangs_in_a_place_of_its_own(count: int) -> None:
    one = EMPTY.sew(parse_placement("24N@A1"))
    bare = render.draw_wall([EMPTY] * count)
    for place in range(count):
        quilts = [EMPTY] * count
        quilts[place] = one
        assert _differing(bare, render.draw_wall(quilts))
    full = render.draw_wall([one] * count)
    changed = [render.draw_wall([one if each == place else EMPTY for each in range(count)]) for place in range(count)]
    assert sum(_differing(bare, each) for each in changed) == _differing(bare, full)


def _differing(one: Image.Image, other: Image.Image) -> int:
    """How many bytes differ."""
    assert (one.size, one.mode) == (other.size, other.mode)
    each = [Image.frombytes("L", (len(image.tobytes()), 1), image.tobytes()) for image in (one, other)]
    return sum(ImageChops.difference(*each).histogram()[1:])


def test_a_square_lies_where_its_letter_and_its_digit_say() -> None:
    bare, sewn = render.draw_daily(EMPTY), render.draw_daily(EMPTY.sew(parse_placement("0N@F7")))
    left, top = centre((5, 6))
    for column, is_covered in ((4, False), (5, True), (6, True)):
        box = (left + (column - 5) * CELL - 5, top - 5, left + (column - 5) * CELL + 5, top + 5)
        assert (differ(bare.crop(box), sewn.crop(box)) > 5) == is_covered


@every_theme
def test_tags_the_best_and_ones_own_are_marked_without_colour(theme: Theme) -> None:
    def wall(**looks: Any) -> Image.Image:
        return render.draw_wall([EMPTY] * 4, tags=["41"] * 4, title="#331", theme=theme, **looks).convert("L")

    plain = wall()
    for looks, place in (({"best": 1}, 0), ({"own": 0}, 0), ({"own": 3}, 3)):
        other = wall(**looks)
        left, _, right, _ = changed(plain, other)
        assert (left + right) * 4 // (2 * plain.width) == place
        assert differ(plain, other) > 0.3
    assert render.draw_wall([EMPTY] * 4, tags=["41"] * 4, theme=theme).height < plain.height


@pytest.mark.slow
def test_a_sunday_quilt_hangs_on_the_same_wall() -> None:
    assert render.draw_wall(daily_quilts(2), side=9, theme=DAYLIGHT).width <= 1_024
