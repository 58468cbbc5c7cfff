"""The ring at every length."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image

import render
from game import PATCHES
from game.position import start
from render import ring
from render.canvas import Canvas
from render.tags import price
from render.theme import DAYLIGHT
from tests.render.seen import changed, colours

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
    assert [len({y for y, _ in places}), len({x for _, x in places})] == [11, 3]


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
        cost = price(patch.id, ring.DIGITS, False, DAYLIGHT, tight=True)
        for column in (ring.DIGITS + 10, image.width - 13 - cost.width):
            line = image.crop((column, 44, column + 1, image.height - 14)).getcolors() or []
            assert len(line) == 1, (patch, column)
        if patch.income:
            between = image.crop((image.width - 60, 39, image.width - 12, 40)).getcolors() or []
            assert len(between) == 1, patch


def test_every_price_has_digits_and_signs_of_one_size() -> None:
    """Also the three that cost ten."""
    heights = set()
    for patch in PATCHES:
        card = card_of(patch.id)
        band = card.crop((card.width - 120, 41, card.width - 12, card.height - 8))
        _, top, _, low = changed(band, Image.new("RGB", band.size, DAYLIGHT.offer))
        heights.add(low - top)
    assert max(heights) - min(heights) <= 2


def card_of(patch: int) -> Image.Image:
    """A card on offer. RGB."""
    return Canvas.over(ring._card(patch, True, DAYLIGHT), DAYLIGHT).image.convert("RGB")


def test_income_is_shown_only_where_there_is_any_as_buttons_on_the_tape() -> None:
    amounts = {}
    for patch in (4, 5, 6, 18, 1, 2):
        corner = (200, ring.EDGE, ring.WIDTH // 3 - 4, ring.EDGE + 50)
        amounts[patch] = colours(render.draw_ring(replace(FULL, ring=(patch,))).crop(corner))[DAYLIGHT.tape]
    incomes = {patch: PATCHES[patch].income for patch in amounts}
    assert incomes == {4: 1, 5: 1, 6: 2, 18: 3, 1: 0, 2: 0}
    for one, two in product(amounts, repeat=2):
        assert (amounts[one] > amounts[two] + 100) == (incomes[one] > incomes[two]), (one, two)
