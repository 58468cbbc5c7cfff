"""Tags: the price of a patch, on a cream card. All RGBA."""

from functools import lru_cache

from PIL import Image, ImageDraw

from game import PATCHES
from render.symbols import FINE, NARROW, button, hourglass, length, smooth, supersampled, widened, write
from render.theme import Theme


def price(
    patch: int, size: int, too_dear: bool, theme: Theme, *, tight: bool = False, upright: bool = False
) -> Image.Image:
    """A patch's price in digits ``size`` pixels tall: a button and its cost, an hourglass and its time.

    The button of a price that is ``too_dear`` is struck through. A ``tight`` price has smaller signs; in an ``upright``
    one, the time is below the cost.
    """
    tall = round(size * (0.66 if tight else 0.8 if upright else 0.88))
    signs = button(tall, theme), hourglass(tall, theme)
    parts = [
        _amount(sign, tall if upright else sign.width, number, size, theme)
        for sign, number in zip(signs, (PATCHES[patch].cost, PATCHES[patch].time), strict=True)
    ]
    if too_dear:
        _strike(parts[0], tall, parts[0].height // 2, theme)
    first, second = parts
    at = (0, tall) if upright else (first.width + round(size * 0.3 if tight else size * 0.42) - 3, 0)
    image = Image.new("RGBA", (max(first.width, at[0] + second.width), at[1] + second.height))
    image.alpha_composite(first)
    image.alpha_composite(second, at)
    edge = (first.height - tall) // 2 if upright else 0
    return image.crop((0, edge, image.width, image.height - edge))


def income_digit(buttons: int, size: int, theme: Theme) -> Image.Image:
    """An income in one digit ``size`` pixels tall: on a piece of the time board's tape, before a button."""
    tall, digits = round(size * 0.8), str(buttons)
    sign, left = button(round(tall * 0.8), theme), round(length(digits, size)) + 5
    image, draw = supersampled(left + sign.width + 5, tall)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, tall * FINE * 0.14, theme.tape, theme.ink, 2 * FINE)
    image = smooth(image)
    image.alpha_composite(sign, (left + 1, (tall - sign.height) // 2))
    write(ImageDraw.Draw(image), (5, tall / 2), digits, size - 4, theme.ink, "lm")
    return image


def _amount(sign: Image.Image, room: int, number: int, size: int, theme: Theme) -> Image.Image:
    """A sign in the middle of a ``room`` pixels wide, and a number in digits ``size`` pixels tall."""
    left, digits = room + round(size * 0.06), str(number)
    image = Image.new("RGBA", (left + round(length(digits, size)) + 3, round(size * 1.1)))
    image.alpha_composite(sign, ((room - sign.width) // 2, image.height // 2 - sign.height // 2))
    write(ImageDraw.Draw(image), (left, image.height // 2), digits, size, theme.ink, "lm")
    return image


def _strike(image: Image.Image, wide: int, middle: int, theme: Theme) -> None:
    """A cross over a button ``wide`` pixels wide: the digits beside it stay legible."""
    draw, high = ImageDraw.Draw(image), wide * 0.4
    width = max(3, wide // 8)
    for thick, colour in ((width + 4, theme.white), (width, theme.last)):  # white, so that it shows without colour too
        for way in (-1, 1):
            draw.line((wide * 0.1, middle + way * high, wide * 0.9, middle - way * high), colour, thick)


@lru_cache(maxsize=8)
def card(width: int, height: int, colour: str, edge: str, line: int, theme: Theme) -> Image.Image:
    """A card with round corners, a border of ``line`` pixels, and a shadow below."""
    image, draw = supersampled(NARROW, height)
    right, low, radius = NARROW * FINE - 1, height * FINE - 1, 15 * FINE
    if theme.finish.shadow:
        draw.rounded_rectangle((0, 4 * FINE, right, low), radius, theme.table_dark)
        low -= 4 * FINE
    draw.rounded_rectangle((0, 0, right, low), radius, colour, edge, line * FINE)
    return widened(smooth(image), width)


@lru_cache(maxsize=32)
def tag(width: int, height: int, too_dear: bool, theme: Theme) -> Image.Image:
    """An empty cream tag whose upper end is cut to a point, where its number goes; grey if the patch is too dear."""
    image, draw = supersampled(width, height)
    right, low, cut = width * FINE - 1, height * FINE - 1, width * FINE * 0.26
    corners = [(cut, 0), (right - cut, 0), (right, cut), (right, low), (0, low), (0, cut)]
    draw.polygon(corners, theme.dull if too_dear else theme.card, theme.ink, 2 * FINE)
    return smooth(image)
