"""Tags: what a patch costs, on a cream card, and the income it brings. All RGBA."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from game import PATCHES
from render.symbols import button, font, hourglass, write
from render.theme import Theme

FINE = 4


@lru_cache(maxsize=128)
def price(patch: int, size: int, too_dear: bool, theme: Theme) -> Image.Image:
    """A patch's price in digits ``size`` pixels tall: a button and its cost, an hourglass and its time.

    A cost that cannot be paid is struck through.
    """
    image = Image.new("RGBA", (size * 5, round(size * 1.1)))
    draw = ImageDraw.Draw(image)
    middle, gap = image.height // 2, round(size * 0.06)
    at, tall = 0, round(size * 0.88)
    for sign, number in ((button(tall, theme), PATCHES[patch].cost), (hourglass(tall, theme), PATCHES[patch].time)):
        image.alpha_composite(sign, (at, middle - sign.height // 2))
        at += sign.width + gap
        digits = str(number)
        wide = round(draw.textlength(digits, font=font(size)))
        write(draw, (at, middle), digits, size, theme.ink, "lm")
        if too_dear and number == PATCHES[patch].cost and sign.width == tall:
            _strike(image, (at - 3, at + wide + 3), middle, size, theme)
        at += wide + round(size * 0.42)
    return image.crop((0, 0, at - round(size * 0.42) + 3, image.height))


def _strike(image: Image.Image, ends: tuple[int, int], middle: int, size: int, theme: Theme) -> None:
    draw = ImageDraw.Draw(image)
    line = (ends[0], middle + size * 0.28, ends[1], middle - size * 0.24)
    width = max(3, size // 11)
    draw.line(line, theme.white, width + 3)  # so that it shows without colour too
    draw.line(line, theme.last, width)


@lru_cache(maxsize=32)
def income(buttons: int, size: int, theme: Theme) -> Image.Image:
    """A patch's income, such as ``+2`` and a button, in digits ``size`` pixels tall; nothing for none."""
    icon = button(round(size * 0.85), theme)
    digits = f"+{buttons}" if buttons else ""
    wide = round(font(size).getlength(digits)) + round(size * 0.1)
    image = Image.new("RGBA", (wide + icon.width, round(size * 1.1)))
    if buttons:
        write(ImageDraw.Draw(image), (0, image.height // 2), digits, size, theme.ink, "lm")
        image.alpha_composite(icon, (wide, (image.height - icon.height) // 2))
    return image


@lru_cache(maxsize=32)
def card(width: int, height: int, colour: str, edge: str, line: int, theme: Theme) -> Image.Image:
    """A card with round corners, a border of ``line`` pixels and its shadow below."""
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
    """An empty cream tag with a string hole; grey for what cannot be paid."""
    image = Image.new("RGBA", (width * FINE, height * FINE))
    draw = ImageDraw.Draw(image)
    right, low, cut = width * FINE - 1, height * FINE - 1, height * FINE * 0.3
    corners = [(cut, 0), (right, 0), (right, low), (cut, low), (0, low - cut), (0, cut)]
    draw.polygon(corners, theme.dull if too_dear else theme.card, theme.ink, 2 * FINE)
    hole, x, y = 4 * FINE, cut * 0.75, low / 2
    draw.ellipse((x - hole, y - hole, x + hole, y + hole), theme.table, theme.ink, FINE)
    return image.reduce(FINE)
