"""The ring: the patches that are left, clockwise from the pawn, on cards that a thread joins into a ring."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from game import PATCHES, Position
from game.position import OFFERS
from render.canvas import Canvas, Spot, in_palette, stamp
from render.grounds import wood
from render.shelf import kept
from render.sprites import lying, paste, sewn
from render.stamp import Stamp
from render.symbols import disc, incomes, spool
from render.tags import card, price
from render.theme import DAYLIGHT, Theme

WIDTH = 1100
EDGE = 10
"""Pixels above and below the rows."""

SHAPES = ((3, 3, 1), (4, 3, 1), (5, 3, 1), (5, 4, 1), (6, 4, 1), (6, 4, 2), (6, 5, 2), (6, 6, 2), (6, 6, 3))
"""Columns, rows and lanes: the fewer patches are left, the larger their cards and the simpler their ring."""

INNERMOST = ((3, 3), (2, 3), (2, 2), (3, 2))
"""The middle of six by six cells: a bend of the second lane where all of them are needed."""

DIGITS = 47
"""Height of the digits on the smallest cards, in pixels: still 1/24 of the width."""

GAP = 6
"""Pixels between two cards."""

LINK = 26
"""Size in pixels of the arrow from each card to the next."""

THREAD = 8
"""Width in pixels of the thread that shows where there are no cards."""

Cell = tuple[int, int]
"""A column and a row of the picture."""


def draw_ring(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its price: 1,100 pixels wide. Mode P.

    They go round clockwise from the spool, which is the pawn, and, where they are many, back inside.
    """
    columns, rows, _ = shape = shape_for(len(position.ring) + 1)
    row = row_height(columns, rows)
    picture = Canvas(_top(rows * row + 2 * EDGE, theme), theme)
    middles = [_middle(cell, columns, row) for cell in path(*shape)]
    width, size = WIDTH // columns - GAP, _digits(columns)
    links = list(zip(middles, [*middles[1:], middles[0]], strict=True))
    for here, there in links:
        picture.lay(_thread(abs(there[0] - here[0]), abs(there[1] - here[1]), theme), _between(here, there), "mm")
    picture.sign(middles[0], spool, row * 5 // 8, on=theme.table)
    for place, patch in enumerate(position.ring, 1):
        x, y = middles[place]
        piece = _card(patch, place <= OFFERS, width, row - GAP, columns, theme)
        picture.lay(piece, (x, y), "mm")
        ground = theme.offer if place <= OFFERS else theme.dull
        picture.sign((x - width / 2 + 6 + size / 2, y - row / 2 + 9 + size / 2), disc, place, size, on=ground)
    for here, there in links:
        way = (there[0] > here[0]) - (there[0] < here[0]), (there[1] > here[1]) - (there[1] < here[1])
        picture.lay(_arrow(way, theme), _between(here, there), "mm")
    return picture.image


def shape_for(places: int) -> tuple[int, int, int]:
    """The columns, rows and lanes of the smallest ring that has so many places, the spool's among them."""
    return next(shape for shape in SHAPES if len(path(*shape)) >= places)


def path(columns: int, rows: int, lanes: int) -> list[Cell]:
    """The places of a ring in order, each beside the one before it, and the last beside the first.

    The first lies on the left edge, below the top row; from there the way is clockwise round the edge. A second lane
    goes back inside.
    """
    outer = _lane(0, 0, columns - 1, rows - 1)
    way = outer[-1:] + outer[:-1]
    if lanes > 1:
        way += _lane(1, 1, columns - 2, rows - 2)[::-1]
    if lanes > 2:
        bend = way.index((4, 3)) + 1
        way[bend:bend] = INNERMOST
    return way


def row_height(columns: int, rows: int) -> int:
    """Height in pixels of a row of cards: at most all rows fit in a square."""
    return min(round(0.97 * WIDTH / columns), (WIDTH - 2 * EDGE) // rows)


def _lane(left: int, top: int, right: int, low: int) -> list[Cell]:
    """The cells along the edge of a box, clockwise from its top left corner."""
    return [
        *((column, top) for column in range(left, right)),
        *((right, row) for row in range(top, low)),
        *((column, low) for column in range(right, left, -1)),
        *((left, row) for row in range(low, top, -1)),
    ]


def _middle(cell: Cell, columns: int, row: int) -> Spot:
    """The middle of a cell, in pixels."""
    return (cell[0] + 0.5) * WIDTH / columns, EDGE + (cell[1] + 0.5) * row


def _between(one: Spot, two: Spot) -> Spot:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _digits(columns: int) -> int:
    """Height of the digits of prices, in pixels."""
    return max(DIGITS, WIDTH // columns // 5)


def _top(height: int, theme: Theme) -> Image.Image:
    """The table top. Mode P."""
    return in_palette(wood(WIDTH, 1, theme), theme).resize((WIDTH, height), Image.Resampling.NEAREST)


@kept
def _card(patch: int, offered: bool, width: int, height: int, columns: int, theme: Theme) -> Stamp:
    """A card without its number. In between, nothing may touch the number, the income or the price."""
    edge = theme.ink if offered else theme.table_dark
    image = card(width, height, theme.offer if offered else theme.dull, edge, 5 if offered else 2, theme).copy()
    size = _digits(columns)
    if buttons := PATCHES[patch].income:
        sign = incomes(buttons, round(size * 0.82), theme)
        image.alpha_composite(sign, (width - sign.width - 9, 9))
    orientation = lying(patch)
    top, low = round(size * 0.82) + 14, height - round(size * 1.02) - 10
    cell = min(round(0.72 * size), (width - 40) // orientation.width, (low - top - 8) // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), width / 2, (top + low) / 2)
    cost = price(patch, size, False, theme, tight=True)
    paste(image, cost, width / 2, height - 0.5 * size - 9)
    return stamp(image, theme.table, theme)


@lru_cache(maxsize=64)
def _thread(wide: float, tall: float, theme: Theme) -> Stamp:
    """The thread from one place to the next: dashes, as they are sewn."""
    size = (max(THREAD, round(wide)), max(THREAD, round(tall)))
    image = Image.new("RGBA", size)
    draw, upright = ImageDraw.Draw(image), tall > wide
    for start in range(0, max(size), 26):
        ends = (0, start, THREAD, start + 16) if upright else (start, 0, start + 16, THREAD)
        draw.rectangle(ends, theme.last)
    return stamp(image, theme.table, theme)


@lru_cache(maxsize=32)
def _arrow(way: tuple[int, int], theme: Theme) -> Stamp:
    """The head of an arrow to the next place."""
    fine = 4
    image = Image.new("RGBA", (LINK * fine, LINK * fine))
    full = LINK * fine - 1
    corners = [(full * 0.14, full * 0.04), (full * 0.96, full / 2), (full * 0.14, full * 0.96)]
    ImageDraw.Draw(image).polygon(corners, theme.last, theme.white, 3 * fine)
    turns = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}
    return stamp(image.rotate(turns[way]).reduce(fine), theme.table, theme)
