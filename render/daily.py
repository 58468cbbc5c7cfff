"""The daily quilt with the patches that come next, and the wall of all that were sewn. Why: decision 0069."""

from collections.abc import Iterator, Sequence
from math import ceil

from PIL import Image, ImageDraw

from game import Placement, Quilt
from render.canvas import Canvas, in_palette, stamp
from render.grounds import linen
from render.quilt import BESIDE, CELL, LEFT, TOP, frame, lay_marked
from render.sewing import lay
from render.shelf import kept
from render.sprites import fitted, margin, paste
from render.stamp import Stamp, boxed
from render.symbols import rosette
from render.tags import card
from render.theme import DAYLIGHT, Colour, Theme, mix
from render.wall import ROD_TALL, paint_rod

SIDE = 7  # squares along the edge of a daily quilt
COLUMN = LEFT + SIDE * CELL + 17  # where the patches that come next begin, beside the quilt
NEXT = 340, 215  # width and height of the card of such a patch, in pixels
MOST = 8  # how many quilts the wall shows: two rows, which fit a screen with the words below

CELLS = {1: 60, 2: 60, 3: 40, 4: 28}
"""Pixels per square of a quilt on the wall, by how many hang in a row."""

WIDEST = 1060  # how wide the wall is on which a single quilt hangs, in pixels: it fits a screen with the words below

BINDING = 7  # width of the edge around a quilt on the wall, in pixels
GAP = 18  # pixels between them, and around all of them
FRAME = 10  # width of the frame around one's own, in pixels
TAG = 104, 62  # width and height of the tag below a quilt, in pixels
DIGITS, LOW = 48, 46  # height of the digits on it, and how far it hangs below the quilt, in pixels
ROD, TITLE = 76, (180, 62)  # height of the rod from which a wall hangs, and the size of the tag on it, in pixels


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


def draw_wall(
    quilts: Sequence[Quilt],
    *,
    side: int = SIDE,
    tags: Sequence[str] = (),
    best: int = 0,
    own: int | None = None,
    title: str = "",
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """Quilts of ``side`` by ``side`` squares on a wall, the first at the top left; at most `MOST`; 870 to
    1,060 pixels wide. Mode P.

    A ``title`` in digits hangs on a rod, and below each quilt its tag, if there are ``tags``. The first ``best`` quilts
    have a rosette, and the one with the number ``own``, from 0, has a frame.
    """
    count = len(quilts)
    columns = min(count, max(CELLS))
    cell = CELLS[columns] * SIDE // side
    outer = side * cell + 2 * (margin(cell) + BINDING)
    rows, top, step = ceil(count / columns), ROD if title else 0, outer + GAP + (LOW if tags else 0)
    wide = columns * (outer + GAP) + GAP if count > 1 else WIDEST
    picture = Canvas.on_wood(wide, top + rows * step + GAP, theme)
    if title:
        _hang(picture, title)
    for number, (quilt, (left, row)) in enumerate(zip(quilts, _places(count, columns, outer), strict=True)):
        left += (wide - columns * (outer + GAP) - GAP) // 2
        y = top + GAP + row * step
        picture.lay(_mount(cell, side, theme), (left, y))
        if number == own:
            picture.lay(_own(outer, theme), (left - FRAME, y - FRAME))
        inset = BINDING + margin(cell)
        lay(picture, (left + inset, y + inset), quilt.patches, cell)
        if tags:
            colours = (theme.card, theme.ink) if number == own else (theme.ink, theme.card)
            _tag(picture, (left + outer // 2, y + outer + 14), tags[number], colours, number < best)
    return picture.image


def _hang(picture: Canvas, title: str) -> None:
    """Lay a rod at the top, and on it a tag with digits."""
    theme, wide = picture.theme, picture.image.width
    picture.lay(_rod(wide, theme), (0, 24))
    picture.sign((wide // 2, 38), card, *TITLE, theme.card, theme.ink, 3, on=theme.table)
    picture.write((wide // 2, 36), title, DIGITS, theme.ink, theme.card)


@kept
def _rod(wide: int, theme: Theme) -> Stamp:
    image = Image.new("RGBA", (wide, ROD_TALL))
    paint_rod(ImageDraw.Draw(image), wide, 0, theme)
    return stamp(image, theme.table, theme)


def _tag(picture: Canvas, at: tuple[int, int], words: str, colours: tuple[Colour, Colour], is_best: bool) -> None:
    """Hang a tag around a point, in the ``colours`` of its digits and ground, with a rosette beside it for the best."""
    ink, ground = colours
    picture.sign(at, card, *TAG, ground, ink, 3, on=picture.theme.table)
    picture.write((at[0], at[1] - 2), words, DIGITS, ink, ground)
    if is_best:
        picture.sign((at[0] - TAG[0] // 2 - 30, at[1] - 2), rosette, 84, on=picture.theme.table)


@kept
def _own(outer: int, theme: Theme) -> Stamp:
    """A frame around a quilt, pale between two dark lines."""
    size = outer + 2 * FRAME
    image = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size - 1, size - 1), None, theme.ink, FRAME)
    draw.rectangle((2, 2, size - 3, size - 3), None, theme.white, FRAME - 4)
    return stamp(image, theme.table, theme)


def _places(count: int, columns: int, outer: int) -> Iterator[tuple[int, int]]:
    """The left edges of quilts on the wall, and their rows; a last row that is not full hangs in the middle."""
    for number in range(count):
        row, column = divmod(number, columns)
        missing = columns - min(columns, count - row * columns)
        yield GAP + column * (outer + GAP) + missing * (outer + GAP) // 2, row


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
