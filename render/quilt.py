"""A quilt: linen with a grid, the patches sewn on it, and the marks that may lie over them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PIL import Image, ImageDraw

from game import Placement, Quilt
from game.patches import Cells
from game.squares import COLUMNS, ROWS, SIZE
from render.canvas import Canvas, in_palette, stamp
from render.contours import Line, contour
from render.grounds import framed, linen
from render.shelf import kept
from render.sprites import button_squares, cut, margin, pinned, sewn
from render.stamp import Stamp, boxed
from render.symbols import disc, token, write
from render.theme import DAYLIGHT, Theme, mix

CELL = 96
"""Pixels per square in the picture of one quilt."""

BORDER = 78
"""Pixels around it: the linen's margin, then wood with letters and digits 54 pixels tall (1/19 of the width)."""

WIDTH = SIZE * CELL + 2 * BORDER
"""Less than 1,024: deflate spends a bit more on each match with the row above if that is farther away."""

SOLID = [0] * 215 + [255] * 41
"""From here on, pixels at the edge of a patch are its cloth, and hide what lies below it."""

INSET = 3
"""How far inside its squares the outline of a place lies, in pixels: places side by side leave each other's whole."""

DASH = 24
"""How long the stitches are with which a ghost is basted, in pixels."""

FINE = 3
"""A ring is drawn this many times larger, then reduced."""


def draw_quilt(
    quilt: Quilt,
    *,
    seat: int,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    new: Sequence[Placement] = (),
    square: int | None = None,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """One quilt, 1,020 pixels wide and tall, with A-I and 1-9 on all sides. Mode P.

    ``seat`` gives the frame its colour and signs. ``ghost`` is held above everything else and basted with long white
    stitches, ``candidates``, which should share no square, are outlines with the numbers 1, 2, …, ``new`` patches have
    a red and white outline, and ``square`` a ring around it.
    """
    picture = Canvas.over(_frame(seat, theme), theme)
    at = (BORDER, BORDER)
    if ghost:
        picture.lay_rim(_ghost(ghost, theme), _corner(at, ghost, CELL))  # for its shadow, which falls on linen alone
    lay(picture, at, quilt, CELL)
    for candidate in candidates:
        if candidate is not ghost:
            outline(picture, at, candidate, CELL, Line(theme.white, theme.ink, 5), INSET)
    for placement in new:
        outline(picture, at, placement, CELL, Line(theme.white, theme.last, 6))
    if ghost:
        picture.lay_body(_ghost(ghost, theme), _corner(at, ghost, CELL))
        outline(picture, at, ghost, CELL, Line(theme.ink, theme.white, 8, DASH))
    for number, place in disc_squares(candidates, ghost).items():
        picture.sign(centre(place), disc, number, round(CELL * 0.58), on=theme.linen)
    if square is not None:
        picture.sign(centre((square % SIZE, square // SIZE)), _ring, CELL, on=theme.linen)
    return picture.image


def centre(place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a square (column, row) in the picture of one quilt, in pixels."""
    return BORDER + place[0] * CELL + CELL // 2, BORDER + place[1] * CELL + CELL // 2


def disc_squares(candidates: Sequence[Placement], ghost: Placement | None = None) -> dict[int, tuple[int, int]]:
    """Where the candidates' numbers lie, as (column, row): each as close to the top left of its place as possible.

    A number keeps off the ghost, or, where it has to lie on it, at least off its buttons.
    """
    hidden = squares_of(ghost) if ghost else frozenset()
    buttons = _button_squares(ghost) if ghost else frozenset()
    return {
        number: min(squares_of(place), key=lambda cell: (cell in buttons, cell in hidden, cell[1], cell[0]))
        for number, place in enumerate(candidates, 1)
    }


def _button_squares(placement: Placement) -> Cells:
    """The squares on which a placement has its buttons, as (column, row) on the quilt."""
    squares = button_squares(placement.patch, placement.orientation)
    return frozenset((placement.column + x, placement.row + y) for x, y in squares)


def squares_of(placement: Placement) -> Cells:
    """The squares that a placement covers, as (column, row) on the quilt."""
    return frozenset((placement.column + x, placement.row + y) for x, y in placement.orientation.cells)


def lay(picture: Canvas, at: tuple[int, int], quilt: Quilt, cell: int) -> None:
    """Lay the patches of a quilt on its linen, ``cell`` pixels per square, with its corner at ``at``."""
    pieces = [
        (sewn_stamp(one.patch.id, one.orientation.letter, cell, picture.theme), _corner(at, one, cell))
        for one in quilt.patches
    ]
    for piece, corner in pieces:  # first all shadows, so that none falls on a neighbour's cloth
        picture.lay_rim(piece, corner)
    for piece, corner in pieces:
        picture.lay_body(piece, corner)


@kept
def sewn_stamp(patch: int, letter: str, cell: int, theme: Theme) -> Stamp:
    """A sewn patch with its shadow and a `margin` around it; its body is the cloth."""
    art = sewn(patch, letter, cell, theme)
    return stamp(art, theme.linen, theme, body=cut(patch, letter, cell, theme).point(SOLID))


def outline(picture: Canvas, at: tuple[int, int], placement: Placement, cell: int, line: Line, inset: int = 0) -> None:
    """Draw a line around a placement, ``inset`` pixels inside it."""
    corner = at[0] + placement.column * cell, at[1] + placement.row * cell
    contour(picture, corner, placement.patch.id, placement.orientation.letter, cell, line, inset)


def _corner(at: tuple[int, int], placement: Placement, cell: int) -> tuple[int, int]:
    edge = margin(cell)
    return at[0] + placement.column * cell - edge, at[1] + placement.row * cell - edge


def _ghost(ghost: Placement, theme: Theme) -> Stamp:
    return _ghost_stamp(ghost.patch.id, ghost.orientation.letter, theme)


@kept
def _ghost_stamp(patch: int, letter: str, theme: Theme) -> Stamp:
    """A patch that is not sewn yet, with its shadow; its body is the cloth."""
    body = cut(patch, letter, CELL, theme, False).point(SOLID)
    return stamp(pinned(patch, letter, CELL, theme), theme.linen, theme, body=body)


def _ring(cell: int, theme: Theme) -> Image.Image:
    image = Image.new("RGBA", (cell * FINE, cell * FINE))
    draw = ImageDraw.Draw(image)
    for edge, colour, width in ((0.04, theme.white, 12), (0.065, theme.last, 7)):
        edges = (cell * FINE * edge, cell * FINE * edge, cell * FINE * (1 - edge), cell * FINE * (1 - edge))
        draw.ellipse(edges, None, colour, width * FINE)
    return image.reduce(FINE)


def bare_quilt(cell: int, theme: Theme) -> Image.Image:
    """The linen of an empty quilt with its grid and a `margin` around it. Mode P."""
    return in_palette(linen(cell, theme), theme)


def plain_linen(cell: int, theme: Theme) -> Image.Image:
    """As `bare_quilt`, without the grid. Mode P."""
    grid = bare_quilt(cell, theme)
    return in_palette(Image.new("RGB", grid.size, theme.linen), theme)


@kept
def _frame(seat: int, theme: Theme) -> Stamp:
    """The parts that never change: a frame in the colour of a seat, and in it an empty quilt."""
    wooden = BORDER - margin(CELL)
    side = 9 + (wooden - 9) // 2
    image = framed(WIDTH, 2 * side, theme)
    draw = ImageDraw.Draw(image)
    colour = {1: theme.blue, 2: theme.amber}[seat]
    draw.rectangle((0, 0, WIDTH - 1, WIDTH - 1), None, colour, 9)
    for step in range(5, 0, -1):
        shade = mix(theme.table, theme.table_dark, 1 - step / 7)
        draw.rectangle((wooden - step, wooden - step, WIDTH - wooden + step - 1, WIDTH - wooden + step - 1), shade)
    for index in range(SIZE):
        middle = BORDER + index * CELL + CELL // 2
        for line in (side, WIDTH - side):
            write(draw, (middle, line), COLUMNS[index], 54, theme.letters)
            write(draw, (line, middle), ROWS[index], 54, theme.letters)
    mark = token(seat, 46, theme)
    for x, y in product((side, WIDTH - side), repeat=2):
        image.paste(mark, (x - 23, y - 23), mark)
    ground = in_palette(image, theme)
    ground.paste(bare_quilt(CELL, theme), (wooden, wooden))
    return boxed(ground)
