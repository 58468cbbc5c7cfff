"""Prices: struck where they cannot be paid, which shows without colour too."""

from PIL import Image, ImageChops

from game import PATCHES
from render import offers
from render.canvas import on
from render.tags import price
from render.theme import Theme
from tests.render.themes import every_theme


def struck(patch: int, theme: Theme) -> Image.Image:
    """Where a strike changes the grey of a price, on the ground of what is too dear. Mode L, 255 where it does."""
    plain, dear = (
        on(price(patch, offers.DIGITS, too_dear, theme), theme.dull).convert("L") for too_dear in (False, True)
    )
    return ImageChops.difference(plain, dear).point(lambda value: 255 if value > 50 else 0)


@every_theme
def test_what_cannot_be_paid_is_struck_through_even_without_colour(theme: Theme) -> None:
    for patch in PATCHES:
        box = struck(patch.id, theme).getbbox()
        assert box is not None
        left, top, right, low = box
        assert right <= offers.DIGITS * 0.9  # over the button, not over the digits
        assert right - left > offers.DIGITS * 0.6
        assert low - top > offers.DIGITS * 0.6
