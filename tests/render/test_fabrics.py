"""The cloth of the patches: told apart with and without colour, and the thread that shows on it."""

from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from render.fabrics import PRINTS, cloth, thread
from render.theme import CONTRAST, DAYLIGHT, THEMES, Theme
from tests.render.seen import differ
from tests.render.themes import every_theme

PHONE = 13  # pixels of a square of the table's quilts on a phone


def swatches(theme: Theme) -> list[Image.Image]:
    """Two by two squares of every cloth as a phone shows them."""
    return [cloth(patch, 4 * PHONE, 2, 2, theme).reduce(4) for patch in range(len(PRINTS))]


@every_theme
def test_the_thread_stands_out_from_the_whole_print(theme: Theme) -> None:
    for patch in range(len(PRINTS)):
        grey = ImageStat.Stat(cloth(patch, 60, 2, 2, theme).convert("L")).mean[0]
        red, green, blue = ImageColor.getrgb(thread(patch, theme))[:3]
        assert abs(grey - (0.299 * red + 0.587 * green + 0.114 * blue)) > 70, patch


@pytest.mark.slow
@every_theme
def test_the_cloths_of_all_patches_differ_even_on_a_phone(theme: Theme) -> None:
    for one, two in combinations(swatches(theme), 2):
        assert differ(one, two) > 9


@pytest.mark.night
@pytest.mark.parametrize("theme", [DAYLIGHT, THEMES["night"]], ids=["daylight", "night"])
def test_the_cloths_of_all_patches_differ_without_colour(theme: Theme) -> None:
    """In grey, as a phone shows them, and wherever two prints are laid on each other.

    Measured is the mean difference of two by two squares at the best of all offsets (every other pixel of a square, in
    which every print repeats): prints of like greys are told apart by their pattern, like patterns by their greys.
    """
    areas = [cloth(patch, 4 * PHONE, 3, 3, theme).reduce(4).convert("L") for patch in range(len(PRINTS))]
    offsets = list(product(range(0, PHONE, 2), repeat=2))
    for (first, one), (second, two) in combinations(enumerate(areas), 2):
        area = one.crop((0, 0, 2 * PHONE, 2 * PHONE))
        others = (two.crop((x, y, x + 2 * PHONE, y + 2 * PHONE)) for x, y in offsets)
        best = min(ImageStat.Stat(ImageChops.difference(area, other)).mean[0] for other in others)
        assert best > 12, (first, second)


def test_a_print_repeats_without_a_seam() -> None:
    for design in PRINTS:
        step = round(52 / design.repeats / 4) * 4
        image = cloth(PRINTS.index(design), 52, 4, 4, CONTRAST, step=4)
        once, again = image.crop((0, 0, step, step)), image.crop((step, step, 2 * step, 2 * step))
        assert differ(once, again) == 0
