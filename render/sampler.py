"""A player's sampler: their best quilt, last games, firsts and feats. No words, no names. Why: decision 0063."""

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from game import Quilt
from render.canvas import Canvas, in_palette
from render.feats import FEATS, SIZE, feat_stamp, place_stamp
from render.sewing import lay_quilt
from render.shelf import kept
from render.sprites import margin
from render.stamp import Stamp, boxed
from render.symbols import button, write
from render.tags import card
from render.theme import DAYLIGHT, Theme
from render.wall import BINDING, CELL, INSET, LEFTS, ROOM, SIDE, TOP, WIDTH, wall

GAP = 22  # pixels between the cloths and the row of feats, and below it

HEIGHT = TOP + SIDE + 2 * GAP + SIZE

MOST = 20  # how many results there is room for

FARTHEST, STEP = 30, 10
"""The most points by which a game is shown as won or lost, and those between two chalk lines."""

HALF = 226  # pixels from the middle of the cloth to `FARTHEST`
EARLY = 5  # as far from the middle a game ends that was not played out, in points
LEAST = 2  # a game that was won by less shows as much
DIGITS, COLUMN = 42, 66  # height of the digits beside the chalk lines, and the width of their column, in pixels

THREAD, RIM, STITCH = 7, 13, 11
"""Width of a thread and of the pale rim around it, and the length of a stitch, in pixels."""

HEAD = 24  # width of the button at the end of a thread, in pixels

Result = tuple[bool, int | None, bool]
"""A game: whether it was won, by how many points (None: it was not played out), and whether somebody else played."""


def draw_sampler(
    quilt: Quilt | None = None,
    *,
    points: int | None = None,
    results: Sequence[Result] = (),
    feats: Sequence[tuple[str, int]] = (),
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """A sampler, 1,100 pixels wide and 790 tall. Mode P.

    On the left hangs a ``quilt``, if there is one, with the ``points`` that it brought, if they are to be seen. On the
    right stand ``results``, the newest on the right, at most `MOST`: a thread leads up from the middle for a game that
    was won and down for one that was lost, as far as there were points between the two. It ends in a button if the game
    was played out; it is sewn in single stitches if nobody else played. Below are the ``feats`` (names of `FEATS`, each
    with a number), and a place for each of the others.
    """
    picture = Canvas.over(wall(theme), theme)
    if quilt:
        lay_quilt(picture, (LEFTS[0] + INSET, TOP + INSET), quilt, CELL)
    if quilt and points is not None:
        middle = LEFTS[0] + SIDE // 2  # on the rod, a tag
        picture.sign((middle, 45), card, 150, 76, theme.card, theme.ink, 3, on=theme.table)
        picture.write((middle, 43), str(points).replace("-", "−"), 62, theme.ink, theme.card)
    left, top = LEFTS[1] + BINDING, TOP + BINDING
    picture.lay(_chart(theme), (left, top))
    _threads(picture, (left, top), results[-MOST:])
    done = dict(feats)
    for index, name in enumerate(FEATS):
        x = (WIDTH - len(FEATS) * SIZE) // (len(FEATS) + 1) * (index + 1) + index * SIZE
        piece = feat_stamp(name, done[name], theme) if name in done else place_stamp(theme)
        picture.lay(piece, (x, TOP + SIDE + GAP))
    return picture.image.crop((0, 0, WIDTH, HEIGHT))


@kept
def _chart(theme: Theme) -> Stamp:
    """The cloth for the results: linen with chalk lines, and how many points they stand for."""
    size = ROOM + 2 * margin(CELL)
    image = Image.new("RGB", (size, size), theme.linen)
    draw, middle, ink = ImageDraw.Draw(image), size // 2, theme.linen_ink
    for points in range(-FARTHEST, FARTHEST + 1, STEP):
        y = middle - points * HALF // FARTHEST
        if points:
            for x in range(COLUMN, size - 10, 24):
                draw.line((x, y, x + 8, y), theme.chalk, 2)
        else:
            draw.line((12, y, size - 12, y), ink, 4)
        if points and points % (2 * STEP) == 0:
            write(draw, (10, y), str(abs(points)), DIGITS, ink, "lm")
    return boxed(in_palette(image, theme))


def _threads(picture: Canvas, at: tuple[int, int], results: Sequence[Result]) -> None:
    """Sew a thread for each result, the newest at the right edge."""
    size = ROOM + 2 * margin(CELL)
    room = (size - COLUMN - 16) / MOST
    draw, theme = ImageDraw.Draw(picture.image), picture.theme
    white, thread = picture.index(theme.white), picture.index(theme.last)
    middle = at[1] + size // 2
    for number, (won, points, with_other) in enumerate(reversed(results)):
        x = round(at[0] + size - 16 - (number + 0.5) * room)
        far = EARLY if points is None else min(max(abs(points), LEAST), FARTHEST)
        way = -1 if won else 1
        end = middle + way * far * HALF // FARTHEST
        for wide, colour in ((RIM, white), (THREAD, thread)):
            for low, high in _stitches(middle + 3 * way, end, is_whole=with_other):
                draw.line((x, low, x, high), colour, wide)
        if points is not None:
            picture.sign((x, end), button, HEAD, on=theme.linen)


def _stitches(start: int, end: int, *, is_whole: bool) -> Iterator[tuple[int, int]]:
    """The parts of a thread from one height to another."""
    if is_whole:
        yield start, end
        return
    way = 1 if end > start else -1
    for low in range(start, end, way * 2 * STITCH):
        yield low, low + way * min(STITCH, abs(end - low))
