"""The ring at every length."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
from game import PATCHES
from game.position import start
from render import ring
from tests.render.seen import differ

FULL = start("classic", range(33))


@pytest.mark.parametrize("left", range(34))
def test_the_picture_is_never_taller_than_wide(left: int) -> None:
    image = render.draw_ring(replace(FULL, ring=FULL.ring[:left]))
    assert image.width == ring.WIDTH
    assert image.height <= image.width


def test_the_fewer_patches_the_larger() -> None:
    long, short = (replace(FULL, ring=FULL.ring[:left]) for left in (33, 7))
    six_rows, two_rows = render.draw_ring(long).height, render.draw_ring(short).height
    assert two_rows / 2 > 1.4 * six_rows / 6


def test_income_is_written_only_where_there_is_any() -> None:
    corners = {}
    for patch in (4, 5, 6, 18, 1, 2):
        image = render.draw_ring(replace(FULL, ring=(patch,)))
        left, right = ring.WIDTH // 3, ring.WIDTH * 2 // 3
        corners[patch] = image.crop((left + 120, 20, right - 10, 90))
    incomes = {patch: PATCHES[patch].income for patch in corners}
    assert incomes == {4: 1, 5: 1, 6: 2, 18: 3, 1: 0, 2: 0}
    for one, corner in corners.items():
        for two, other in corners.items():
            assert (differ(corner, other) > 1) == (incomes[one] != incomes[two]), (one, two)
