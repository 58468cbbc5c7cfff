"""The curve of a game: what it shows of the chances, and where its pins stand."""

from itertools import pairwise

import pytest
from PIL import Image, ImageColor, ImageOps

import render
from render import curve, patterns
from render.theme import DAYLIGHT, Theme
from tests.render.scenes import CHANCES
from tests.render.seen import colours, differ
from tests.render.themes import every_theme

MIDDLE = (curve.LINEN[1] + curve.LINEN[3]) // 2
ABOVE = (curve.LINEN[0], curve.LINEN[1], curve.LINEN[2], MIDDLE - 12)
BELOW = (curve.LINEN[0], MIDDLE + 12, curve.LINEN[2], curve.LINEN[3])


def share_of(image: Image.Image, colour: str) -> float:
    """The share of a picture that has exactly one colour."""
    return colours(image)[colour] / (image.width * image.height)


def thread_at(image: Image.Image, number: int, count: int) -> float:
    """How high the curve runs before a move, of 1,000, as the middle of its pale rim in a column of pixels."""
    x = round(curve._point(number, 0, count, 1)[0])
    low, high = (curve._point(number, share, count, 1)[1] for share in (0, 1000))
    column = image.convert("RGB").crop((x, curve.LINEN[1], x + 1, curve.LINEN[3]))
    thread = {ImageColor.getrgb(colour) for colour in (DAYLIGHT.white, DAYLIGHT.last)}
    found = [y + curve.LINEN[1] for y in range(column.height) if column.getpixel((0, y)) in thread]
    return 1000 * (low - sum(found) / len(found)) / (low - high)


@pytest.mark.parametrize("share", [0, 1, 250, 499, 501, 730, 999, 1000])
def test_the_curve_is_as_high_as_the_chances(share: int) -> None:
    image = render.draw_curve([share] * 9)
    assert all(abs(thread_at(image, number, 8) - share) < 12 for number in range(1, 8))


def test_whoever_is_ahead_has_cloth_on_their_own_side_and_the_other_has_none() -> None:
    ahead, behind = (render.draw_curve([share] * 20) for share in (900, 100))
    for image, full, bare, colour in ((ahead, ABOVE, BELOW, DAYLIGHT.blue), (behind, BELOW, ABOVE, DAYLIGHT.amber)):
        assert share_of(image.crop(full), colour) > 0.15
        assert share_of(image.crop(bare), colour) == 0


def test_the_two_cloths_are_told_apart_without_colour() -> None:
    """By their prints: checks look the same from the side, slanting stripes do not."""
    stripes, checks = (
        patterns.of_seat(seat, curve.PRINT * curve.FINE, (352, 352), DAYLIGHT).convert("L") for seat in (1, 2)
    )
    mirrored = [ImageOps.mirror(cloth) for cloth in (stripes, checks)]
    assert differ(stripes, mirrored[0]) > 10
    assert differ(checks, mirrored[1]) < 3


def test_the_second_seat_can_be_on_top() -> None:
    """Then everything is upside down: the heights, the cloths, and the tokens beside them."""
    below, above = render.draw_curve([200] * 20), render.draw_curve([200] * 20, top=2)
    assert share_of(above.crop(ABOVE), DAYLIGHT.amber) > 0.1
    assert share_of(above.crop(BELOW), DAYLIGHT.amber) == 0
    tokens = (0, curve.LINEN[1] + 60, curve.LINEN[0] - 10, MIDDLE - 40)
    assert differ(below.crop(tokens), above.crop(tokens)) > 5


@pytest.mark.slow
@every_theme
@pytest.mark.parametrize("pins", [(), (1,), (44,), (1, 2, 3, 4, 5), (40, 41, 42, 43, 44)])
def test_every_pin_has_a_head_of_its_own_inside_the_picture_which_is_small(pins: tuple[int, ...], theme: Theme) -> None:
    heads = curve._heads([curve._point(pin - 1, 0, 44, 1)[0] for pin in pins])
    assert all(after - before >= curve.PIN for before, after in pairwise(heads))
    assert all(curve.PIN / 2 <= head <= curve.WIDTH - curve.PIN / 2 for head in heads)
    above = (0, 0, curve.WIDTH, curve.LINEN[1] - 4)
    image, bare = (render.draw_curve(CHANCES, pins=some, theme=theme) for some in (pins, ()))
    assert (differ(image.crop(above), bare.crop(above)) > 0) == bool(pins)
    assert len(render.png(image)) < 60_000


@pytest.mark.parametrize("count", [1, 2, 9, 43, 75, 144])
def test_games_of_any_length_fit(count: int) -> None:
    """The numbers of moves stand on even steps, none beside the picture, and are few enough to be read."""
    image = render.draw_curve([500 + (-1) ** number * 300 for number in range(count + 1)], pins=(count,))
    assert image.size == (curve.WIDTH, curve.HEIGHT)
    ticks = list(curve._ticks(count))
    assert len(ticks) <= 8
    assert all(after - before > 90 for (before, _), (after, _) in pairwise(ticks))
