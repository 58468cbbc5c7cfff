"""The ring: the patches that are left, clockwise from the pawn."""

from __future__ import annotations

from PIL import Image

from game import PATCHES, Position
from game.position import OFFERS
from render.canvas import Canvas, Stamp, in_palette, stamp
from render.grounds import wood
from render.shelf import kept
from render.sprites import lying, paste, sewn
from render.symbols import incomes, spool
from render.tags import card, price
from render.theme import DAYLIGHT, Theme

WIDTH = 1100
COLUMNS = (3, 4, 5, 6)
"""How many cards may stand in a row: the fewer patches are left, the larger they are drawn."""

EDGE = 10
"""Pixels above and below the rows."""

DIGITS = 47
"""Height of the digits on the smallest cards, in pixels: still 1/24 of the width."""


def draw_ring(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its price: 1,100 pixels wide. Mode P."""
    columns, height = _layout(len(position.ring) + 1)
    row = row_height(columns)
    picture = Canvas(_top(height, theme), theme)
    middle = (WIDTH // columns // 2, EDGE + row // 2)
    picture.sign(middle, spool, row * 5 // 8, on=theme.table)
    for place, patch in enumerate(position.ring, 1):
        left, top = place % columns * WIDTH // columns, EDGE + place // columns * row
        width = (place % columns + 1) * WIDTH // columns - left
        piece = _card(patch, place <= OFFERS, width - 6, row - 6, theme)
        picture.lay(piece, (left + 3, top + 3))
        ground = theme.offer if place <= OFFERS else theme.dull
        size = _digits(width)
        picture.write((left + 14, top + 6 + size * 0.55), str(place), size, theme.ink, ground, "lm")
    return picture.image


def row_height(columns: int) -> int:
    """Height in pixels of a row of ``columns`` cards; six rows of six fit in a square."""
    return round(0.97 * WIDTH / columns)


def _digits(width: int) -> int:
    return max(DIGITS, width // 5)


def _layout(places: int) -> tuple[int, int]:
    """The fewest columns that keep the picture no taller than it is wide, and its height in pixels."""
    heights = {columns: -(-places // columns) * row_height(columns) + 2 * EDGE for columns in COLUMNS}
    return next((columns, height) for columns, height in heights.items() if height <= WIDTH)


def _top(height: int, theme: Theme) -> Image.Image:
    """The table top. Mode P."""
    return in_palette(wood(WIDTH, 1, theme), theme).resize((WIDTH, height), Image.Resampling.NEAREST)


@kept
def _card(patch: int, offered: bool, width: int, height: int, theme: Theme) -> Stamp:
    """A card without its number."""
    edge = theme.ink if offered else theme.table_dark
    image = card(width, height, theme.offer if offered else theme.dull, edge, 5 if offered else 2, theme).copy()
    size = _digits(width + 6)
    sign = incomes(max(1, PATCHES[patch].income), round(size * 0.9), theme)
    image.alpha_composite(sign, (width - sign.width - 8, 6))
    orientation = lying(patch)
    room = height - 2.25 * size
    cell = min(round(0.72 * size), (width - 14) // orientation.width, round(room) // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), width / 2, 1.15 * size + room / 2)
    cost = price(patch, size, False, theme)
    if cost.width > width - 12:
        cost = price(patch, size, False, theme, tight=True)
    paste(image, cost, width / 2, height - 0.66 * size)
    return stamp(image, theme.table, theme)
