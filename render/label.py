"""The tag on the rod from which the quilts of a poster hang: what it says of its game."""

from functools import cache

from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.symbols import FINE, length
from render.theme import Theme
from render.wall import WIDTH

TAG = (172, 72)
"""Width and height of the tag, which fits between the ribbons of the two quilts, in pixels."""

AT = (WIDTH // 2, 45)
"""The middle of the tag, in pixels."""

LINES = ((29, 36), (61, 27))
"""The middles of the two lines of a label, and the heights of their digits, at most, in pixels."""

ROOM = TAG[0] - 16
"""How wide a line may be, in pixels."""


def show_label(picture: Canvas, *lines: str) -> None:
    """Write two lines on the tag."""
    picture.sign(AT, _tag, on=picture.theme.table)
    for words, (y, size) in zip(lines, LINES, strict=True):
        fitting = min(size, int(size * ROOM / length(words, size)))
        picture.write((AT[0], y), words, fitting, picture.theme.ink, picture.theme.card)


@cache
def _tag(theme: Theme) -> Image.Image:
    """An empty tag of paper."""
    width, height = (length * FINE for length in TAG)
    image = Image.new("RGBA", (width, height))
    box = (0, 0, width - 1, height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 14 * FINE, theme.card, theme.ink, 3 * FINE)
    return image.reduce(FINE)
