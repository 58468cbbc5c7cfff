"""The daily quilt with the patches that come next, and the wall of all that were sewn. Why: decision 0069."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt

from PIL import Image, ImageDraw

from game import Placement, Quilt
from render.canvas import Canvas, in_palette, stamp
from render.grounds import linen
from render.quilt import BESIDE, CELL, LEFT, TOP, frame, lay_marked
from render.sewing import lay
from render.shelf import kept
from render.sprites import fitted, margin, paste
from render.stamp import Stamp, boxed
from render.tags import card
from render.theme import DAYLIGHT, Theme, mix

SIDE = 7  # squares along the edge of a daily quilt
COLUMN = LEFT + SIDE * CELL + 17  # where the patches that come next begin, beside the quilt
NEXT = 340, 215  # width and height of the card of such a patch, in pixels
MOST = 24  # how many quilts the wall shows

CELLS = {1: 74, 2: 60, 3: 40, 4: 27, 5: 20}
"""Pixels per square of a quilt on the wall, by how many hang in a row."""

BINDING = 7  # width of the edge around a quilt on the wall, in pixels
GAP = 18  # pixels between them, and around all of them


def draw_daily(
    quilt: Quilt,
    *,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    square: int | None = None,
    following: Sequence[int] = (),
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """A quilt of 7 by 7 squares, marked as `draw_quilt` does, and beside it the patches ``following``, by number.

    890 pixels wide and 527 tall. Mode P.
    """
    picture = Canvas.over(frame(0, SIDE, theme), theme)
    lay_marked(picture, quilt, ghost, candidates, square=square)
    for place, patch in enumerate(following):
        left = COLUMN + (BESIDE - NEXT[0]) // 2
        picture.lay(_next(patch, theme), (left, TOP + place * (NEXT[1] + 18)))
    return picture.image


@kept
def _next(patch: int, theme: Theme) -> Stamp:
    width, height = NEXT
    image = card(width, height, theme.dull, theme.table_dark, 2, theme).copy()
    paste(image, fitted(patch, 56, width - 24, height - 24, theme), width / 2, height / 2)
    return stamp(image, theme.table, theme)


def draw_wall(quilts: Sequence[Quilt], *, side: int = SIDE, theme: Theme = DAYLIGHT) -> Image.Image:
    """Quilts of ``side`` by ``side`` squares on a wall, the first at the top left; at most `MOST`, of one 586 pixels
    wide, else 870 to 984. Mode P.
    """
    count = len(quilts)
    columns = ceil(sqrt(count))
    cell = CELLS[columns] * SIDE // side
    outer = side * cell + 2 * (margin(cell) + BINDING)
    rows = ceil(count / columns)
    picture = Canvas.on_wood(columns * (outer + GAP) + GAP, rows * (outer + GAP) + GAP, theme)
    for quilt, (left, top) in zip(quilts, _places(count, columns, outer), strict=True):
        picture.lay(_mount(cell, side, theme), (left, top))
        inset = BINDING + margin(cell)
        lay(picture, (left + inset, top + inset), quilt.patches, cell)
    return picture.image


def _places(count: int, columns: int, outer: int) -> Iterator[tuple[int, int]]:
    """The top left corners of quilts on the wall; a last row that is not full hangs in the middle."""
    for number in range(count):
        row, column = divmod(number, columns)
        missing = columns - min(columns, count - row * columns)
        yield GAP + column * (outer + GAP) + missing * (outer + GAP) // 2, GAP + row * (outer + GAP)


@kept
def _mount(cell: int, side: int, theme: Theme) -> Stamp:
    """An empty quilt with its edge and its shadow."""
    ground = boxed(in_palette(linen(cell, theme, side), theme))
    outer, drop = ground.width + 2 * BINDING, 5
    image = Image.new("RGB", (outer + drop, outer + drop), mix(theme.table, theme.shade, 0.5))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, outer - 1, outer - 1), theme.horn, theme.ink, 2)
    draw.rectangle((BINDING - 2, BINDING - 2, outer - BINDING + 1, outer - BINDING + 1), None, theme.horn_dark, 2)
    mount = Canvas(in_palette(image, theme), theme)
    mount.lay(ground, (BINDING, BINDING))
    return boxed(mount.image)
