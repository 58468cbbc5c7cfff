"""The cloth of the patches, and the thread that shows on it."""

from __future__ import annotations

import pytest
from PIL import ImageColor, ImageStat

from render.fabrics import PRINTS, cloth, stitch_colour


@pytest.mark.parametrize("patch", range(len(PRINTS)))
def test_the_thread_stands_out_from_the_whole_print(patch: int) -> None:
    cloth_grey = ImageStat.Stat(cloth(patch, 60, 2, 2).convert("L")).mean[0]
    red, green, blue = ImageColor.getrgb(stitch_colour(patch))[:3]
    assert abs(cloth_grey - (0.299 * red + 0.587 * green + 0.114 * blue)) > 90


@pytest.mark.parametrize("cell", [21, 24, 43, 53, 106])
def test_cloth_is_as_large_as_asked_for(cell: int) -> None:
    for patch in range(len(PRINTS)):
        assert cloth(patch, cell, 3, 2).size == (3 * cell, 2 * cell)
