"""How far a replay has come: the number of a move, and a seam that grows by a stitch with each."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Canvas, Stamp, stamp
from render.symbols import FINE
from render.theme import Theme, mix
from render.wall import WIDTH

DIGITS = 46
"""Height of the digits, in pixels."""

SLASH = 94
"""Where the slash between the two numbers is, in pixels."""

SEAM = (200, WIDTH - 20)
"""Where the seam begins and ends, in pixels."""

THICK = 10
"""Thickness of a stitch, in pixels."""


def show_progress(picture: Canvas, y: int, number: int, count: int) -> None:
    """Say, on a line around ``y``, that ``number`` of ``count`` moves have been made."""
    theme = picture.theme
    for words, x, anchor in ((str(number), SLASH - 9, "rm"), ("/", SLASH, "mm"), (str(count), SLASH + 9, "lm")):
        picture.write((x, y), words, DIGITS, theme.letters, theme.table, anchor)
    bare, sewn = (_seam(count, is_sewn, theme) for is_sewn in (False, True))
    picture.lay(bare, (SEAM[0], y), "lm")
    if number:
        box = (0, 0, _stitch(number, count), sewn.image.height)
        picture.lay(Stamp(sewn.image.crop(box), sewn.mask.crop(box)), (SEAM[0], y), "lm")


def _stitch(number: int, count: int) -> int:
    """Where a stitch of the seam begins, in pixels from the start of the seam; they are counted from 0."""
    return (SEAM[1] - SEAM[0]) * number // max(count, 1)


@lru_cache(maxsize=32)
def _seam(count: int, is_sewn: bool, theme: Theme) -> Stamp:
    """A seam of so many stitches: sewn with thread, or only marked."""
    width = SEAM[1] - SEAM[0]
    image = Image.new("RGBA", (width * FINE, THICK * FINE))
    draw = ImageDraw.Draw(image)
    for number in range(count):
        left, right = _stitch(number, count) * FINE, _stitch(number + 1, count) * FINE
        inset = 0 if is_sewn else 3 * FINE
        box = (left, inset, left + (right - left) * 3 // 4, THICK * FINE - 1 - inset)
        colour = theme.last if is_sewn else mix(theme.table, theme.letters, 0.5)
        draw.rounded_rectangle(box, THICK * FINE // 3, colour)
    return stamp(image.reduce(FINE), theme.table, theme)
