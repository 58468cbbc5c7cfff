"""The ring at every length."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PIL import Image, ImageChops, ImageColor

import render
from game import PATCHES
from game.position import start
from render import ring
from render.canvas import Canvas
from render.theme import DAYLIGHT

FULL = start("classic", range(33))


@pytest.mark.parametrize("left", range(34))
def test_the_picture_is_never_taller_than_wide(left: int) -> None:
    image = render.draw_ring(replace(FULL, ring=FULL.ring[:left]))
    assert image.width == ring.WIDTH
    assert image.height <= image.width


@pytest.mark.parametrize("shape", ring.SHAPES)
def test_the_places_make_a_ring_each_beside_the_next(shape: tuple[int, int, int]) -> None:
    places = ring.path(*shape)
    assert len(set(places)) == len(places)
    steps = zip(places, [*places[1:], places[0]], strict=True)
    assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in steps)
    columns, rows, _ = shape
    assert {(x, y) for x, y in places} <= {(x, y) for x in range(columns) for y in range(rows)}


def test_the_next_patches_lie_clockwise_from_the_spool() -> None:
    for shape in ring.SHAPES:
        assert ring.path(*shape)[:4] == [(0, 1), (0, 0), (1, 0), (2, 0)]


def test_the_thread_joins_all_places_even_where_no_cards_are_left() -> None:
    image = render.draw_ring(replace(FULL, ring=())).convert("RGB")
    colour = ImageColor.getrgb(DAYLIGHT.last)
    columns, rows, _ = shape = ring.shape_for(1)
    for column, row in ring.path(*shape)[1:]:
        x, y = column * ring.WIDTH // columns, ring.EDGE + row * ring.row_height(columns, rows)
        area = image.crop((x, y, x + ring.WIDTH // columns, y + ring.row_height(columns, rows)))
        assert {shown: amount for amount, shown in area.getcolors(10**6) or []}[colour] > 500, (column, row)


@pytest.mark.parametrize("left", [33, 20])
def test_no_patch_touches_what_is_written_on_its_card(left: int) -> None:
    columns, rows, _ = ring.shape_for(left + 1)
    width, height = ring.WIDTH // columns - ring.GAP, ring.row_height(columns, rows) - ring.GAP
    for patch in PATCHES:
        stamp = ring._card(patch.id, True, width, height, columns, DAYLIGHT)
        image = Canvas.over(stamp, DAYLIGHT).image.convert("RGB")
        for line in (53, height - round(ring.DIGITS * 1.02) - 9):
            row = image.crop((12, line, width - 12, line + 1)).getcolors() or []
            assert len(row) == 1, (patch, line)


def test_every_price_has_digits_and_signs_of_one_size() -> None:
    """Also the three that cost ten."""
    width, height = ring.WIDTH // 6 - ring.GAP, ring.row_height(6, 6) - ring.GAP
    heights = set()
    for patch in PATCHES:
        stamp = ring._card(patch.id, True, width, height, 6, DAYLIGHT)
        card = Canvas.over(stamp, DAYLIGHT).image.convert("RGB")
        band = card.crop((12, height - 56, width - 12, height - 8))
        ground = Image.new("RGB", band.size, DAYLIGHT.offer)
        box = ImageChops.difference(band, ground).getbbox()
        assert box is not None
        heights.add(box[3] - box[1])
    assert max(heights) - min(heights) <= 2


def test_the_fewer_patches_the_larger() -> None:
    heights = [ring.row_height(*ring.shape_for(left + 1)[:2]) for left in range(34)]
    assert heights == sorted(heights, reverse=True)
    assert heights[7] > 1.4 * heights[33]


def test_income_is_shown_only_where_there_is_any_as_buttons_on_the_tape() -> None:
    amounts = {}
    for patch in (4, 5, 6, 18, 1, 2):
        image = render.draw_ring(replace(FULL, ring=(patch,))).convert("RGB")
        corner = image.crop((70, ring.EDGE, ring.WIDTH // 3 - 4, ring.EDGE + 60))
        shown = {colour: amount for amount, colour in corner.getcolors(10**6) or []}
        amounts[patch] = shown.get(ImageColor.getrgb(DAYLIGHT.tape), 0)
    incomes = {patch: PATCHES[patch].income for patch in amounts}
    assert incomes == {4: 1, 5: 1, 6: 2, 18: 3, 1: 0, 2: 0}
    for one, two in product(amounts, repeat=2):
        assert (amounts[one] > amounts[two] + 100) == (incomes[one] > incomes[two]), (one, two)
