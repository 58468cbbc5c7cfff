"""A quilt: linen with a grid, the patches sewn on it, and what may be shown over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product

from PIL import Image, ImageDraw

from game import Placement, Quilt
from game.patches import Cells
from game.squares import COLUMNS, ROWS, SIZE
from render.grounds import linen, wood
from render.picture import Picture, Spot, Stamp, covered, in_palette, stamp
from render.shapes import outline
from render.sprites import margin, patch_numbered, pinned, sewn
from render.symbols import disc, token, write
from render.theme import DAYLIGHT, Colour, Theme, mix

CELL = 104
"""Pixels of a square in the picture of one quilt."""

BORDER = 82
"""Pixels around it: the linen's margin, then wood with letters and digits 54 pixels tall (1/20 of the width)."""

WIDTH = SIZE * CELL + 2 * BORDER
FINE = 3
"""How many times larger outlines are drawn than they are used."""


def draw_quilt(
    quilt: Quilt,
    *,
    seat: int,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    last: Placement | None = None,
    square: int | None = None,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """One quilt, 1,100 pixels wide and tall, with A-I and 1-9 on all sides. Mode P.

    ``seat`` gives the frame its colour and signs. ``ghost`` is shown pale with a blue and white outline, ``candidates``
    as outlines with the numbers 1, 2, …, ``last`` with a red and white outline, ``square`` as a ring around it.
    """
    picture = Picture(_frame(seat, theme), theme)
    at = (BORDER, BORDER)
    lay(picture, at, quilt, CELL)
    if ghost:
        picture.lay(_ghost(ghost.patch.id, ghost.orientation.letter, CELL, theme), _corner(at, ghost, CELL))
    for number, candidate in enumerate(candidates):
        if candidate is not ghost:
            contour(picture, at, candidate, CELL, (theme.white, theme.ink), 5, 3 + 5 * number)
    if last:
        contour(picture, at, last, CELL, (theme.white, theme.last), 6)
    if ghost:
        contour(picture, at, ghost, CELL, (theme.white, theme.ghost), 8)
    for number, place in disc_squares(candidates).items():
        picture.sign(centre(place), disc, number, round(CELL * 0.58), on=theme.linen)
    if square is not None:
        picture.sign(centre((square % SIZE, square // SIZE)), _ring, CELL, on=theme.linen)
    return picture.image


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


def lay(picture: Picture, at: tuple[int, int], quilt: Quilt, cell: int) -> None:
    """Lay a quilt with its grid into a picture, ``cell`` pixels a square, its corner at ``at``."""
    edge = margin(cell)
    picture.image.paste(_linen(cell, picture.theme), (at[0] - edge, at[1] - edge))
    pieces = [
        (sewn_stamp(one.patch.id, one.orientation.letter, cell, picture.theme), _corner(at, one, cell))
        for one in quilt.patches
    ]
    for (shadow, _), corner in pieces:  # first all shadows, so that none falls on a neighbour's cloth
        picture.lay(shadow, corner)
    for (_, body), corner in pieces:
        picture.lay(body, corner)


@lru_cache(maxsize=1000)
def sewn_stamp(patch: int, turn: str, cell: int, theme: Theme) -> tuple[Stamp, Stamp]:
    """A sewn patch as two stamps of the same pixels: with its shadow, and without. Both have `margin` around them."""
    art = sewn(patch, turn, cell, theme)
    whole = stamp(art, theme.linen, theme)
    # Soft shadows never reach this strength, so this leaves the cloth and its buttons alone.
    return whole, Stamp(whole.image, covered(art, 215))


def contour(
    picture: Picture,
    at: tuple[int, int],
    placement: Placement,
    cell: int,
    colours: tuple[Colour, Colour],
    width: int,
    inset: int = 0,
) -> None:
    """Draw the outline of a placement, ``inset`` pixels inside it: a line with a lighter rim, to show on any cloth."""
    piece = _contour(placement.patch.id, placement.orientation.letter, cell, colours, width, inset, picture.theme)
    picture.lay(piece, _corner(at, placement, cell))


def _corner(at: tuple[int, int], placement: Placement, cell: int) -> Spot:
    edge = margin(cell)
    return at[0] + placement.column * cell - edge, at[1] + placement.row * cell - edge


@lru_cache(maxsize=64)
def _ghost(patch: int, turn: str, cell: int, theme: Theme) -> Stamp:
    return stamp(pinned(patch, turn, cell, theme), theme.linen, theme)


@lru_cache(maxsize=256)
def _contour(
    patch: int, turn: str, cell: int, colours: tuple[Colour, Colour], width: int, inset: int, theme: Theme
) -> Stamp:
    look = patch_numbered(patch).by_letter[turn]
    edge = margin(cell)
    corners = outline(look.cells, cell * FINE, (width / 2 + inset) * FINE)
    points = [(x + edge * FINE, y + edge * FINE) for x, y in corners]
    size = (look.width * cell + 2 * edge, look.height * cell + 2 * edge)
    rim, line = (_line(points, thick, size) for thick in (width + 5, width))
    image = Image.new("RGB", size, colours[0])
    image.paste(colours[1], mask=line)
    image.putalpha(rim)
    return stamp(image, theme.linen, theme)


def _line(points: list[tuple[float, float]], width: int, size: tuple[int, int]) -> Image.Image:
    """A closed line through points that are `FINE` times finer than the picture. Mode L."""
    image = Image.new("L", (size[0] * FINE, size[1] * FINE))
    ImageDraw.Draw(image).line([*points, points[0], points[1]], 255, width * FINE, joint="curve")
    return image.reduce(FINE)


def _ring(cell: int, theme: Theme) -> Image.Image:
    image = Image.new("RGBA", (cell * FINE, cell * FINE))
    draw = ImageDraw.Draw(image)
    for edge, colour, width in ((0.04, theme.white, 12), (0.065, theme.last, 7)):
        edges = (cell * FINE * edge, cell * FINE * edge, cell * FINE * (1 - edge), cell * FINE * (1 - edge))
        draw.ellipse(edges, None, colour, width * FINE)
    return image.reduce(FINE)


@cache
def _linen(cell: int, theme: Theme) -> Image.Image:
    return in_palette(linen(cell, theme), theme)


@cache
def _frame(seat: int, theme: Theme) -> Image.Image:
    image = wood(WIDTH, WIDTH, theme).copy()
    draw = ImageDraw.Draw(image)
    colour = {1: theme.blue, 2: theme.amber}[seat]
    draw.rectangle((0, 0, WIDTH - 1, WIDTH - 1), None, colour, 9)
    wooden = BORDER - margin(CELL)
    for step in range(5, 0, -1):
        shade = mix(theme.table, theme.table_dark, 1 - step / 7)
        draw.rectangle((wooden - step, wooden - step, WIDTH - wooden + step - 1, WIDTH - wooden + step - 1), shade)
    side = 9 + (wooden - 9) // 2
    for index in range(SIZE):
        middle = BORDER + index * CELL + CELL // 2
        for line in (side, WIDTH - side):
            write(draw, (middle, line), COLUMNS[index], 54, theme.letters)
            write(draw, (line, middle), ROWS[index], 54, theme.letters)
    mark = token(seat, 46, theme)
    for x, y in product((side, WIDTH - side), repeat=2):
        image.paste(mark, (x - 23, y - 23), mark)
    return in_palette(image, theme)
