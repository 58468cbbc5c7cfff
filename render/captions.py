"""What a poster says besides: a label on the tag of its rod, and how far a replay has come."""

from PIL import Image

from render.canvas import Canvas, stamp
from render.shelf import kept
from render.stamp import Stamp
from render.symbols import FINE, length, smooth, supersampled
from render.theme import Theme, mix
from render.wall import WIDTH

TAG = (172, 72)  # width and height of the tag, which fits between the ribbons of the two quilts, in pixels
AT = (WIDTH // 2, 45)  # the middle of the tag, in pixels
LINES = ((29, 36), (61, 27))  # the middles of its two lines, and the heights of their digits, at most, in pixels
ROOM = TAG[0] - 16  # how wide a line may be, in pixels
DIGITS = 46  # height of the digits of moves, in pixels
SLASH = 94  # where the slash between their two numbers is, in pixels
SEAM = (200, WIDTH - 20)  # where the seam begins and ends, in pixels
THICK = 10  # thickness of its stitches, in pixels


def show_label(picture: Canvas, *lines: str) -> None:
    """Write two lines on the tag."""
    picture.sign(AT, _tag, on=picture.theme.table)
    for words, (y, size) in zip(lines, LINES, strict=True):
        fitting = min(size, int(size * ROOM / length(words, size)))
        picture.write((AT[0], y), words, fitting, picture.theme.ink, picture.theme.card)


def _tag(theme: Theme) -> Image.Image:
    """An empty tag of paper."""
    image, draw = supersampled(*TAG)
    draw.rounded_rectangle((0, 0, image.width - 1, image.height - 1), 14 * FINE, theme.card, theme.ink, 3 * FINE)
    return smooth(image)


def show_progress(picture: Canvas, y: int, number: int, count: int) -> None:
    """Say on a line around ``y`` that ``number`` of ``count`` moves have been made: each is a stitch of a seam."""
    theme = picture.theme
    for words, x, anchor in ((str(number), SLASH - 9, "rm"), ("/", SLASH, "mm"), (str(count), SLASH + 9, "lm")):
        picture.write((x, y), words, DIGITS, theme.letters, theme.table, anchor)
    edges = [SEAM[0] + (SEAM[1] - SEAM[0]) * stitch // max(count, 1) for stitch in range(count + 1)]
    for stitch in range(count):
        left, right = edges[stitch : stitch + 2]
        picture.lay(_stitch(right - left, stitch < number, theme), (left, y), "lm")


@kept
def _stitch(length: int, is_sewn: bool, theme: Theme) -> Stamp:
    """A stitch of the seam and the gap after it: sewn with thread, or only marked."""
    image, draw = supersampled(length, THICK)
    inset = 0 if is_sewn else 3 * FINE
    box = (0, inset, length * FINE * 3 // 4, THICK * FINE - 1 - inset)
    draw.rounded_rectangle(box, THICK * FINE // 3, theme.last if is_sewn else mix(theme.table, theme.letters, 0.5))
    return stamp(smooth(image), theme.table, theme)
