"""How far a replay has come: the number of a move, and a seam that grows by a stitch with each."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Canvas, stamp
from render.stamp import Stamp
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
    edges = [SEAM[0] + (SEAM[1] - SEAM[0]) * stitch // max(count, 1) for stitch in range(count + 1)]
    for stitch in range(count):
        left, right = edges[stitch : stitch + 2]
        picture.lay(_stitch(right - left, stitch < number, theme), (left, y), "lm")


@lru_cache(maxsize=64)
def _stitch(length: int, is_sewn: bool, theme: Theme) -> Stamp:
    """A stitch of the seam and the gap after it: sewn with thread, or only marked."""
    image = Image.new("RGBA", (length * FINE, THICK * FINE))
    inset = 0 if is_sewn else 3 * FINE
    box = (0, inset, length * FINE * 3 // 4, THICK * FINE - 1 - inset)
    colour = theme.last if is_sewn else mix(theme.table, theme.letters, 0.5)
    ImageDraw.Draw(image).rounded_rectangle(box, THICK * FINE // 3, colour)
    return stamp(image.reduce(FINE), theme.table, theme)
