"""Tags: the price of a patch, on a cream card. All RGBA."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from game import PATCHES
from render.symbols import button, font, hourglass, write
from render.theme import Theme

FINE = 4


@lru_cache(maxsize=128)
def price(patch: int, size: int, too_dear: bool, theme: Theme, *, tight: bool = False) -> Image.Image:
    """A patch's price in digits ``size`` pixels tall: a button and its cost, an hourglass and its time.

    The button of a price that is ``too_dear`` is struck through. A ``tight`` price has smaller signs.
    """
    image = Image.new("RGBA", (size * 5, round(size * 1.1)))
    draw = ImageDraw.Draw(image)
    middle, gap = image.height // 2, round(size * 0.06)
    at, tall, apart = 0, round(size * (0.66 if tight else 0.88)), round(size * (0.3 if tight else 0.42))
    for sign, number in ((button(tall, theme), PATCHES[patch].cost), (hourglass(tall, theme), PATCHES[patch].time)):
        image.alpha_composite(sign, (at, middle - sign.height // 2))
        if too_dear and not at:
            _strike(image, tall, middle, theme)
        at += sign.width + gap
        digits = str(number)
        wide = round(draw.textlength(digits, font=font(size)))
        write(draw, (at, middle), digits, size, theme.ink, "lm")
        at += wide + apart
    return image.crop((0, 0, at - apart + 3, image.height))


def _strike(image: Image.Image, wide: int, middle: int, theme: Theme) -> None:
    """A cross over a button ``wide`` pixels wide: the digits beside it stay legible."""
    draw, high = ImageDraw.Draw(image), wide * 0.4
    width = max(3, wide // 8)
    for thick, colour in ((width + 4, theme.white), (width, theme.last)):  # white, so that it shows without colour too
        for way in (-1, 1):
            draw.line((wide * 0.1, middle + way * high, wide * 0.9, middle - way * high), colour, thick)


@lru_cache(maxsize=32)
def card(width: int, height: int, colour: str, edge: str, line: int, theme: Theme) -> Image.Image:
    """A card with round corners, a border of ``line`` pixels, and a shadow below."""
    image = Image.new("RGBA", (width * FINE, height * FINE))
    draw = ImageDraw.Draw(image)
    right, low, radius = width * FINE - 1, height * FINE - 1, 15 * FINE
    if theme.finish.shadow:
        draw.rounded_rectangle((0, 4 * FINE, right, low), radius, theme.table_dark)
        low -= 4 * FINE
    draw.rounded_rectangle((0, 0, right, low), radius, colour, edge, line * FINE)
    return image.reduce(FINE)


@lru_cache(maxsize=32)
def tag(width: int, height: int, too_dear: bool, theme: Theme) -> Image.Image:
    """An empty cream tag with a string hole; grey if the patch is too dear."""
    image = Image.new("RGBA", (width * FINE, height * FINE))
    draw = ImageDraw.Draw(image)
    right, low, cut = width * FINE - 1, height * FINE - 1, height * FINE * 0.3
    corners = [(cut, 0), (right, 0), (right, low), (cut, low), (0, low - cut), (0, cut)]
    draw.polygon(corners, theme.dull if too_dear else theme.card, theme.ink, 2 * FINE)
    hole, x, y = 4 * FINE, cut * 0.75, low / 2
    draw.ellipse((x - hole, y - hole, x + hole, y + hole), theme.table, theme.ink, FINE)
    return image.reduce(FINE)
