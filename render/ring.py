"""The ring: the patches that are left, clockwise from the pawn."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game import PATCHES, Patch, Position
from game.position import OFFERS
from render.palette import DAYLIGHT as T
from render.sprites import patch_sprite
from render.symbols import spool, write
from render.tags import income_sign, tag

WIDTH = 1100
COLUMNS = (4, 5, 6)
"""How many cards may stand in a row: the fewer patches are left, the larger they are drawn."""

EDGE = 10
"""Pixels above and below the rows."""


def draw_ring(position: Position) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its tag: 1,100 pixels wide."""
    columns, height = _layout(len(position.ring) + 1)
    row = row_height(columns)
    image = Image.new("RGB", (WIDTH, height), T.table)
    pawn = spool(row * 5 // 8)
    image.paste(pawn, ((WIDTH // columns - pawn.width) // 2, EDGE + (row - pawn.height) // 2), pawn)
    for place, patch in enumerate(position.ring, 1):
        left, top = place % columns * WIDTH // columns, EDGE + place // columns * row
        _card(image, (left + 4, top + 4, left + WIDTH // columns - 5, top + row - 5), PATCHES[patch], place)
    return image


def row_height(columns: int) -> int:
    """Pixels of a row with so many cards; six rows of six fit in a square."""
    return round(0.97 * WIDTH / columns)


def _layout(places: int) -> tuple[int, int]:
    """The fewest columns with which the picture is no taller than wide, and its height."""
    heights = {columns: -(-places // columns) * row_height(columns) + 2 * EDGE for columns in COLUMNS}
    return next((columns, height) for columns, height in heights.items() if height <= WIDTH)


def _card(image: Image.Image, box: tuple[int, int, int, int], patch: Patch, number: int) -> None:
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = box
    size = (right - left) // 5  # of the digits, in pixels; a tag is 4.4 of them wide
    offered = number <= OFFERS
    draw.rounded_rectangle(box, 12, T.linen if offered else T.dull_card, T.amber if offered else None, 5)
    header = top + round(0.72 * size)
    write(draw, (left + size // 3, header), str(number), size, T.ink, "lm")
    income_sign(image, (right - size // 3, header), patch.income, size)
    sprite = patch_sprite(patch.id, lying(patch), round(0.68 * size))
    middle = (left + right) // 2
    image.paste(sprite, (middle - sprite.width // 2, top + round(2.33 * size) - sprite.height // 2), sprite)
    tag(image, (middle, bottom - round(0.82 * size)), patch, size)


def lying(patch: Patch) -> str:
    """The turn in which a patch is wider than tall."""
    first = patch.orientations[0]
    return "N" if first.width >= first.height else patch.turned(first).turn
