"""Tags: what a patch costs, on a cream card, and the income it brings."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game import Patch
from render.palette import DAYLIGHT as T
from render.symbols import button, font, hourglass, write


def tag(image: Image.Image, at: tuple[int, int], patch: Patch, size: int, *, too_dear: bool = False) -> None:
    """Write a patch's price, centred at ``at``, in digits ``size`` pixels tall: buttons, then time.

    What cannot be paid has its digits struck through, on a greyed card.
    """
    width, height = tag_size(size)
    left, top = at[0] - width // 2, at[1] - height // 2
    draw = ImageDraw.Draw(image)
    card = T.dull_card if too_dear else T.card
    draw.rounded_rectangle((left, top, left + width, top + height), height // 3, card, T.ink, max(1, size // 18))
    middle = top + height // 2
    _pair(image, left + round(size * 0.16), middle, str(patch.cost), size, "button", too_dear)
    _pair(image, left + width // 2 + round(size * 0.48), middle, str(patch.time), size, "time", False)


def income_sign(image: Image.Image, at: tuple[int, int], income: int, size: int) -> None:
    """Write a patch's income, such as ``+2`` and a button, in digits ``size`` pixels tall; nothing for none.

    It ends at ``at[0]`` on the right and is centred on ``at[1]``.
    """
    if not income:
        return
    icon = button(round(size * 0.8))
    left = at[0] - icon.width
    image.paste(icon, (left, at[1] - icon.height // 2), icon)
    write(ImageDraw.Draw(image), (left - round(size * 0.1), at[1]), f"+{income}", size, T.ink, "rm")


def tag_size(size: int) -> tuple[int, int]:
    """Width and height of a tag with digits of a size, in pixels."""
    return round(size * 4.4), round(size * 1.25)


def _pair(image: Image.Image, left: int, middle: int, digits: str, size: int, sign: str, struck: bool) -> None:
    icon = button(round(size * 0.85)) if sign == "button" else hourglass(round(size * 0.85))
    image.paste(icon, (left, middle - icon.height // 2), icon)
    draw = ImageDraw.Draw(image)
    start = left + icon.width + round(size * 0.12)
    write(draw, (start, middle), digits, size, T.ink, "lm")
    if struck:
        width = draw.textlength(digits, font=font(size))
        draw.line((start - 3, middle + size * 0.28, start + width + 3, middle - size * 0.22), T.last, max(3, size // 9))
