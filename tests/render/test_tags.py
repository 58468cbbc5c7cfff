"""Prices: struck where they cannot be paid, which shows without colour too."""

import pytest
from PIL import Image, ImageChops

from game import PATCHES, Patch
from render import offers
from render.canvas import Canvas, on
from render.tags import income_digit, price
from render.theme import DAYLIGHT, Theme
from tests.render.seen import colours
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


@pytest.mark.slow
@pytest.mark.parametrize("size", [offers.NEXT, offers.BESIDE], ids=["table", "panel"])
@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: str(patch.id))
def test_a_patch_that_follows_touches_neither_its_income_nor_its_price(patch: Patch, size: tuple[int, int]) -> None:
    card = Canvas.over(offers.next_card(patch.id, size, DAYLIGHT), DAYLIGHT).image.convert("RGB")
    cost = price(patch.id, offers.NEXT_DIGITS, False, DAYLIGHT, tight=True)
    brings = income_digit(patch.income, offers.NEXT_DIGITS, DAYLIGHT)
    columns = [(card.width - 10 - cost.width, card.height - 10)]
    if patch.income:
        is_above = size == offers.BESIDE
        columns.append(((card.width if is_above else columns[0][0]) - brings.width - 12, 36 if is_above else 31))
    for column, low in columns:
        assert len(card.crop((column, 6, column + 1, low)).getcolors() or []) == 1, column


@pytest.mark.slow
@every_theme
def test_the_patches_that_follow_say_how_many_buttons_they_bring(theme: Theme) -> None:
    """The same patch with another income has another card: in figures, not in specks."""
    for size in (offers.NEXT, offers.BESIDE):
        cards = {}
        for patch in (1, 4, 6, 18):  # they bring 0 to 3
            image = Canvas.over(offers.next_card(patch, size, theme), theme).image
            cards[PATCHES[patch].income] = colours(image)[theme.tape]
        assert sorted(cards) == [0, 1, 2, 3]
        assert cards[0] < 20 < 300 < min(cards[1], cards[2], cards[3])
