"""Emoji: signs and patches cut out like stickers, so that they show on dark grounds and on light ones."""

import math
from collections.abc import Callable

from PIL import Image, ImageChops

from game import LEATHER
from render.sprites import margin, paste, patch_numbered, sewn
from render.symbols import button, hourglass, token
from render.theme import DAYLIGHT, Theme

SIZE = 128  # width and height in pixels, as Discord wants them. In a line of text it shows them 22 pixels tall.
EDGES = (3, 8)  # how far the dark line around a picture reaches beyond it, and the light one around that, in pixels

ROOM = SIZE - 2 * (EDGES[-1] + 1)
"""Pixels that are left for the picture itself."""

LARGEST_SQUARE = 40  # pixels of a square at most, so that a short bar looks shorter than a long one


def draw_sign(name: str, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """Draw one of the `SIGNS`, 128 pixels wide and tall, with nothing around it. RGBA."""
    return _cut_out(SIGNS[name](ROOM, theme), theme)


def draw_patch_icon(patch: int, letter: str, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """Draw a patch in one of its orientations, in the same way."""
    orientation = patch_numbered(patch).by_letter[letter]
    cell = min(LARGEST_SQUARE, ROOM // max(orientation.width, orientation.height))
    return _cut_out(_cloth(patch, letter, cell, theme), theme)


def _cloth(patch: int, letter: str, cell: int, theme: Theme) -> Image.Image:
    """A sewn patch without its shadow and the margin around it."""
    art = sewn(patch, letter, cell, theme)
    edge = margin(cell)
    return _solid(art.crop((edge, edge, art.width - edge, art.height - edge)))


def _solid(art: Image.Image) -> Image.Image:
    """Art without its shadow, which would make the line around it bulge."""
    solid = art.copy()
    solid.putalpha(art.getchannel("A").point(lambda value: max(0, (value - 190) * 255 // 65)))
    return solid


SIGNS: dict[str, Callable[[int, Theme], Image.Image]] = {
    "button": lambda size, theme: _solid(button(size, theme)),
    "time": hourglass,
    "leather": lambda size, theme: _cloth(LEATHER.id, "N", size, theme),
    "round_blue_token": lambda size, theme: token(1, size, theme),
    "square_amber_token": lambda size, theme: token(2, size, theme),
}
"""The signs, each drawn as tall as the room that there is, by name."""


def _cut_out(art: Image.Image, theme: Theme) -> Image.Image:
    """Art in the middle of an emoji, with a dark line and then a light one around it."""
    image = Image.new("RGBA", (SIZE, SIZE))
    paste(image, art, SIZE / 2, SIZE / 2)
    shape = image.getchannel("A")
    for edge, colour in zip(EDGES, (theme.ink, theme.light_thread), strict=True):
        under = Image.new("RGBA", (SIZE, SIZE), colour)
        under.putalpha(_grown(shape, edge))
        under.alpha_composite(image)
        image = under
    return image


def _grown(shape: Image.Image, edge: int) -> Image.Image:
    """A shape that reaches ``edge`` pixels farther, with round corners. Mode L."""
    grown = shape.copy()
    for angle in (step * math.pi / 8 for step in range(16)):
        away = ImageChops.offset(shape, round(edge * math.cos(angle)), round(edge * math.sin(angle)))
        grown = ImageChops.lighter(grown, away)
    return grown
