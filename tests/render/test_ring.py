"""The ring at every length."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

import render
from game import PATCHES
from game.position import start
from render import ring
from render.canvas import Canvas
from render.theme import DAYLIGHT
from tests.render.seen import changed, colours, differ

FULL = start("classic", range(33))


@pytest.mark.parametrize("left", range(34))
def test_the_picture_is_never_taller_than_wide(left: int) -> None:
    image = render.draw_ring(replace(FULL, ring=FULL.ring[:left]))
    assert image.width == ring.WIDTH
    assert image.height <= image.width


def test_the_patches_come_in_the_order_in_which_one_reads(noted: list[tuple[Any, ...]]) -> None:
    render.draw_ring(FULL)
    assert [number for _, _, number, _ in noted] == [*range(1, 34)]
    places = [(y, x) for (x, y), *_ in noted]
    assert places == sorted(places)
    rows = [y for y, _ in places]
    assert [rows.count(row) for row in dict.fromkeys(rows)] == [3, *[4] * 7, 2]


def test_only_the_first_row_is_bright_and_only_while_one_may_choose() -> None:
    """It has a thicker edge, too."""
    row = (0, ring.EDGE, ring.WIDTH, ring.EDGE + ring.ROW)
    for position, is_bright in ((FULL, True), (replace(FULL, leather=1), False)):
        image = render.draw_ring(position)
        assert (colours(image.crop(row))[DAYLIGHT.offer] > 20_000) == is_bright
        assert colours(image.crop((0, row[3], *image.size)))[DAYLIGHT.offer] < 5_000


@pytest.mark.slow
def test_no_patch_touches_what_is_written_on_its_card() -> None:
    for patch in PATCHES:
        image = card_of(patch.id)
        for column in (ring.NUMBER + 29, image.width - 2 * ring.DIGITS - 14, image.width - 8):
            line = image.crop((column, 18, column + 1, image.height - 20)).getcolors() or []
            assert len(line) == 1, (patch, column)


def test_every_price_has_digits_and_signs_of_one_size() -> None:
    """Also the three that cost ten."""
    heights = set()
    for patch in PATCHES:
        card = card_of(patch.id)
        band = card.crop((card.width - 2 * ring.DIGITS - 12, 5, card.width - 10, card.height - 9))
        _, top, _, low = changed(band, Image.new("RGB", band.size, DAYLIGHT.offer))
        heights.add(low - top)
    assert max(heights) - min(heights) <= 2


def card_of(patch: int) -> Image.Image:
    """A card on offer. RGB."""
    return Canvas.over(ring._card(patch, 267, True, DAYLIGHT), DAYLIGHT).image.convert("RGB")


def test_income_is_shown_only_where_there_is_any_in_a_figure_on_the_tape() -> None:
    corner = (7, ring.NUMBER + 5, 72, ring.ROW - 12)
    for patch in (4, 5, 6, 18, 1, 2):
        assert (colours(card_of(patch).crop(corner))[DAYLIGHT.tape] > 300) == bool(PATCHES[patch].income)
    one, two, three = (card_of(patch).crop(corner) for patch in (4, 6, 18))
    assert min(differ(one, two), differ(two, three), differ(one, three)) > 5
