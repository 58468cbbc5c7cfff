"""What is on the rod from which the quilts hang: thread, as far as a replay has come, and a tag."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.canvas import Canvas, Stamp, stamp
from render.symbols import FINE
from render.theme import Theme, mix
from render.wall import RIBBON, RIBBONS, ROD, WIDTH

TAG = (172, 72)
"""Width and height of the tag, which fits between the ribbons of the two quilts, in pixels."""

AT = (WIDTH // 2, 45)
"""The middle of the tag, in pixels."""

DIGITS = {1: 54, 2: 54, 3: 40}
"""Height of the digits of a progress in pixels, by how many the number of all moves has."""

LINES = ((29, 36), (61, 27))
"""The middles of the two lines of a label, and the heights of their digits, in pixels."""

TURN = 13
"""Width of one turn of the thread, in pixels."""


def show_progress(picture: Canvas, number: int, count: int) -> None:
    """Say that ``number`` of ``count`` moves have been made: on the tag, and by so much thread on the rod."""
    theme, (x, y), size = picture.theme, AT, DIGITS[len(str(count))]
    thread = _thread(theme)
    box = (0, 0, WIDTH * number // max(count, 1), thread.image.height)
    picture.lay(Stamp(thread.image.crop(box), thread.mask.crop(box)), (0, ROD[0]))
    picture.sign(AT, _tag, on=theme.table)
    for words, left, anchor in ((str(number), x - 8, "rm"), ("/", x, "mm"), (str(count), x + 8, "lm")):
        picture.write((left, y), words, size, theme.ink, theme.card, anchor)


def show_label(picture: Canvas, *lines: str) -> None:
    """Write two lines on the tag."""
    picture.sign(AT, _tag, on=picture.theme.table)
    for words, (y, size) in zip(lines, LINES, strict=True):
        picture.write((AT[0], y), words, size, picture.theme.ink, picture.theme.card)


@cache
def _thread(theme: Theme) -> Stamp:
    """The thread, wound on the whole rod but under the ribbons."""
    width, height = WIDTH * FINE, (ROD[1] - ROD[0]) * FINE
    image = Image.new("RGBA", (width, height), theme.last)
    draw = ImageDraw.Draw(image)
    for x in range(0, width + TURN * FINE, TURN * FINE):
        draw.line((x, 0, x - 6 * FINE, height), mix(theme.last, theme.ink, 0.55), 3 * FINE)
        draw.line((x + 5 * FINE, 0, x - FINE, height), mix(theme.last, theme.white, 0.3), 2 * FINE)
    for x in RIBBONS:
        draw.rectangle(((x - RIBBON) * FINE, 0, (x + RIBBON + 1) * FINE - 1, height), (0, 0, 0, 0))
    return stamp(image.reduce(FINE), theme.horn, theme)


@cache
def _tag(theme: Theme) -> Image.Image:
    """An empty tag of paper."""
    width, height = (length * FINE for length in TAG)
    image = Image.new("RGBA", (width, height))
    box = (0, 0, width - 1, height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 14 * FINE, theme.card, theme.ink, 3 * FINE)
    return image.reduce(FINE)
