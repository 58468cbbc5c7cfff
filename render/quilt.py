"""A quilt: linen with a grid, the patches sewn on it, and the marks that may lie over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product

from PIL import Image, ImageDraw

from game import Placement, Quilt
from game.patches import Cells
from game.squares import COLUMNS, ROWS, SIZE
from render.canvas import Canvas, Stamp, in_palette, stamp
from render.contours import Line, contour
from render.grounds import framed, linen
from render.shelf import kept
from render.sprites import button_discs, button_squares, cut, margin, pinned, sewn
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

STEP = 8
"""How far inside each other the outlines of places lie that overlap, in pixels."""

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

    ``seat`` gives the frame its colour and signs. ``ghost`` is shown flat with a blue and white outline, ``candidates``
    as outlines with the numbers 1, 2, …, ``new`` patches with a red and white outline, ``square`` as a ring around it.
    """
    picture = Canvas(_frame(seat, theme), theme)
    at = (BORDER, BORDER)
    lay(picture, at, quilt, CELL)
    if ghost:
        picture.lay(_ghost(ghost.patch.id, ghost.orientation.letter, CELL, theme), _corner(at, ghost, CELL))
    for candidate, depth in zip(candidates, _depths(candidates, ghost), strict=True):
        if candidate is not ghost:
            outline(picture, at, candidate, CELL, Line(theme.white, theme.ink, 5), 3 + STEP * depth)
    if ghost:
        picture.lay_body(_ghost(ghost.patch.id, ghost.orientation.letter, CELL, theme), _corner(at, ghost, CELL))
    for placement in new:
        outline(picture, at, placement, CELL, Line(theme.white, theme.last, 6))
    if ghost:
        outline(picture, at, ghost, CELL, Line(theme.white, theme.ghost, 8))
    for number, place in disc_squares(candidates, ghost).items():
        picture.sign(centre(place), disc, number, round(CELL * 0.58), on=theme.linen)
    if square is not None:
        picture.sign(centre((square % SIZE, square // SIZE)), _ring, CELL, on=theme.linen)
    return picture.image


def centre(place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a square (column, row) in the picture of one quilt, in pixels."""
    return BORDER + place[0] * CELL + CELL // 2, BORDER + place[1] * CELL + CELL // 2


def disc_squares(candidates: Sequence[Placement], ghost: Placement | None = None) -> dict[int, tuple[int, int]]:
    """Where the candidates' numbers lie, as (column, row): one to a square, as close to the top left as possible.

    A number keeps off the ghost's buttons, and off the squares of other candidates, if it can. Up to four different
    placements of one patch always have a square for each number.
    """
    buttons = _button_squares(ghost) if ghost else set()
    taken = Counter(cell for candidate in candidates for cell in squares_of(candidate))
    choices = [
        sorted(squares_of(candidate), key=lambda cell: (cell in buttons, taken[cell], cell[1], cell[0]))
        for candidate in candidates
    ]
    apart = (cells for cells in product(*choices) if len(set(cells)) == len(cells))
    return dict(enumerate(next(apart, [cells[0] for cells in choices]), 1))


def _button_squares(placement: Placement) -> set[tuple[int, int]]:
    """The squares on which a placement has its buttons, as (column, row) on the quilt."""
    squares = button_squares(placement.patch, placement.orientation)
    return {(placement.column + x, placement.row + y) for x, y in squares}


def _depths(candidates: Sequence[Placement], ghost: Placement | None) -> list[int]:
    """How many steps inside its edge each candidate's outline lies: only as deep as those that it overlaps need."""
    depths: list[int] = []
    for candidate in candidates:
        above = {depth for one, depth in zip(candidates, depths, strict=False) if one.mask & candidate.mask}
        is_below_ghost = ghost is not None and candidate is not ghost and bool(ghost.mask & candidate.mask)
        depths.append(next(depth for depth in range(is_below_ghost, len(candidates) + 1) if depth not in above))
    return depths


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
        picture.lay(piece, corner)
    for piece, corner in pieces:
        picture.lay_body(piece, corner)


@kept
def sewn_stamp(patch: int, letter: str, cell: int, theme: Theme) -> Stamp:
    """A sewn patch with its shadow and a `margin` around it; its body is the cloth."""
    art = sewn(patch, letter, cell, theme)
    return stamp(art, theme.linen, theme, body=cut(patch, letter, cell, theme).point(SOLID, "1"))


def outline(picture: Canvas, at: tuple[int, int], placement: Placement, cell: int, line: Line, inset: int = 0) -> None:
    """Draw a line around a placement, ``inset`` pixels inside it."""
    corner = at[0] + placement.column * cell, at[1] + placement.row * cell
    contour(picture, corner, placement.patch.id, placement.orientation.letter, cell, line, inset)


def _corner(at: tuple[int, int], placement: Placement, cell: int) -> tuple[int, int]:
    edge = margin(cell)
    return at[0] + placement.column * cell - edge, at[1] + placement.row * cell - edge


@kept
def _ghost(patch: int, letter: str, cell: int, theme: Theme) -> Stamp:
    """A patch that is not sewn yet; its body is its buttons, which no outline may cross."""
    return stamp(pinned(patch, letter, cell, theme), theme.linen, theme, body=button_discs(patch, letter, cell))


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


@cache
def _frame(seat: int, theme: Theme) -> Image.Image:
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
    return ground
