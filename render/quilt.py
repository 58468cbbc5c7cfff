"""A quilt: linen with a grid, the patches sewn on it, and what may be shown over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from PIL import Image, ImageDraw

from game import Placement, Quilt
from game.patches import Cells
from game.squares import COLUMNS, ROWS, SIZE
from render.palette import DAYLIGHT as T
from render.palette import Colour
from render.sprites import ghost_sprite, margin, outline, patch_sprite
from render.symbols import disc, write

CELL = 106
"""Pixels of a square in the picture of one quilt."""

BORDER = 73
"""Pixels around it for the letters and digits, which are 52 pixels tall (1/21 of the width)."""

WIDTH = SIZE * CELL + 2 * BORDER


def draw_quilt(
    quilt: Quilt,
    *,
    seat: int,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    last: Placement | None = None,
    square: int | None = None,
) -> Image.Image:
    """One quilt, 1,100 pixels wide and tall, with A-I and 1-9 on all sides.

    ``seat`` colours the frame. ``ghost`` is shown pale with a blue and white outline, ``candidates`` as outlines with
    the numbers 1, 2, …, ``last`` with a red and white outline, ``square`` as a ring around that square.
    """
    image = _frame(seat).copy()
    lay(image, (BORDER, BORDER), quilt, CELL)
    draw = ImageDraw.Draw(image)
    if ghost:
        _paste(image, (BORDER, BORDER), ghost, CELL, ghost_sprite(ghost.patch.id, ghost.orientation.turn, CELL))
    for candidate in candidates:
        if candidate is not ghost:
            contour(draw, (BORDER, BORDER), candidate, CELL, (T.card, T.ink), 5)
    if last:
        contour(draw, (BORDER, BORDER), last, CELL, (T.white, T.last), 5)
    if ghost:
        contour(draw, (BORDER, BORDER), ghost, CELL, (T.white, T.ghost), 6)
    for number, place in disc_squares(candidates).items():
        sign = disc(number, round(CELL * 0.56))
        x, y = centre(place)
        image.paste(sign, (x - sign.width // 2, y - sign.height // 2), sign)
    if square is not None:
        x, y = centre((square % SIZE, square // SIZE))
        draw.ellipse((x - 47, y - 47, x + 47, y + 47), None, T.white, 9)
        draw.ellipse((x - 45, y - 45, x + 45, y + 45), None, T.last, 5)
    return image


def centre(place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a square (column, row) in the picture of one quilt, in pixels."""
    return BORDER + place[0] * CELL + CELL // 2, BORDER + place[1] * CELL + CELL // 2


def disc_squares(candidates: Sequence[Placement]) -> dict[int, tuple[int, int]]:
    """Where the numbers of the candidates lie, as (column, row): on a square each, as near the top left as can be.

    Up to four different placements of one patch always leave every number a square of its own.
    """
    choices = [sorted(squares_of(candidate), key=lambda cell: (cell[1], cell[0])) for candidate in candidates]
    apart = (cells for cells in product(*choices) if len(set(cells)) == len(cells))
    return dict(enumerate(next(apart, [cells[0] for cells in choices]), 1))


def squares_of(placement: Placement) -> Cells:
    """The squares that a placement covers, as (column, row) on the quilt."""
    return frozenset((placement.column + x, placement.row + y) for x, y in placement.orientation.cells)


def lay(image: Image.Image, at: tuple[int, int], quilt: Quilt, cell: int) -> None:
    """Draw a quilt with its grid into a picture, ``cell`` pixels a square, its corner at ``at``."""
    image.paste(_linen(cell), at)
    for placement in quilt.patches:
        _paste(image, at, placement, cell, patch_sprite(placement.patch.id, placement.orientation.turn, cell))


def contour(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    placement: Placement,
    cell: int,
    colours: tuple[Colour, Colour],
    width: int,
) -> None:
    """Draw the outline of a placement: a light line with a dark one on it, so that it shows on any cloth."""
    corners = outline(squares_of(placement), cell, width / 2)
    points = [(x + at[0], y + at[1]) for x, y in corners]
    for colour, thick in zip(colours, (width + 4, width), strict=True):
        draw.line([*points, points[0], points[1]], colour, thick, joint="curve")


def _paste(image: Image.Image, at: tuple[int, int], placement: Placement, cell: int, sprite: Image.Image) -> None:
    edge = margin(cell)
    image.paste(sprite, (at[0] + placement.column * cell - edge, at[1] + placement.row * cell - edge), sprite)


@cache
def _linen(cell: int) -> Image.Image:
    """The empty quilt: linen with a chalk grid."""
    size = SIZE * cell
    image = Image.new("RGB", (size, size), T.linen)
    draw = ImageDraw.Draw(image)
    dash = max(3, cell // 9)
    for line in range(1, SIZE):
        for start in range(0, size, 2 * dash):
            draw.line((line * cell, start, line * cell, start + dash), T.chalk, max(1, cell // 50))
            draw.line((start, line * cell, start + dash, line * cell), T.chalk, max(1, cell // 50))
    return image


@cache
def _frame(seat: int) -> Image.Image:
    image = Image.new("RGB", (WIDTH, WIDTH), T.table)
    draw = ImageDraw.Draw(image)
    edge = WIDTH - 1
    colour = {1: T.blue, 2: T.amber}[seat]
    draw.rounded_rectangle((0, 0, edge, edge), 8, T.table, colour, 8)
    inner = BORDER + SIZE * CELL
    draw.rectangle((BORDER - 5, BORDER - 5, inner + 4, inner + 4), T.table_dark)
    for index in range(SIZE):
        middle = BORDER + index * CELL + CELL // 2
        for side in (BORDER / 2 + 2, WIDTH - BORDER / 2 - 2):
            write(draw, (middle, side), COLUMNS[index], 52, T.letters)
            write(draw, (side, middle), ROWS[index], 52, T.letters)
    return image
