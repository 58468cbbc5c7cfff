"""The ring at every length."""

from dataclasses import replace
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageColor

import render
from game import PATCHES
from game.position import start
from render import ring
from render.canvas import Canvas
from render.tags import price
from render.theme import DAYLIGHT

FULL = start("classic", range(33))


@pytest.mark.parametrize("left", range(34))
def test_the_picture_is_never_taller_than_wide(left: int) -> None:
    image = render.draw_ring(replace(FULL, ring=FULL.ring[:left]))
    assert image.width == ring.WIDTH
    assert image.height <= image.width


def test_the_patches_come_in_the_order_in_which_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[tuple[float, float]] = []

    class Noted(Canvas):
        def sign(self, at: tuple[float, float], paint: object, number: int, *how: object, **options: object) -> None:  # type: ignore[override]
            assert number == len(noted) + 1
            noted.append((at[1], at[0]))

    monkeypatch.setattr(ring, "Canvas", Noted)
    render.draw_ring(FULL)
    assert noted == sorted(noted)
    assert [len({y for y, _ in noted}), len({x for _, x in noted})] == [11, 3]


def test_only_the_first_row_is_bright_and_only_while_one_may_choose() -> None:
    """It has a thicker edge, too."""
    bright = ImageColor.getrgb(DAYLIGHT.offer)
    row = (0, ring.EDGE, ring.WIDTH, ring.EDGE + ring.ROW)
    for position, is_bright in ((FULL, True), (replace(FULL, leather=1), False)):
        image = render.draw_ring(position).convert("RGB")
        first = {colour: amount for amount, colour in image.crop(row).getcolors(10**6) or []}
        rest = {colour: amount for amount, colour in image.crop((0, row[3], *image.size)).getcolors(10**6) or []}
        assert (first.get(bright, 0) > 20_000) == is_bright
        assert rest.get(bright, 0) < 5_000


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
        box = ImageChops.difference(band, Image.new("RGB", band.size, DAYLIGHT.offer)).getbbox()
        assert box is not None
        heights.add(box[3] - box[1])
    assert max(heights) - min(heights) <= 2


def card_of(patch: int) -> Image.Image:
    """A card on offer. RGB."""
    return Canvas.over(ring._card(patch, True, DAYLIGHT), DAYLIGHT).image.convert("RGB")


def test_income_is_shown_only_where_there_is_any_as_buttons_on_the_tape() -> None:
    amounts = {}
    for patch in (4, 5, 6, 18, 1, 2):
        image = render.draw_ring(replace(FULL, ring=(patch,))).convert("RGB")
        corner = image.crop((200, ring.EDGE, ring.WIDTH // 3 - 4, ring.EDGE + 50))
        shown = {colour: amount for amount, colour in corner.getcolors(10**6) or []}
        amounts[patch] = shown.get(ImageColor.getrgb(DAYLIGHT.tape), 0)
    incomes = {patch: PATCHES[patch].income for patch in amounts}
    assert incomes == {4: 1, 5: 1, 6: 2, 18: 3, 1: 0, 2: 0}
    for one, two in product(amounts, repeat=2):
        assert (amounts[one] > amounts[two] + 100) == (incomes[one] > incomes[two]), (one, two)
