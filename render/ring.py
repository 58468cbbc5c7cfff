"""The ring: the patches that are left, clockwise from the pawn."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game import PATCHES, Patch, Position
from game.position import OFFERS
from render.palette import DAYLIGHT as T
from render.sprites import margin, patch_sprite
from render.symbols import spool, write
from render.tags import tag

WIDTH = 1100
COLUMNS = 6
ROW = 178
CELL = 24
"""Pixels of a square, so that a row of five fits beside its number."""


def draw_ring(position: Position) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its tag: 1,100 pixels wide."""
    count = len(position.ring) + 1
    rows = max(1, -(-count // COLUMNS))
    image = Image.new("RGB", (WIDTH, rows * ROW + 20), T.table)
    pawn = spool(110)
    image.paste(pawn, (WIDTH // COLUMNS // 2 - 55, 40), pawn)
    for place, patch in enumerate(position.ring, 1):
        left, top = place % COLUMNS * WIDTH // COLUMNS, 10 + place // COLUMNS * ROW
        _card(image, (left + 4, top + 4, left + WIDTH // COLUMNS - 5, top + ROW - 5), PATCHES[patch], place)
    return image


def _card(image: Image.Image, box: tuple[int, int, int, int], patch: Patch, number: int) -> None:
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = box
    offered = number <= OFFERS
    draw.rounded_rectangle(box, 12, T.linen if offered else T.dull_card, T.amber if offered else None, 5)
    write(draw, (left + 12, top + 8), str(number), 36, T.ink, "lt")
    look = lying(patch)
    sprite = patch_sprite(patch.id, look, CELL)
    x = (
        right - 12 - sprite.width + margin(CELL)
        if patch.by_turn[look].width > 3
        else (left + right + 30 - sprite.width) // 2
    )
    image.paste(sprite, (x, top + 62 - sprite.height // 2 + 4), sprite)
    tag(image, ((left + right) // 2, bottom - 28), patch, 34)


def lying(patch: Patch) -> str:
    """The turn in which a patch is wider than tall."""
    first = patch.orientations[0]
    return "N" if first.width >= first.height else patch.turned(first).turn
