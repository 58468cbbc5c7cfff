"""A player's sampler: their best quilt, last games, firsts and feats. No words, no names. Why: decision 0063."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game import Quilt
from render.canvas import Canvas, in_palette
from render.cross_table import Game, show_game
from render.feats import FEATS, SIZE, feat_stamp
from render.sewing import lay_quilt
from render.shelf import kept
from render.sprites import margin
from render.stamp import Stamp, boxed
from render.symbols import spool
from render.tags import card
from render.theme import DAYLIGHT, Theme
from render.wall import BINDING, CELL, INSET, LEFTS, ROOM, SIDE, TOP, WIDTH, wall

HEIGHT = TOP + SIDE + 22

CLOTH = ROOM + 2 * margin(CELL)  # how wide and tall the cloth at the right is
SQUARES = 81
MOST, ACROSS = 12, 3  # how many results there is room for if there are no feats, and how many in a row
IN_A_ROW = 4  # as many feats
SIGN, ALONE = 66, 44  # how tall the rosette of a game is, and the spool beside one that was played alone, in pixels

Result = tuple[bool, int | None, bool]
"""A game: whether it was won, by how many points (None: it was not played out), and whether somebody else played."""


def draw_sampler(
    quilt: Quilt | None = None,
    *,
    points: int = 0,
    results: Sequence[Result] = (),
    feats: Sequence[tuple[str, int]] = (),
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """A sampler, 1,100 pixels wide and 650 tall. Mode P.

    On the left hangs a ``quilt``, if there is one, with the ``points`` that it brought, or the squares that it covers
    if it brought none, or nobody is to see them. On the right are ``results``, the newest first, at most `MOST`: a
    rosette is a game that was won, a ring one that was lost, with the points between the two below if they are told,
    and a spool if nobody else played. The ``feats`` (names of `FEATS`, each with a number), if there are any, are sewn
    on the lower half of that cloth.
    """
    picture = Canvas.over(wall(theme), theme)
    if quilt:
        lay_quilt(picture, (LEFTS[0] + INSET, TOP + INSET), quilt, CELL)
        middle = LEFTS[0] + SIDE // 2  # on the rod, a tag
        words = str(points) if points > 0 else f"{SQUARES - quilt.empty}/{SQUARES}"
        picture.sign((middle, 45), card, 150 if points > 0 else 190, 76, theme.card, theme.ink, 3, on=theme.table)
        picture.write((middle, 43), words, 62 if points > 0 else 54, theme.ink, theme.card)
    most = MOST // 2 if feats else MOST
    _results(picture, results[:most], most // ACROSS)
    left, top, gap = LEFTS[1] + BINDING, TOP + BINDING + CLOTH // 2, (CLOTH - IN_A_ROW * SIZE) // (IN_A_ROW + 1)
    for index, (name, number) in enumerate(sorted(feats, key=lambda feat: list(FEATS).index(feat[0]))):
        row, column = divmod(index, IN_A_ROW)
        picture.lay(feat_stamp(name, number, theme), (left + gap + column * (SIZE + gap), top + row * (SIZE + gap)))
    return picture.image.crop((0, 0, WIDTH, HEIGHT))


def _results(picture: Canvas, results: Sequence[Result], rows: int) -> None:
    """Show results on the cloth at the right, in at most so many ``rows``, each in a square of chalk lines."""
    theme, size = picture.theme, CLOTH
    left, top = LEFTS[1] + BINDING, TOP + BINDING
    picture.lay(_cloth(rows, theme), (left, top))
    colours = theme.linen_ink, theme.linen
    for number, (won, points, with_other) in enumerate(results):
        row, column = divmod(number, ACROSS)
        x, y = left + size * (2 * column + 1) // (2 * ACROSS), top + size * (2 * row + 1) * ACROSS // (2 * MOST)
        lead = None if points is None else abs(points) if won else -abs(points)
        show_game(picture, (x, y), Game("won" if won else "lost", lead), colours, SIGN)
        if not with_other:
            picture.sign((x + 58, y - SIGN // 3), spool, ALONE, on=theme.linen)


@kept
def _cloth(rows: int, theme: Theme) -> Stamp:
    """The cloth for results: linen with chalk lines around so many ``rows``."""
    size, low = CLOTH, CLOTH * rows * ACROSS // MOST
    image = Image.new("RGB", (size, size), theme.linen)
    draw = ImageDraw.Draw(image)
    for number in range(1, rows):
        y = size * number * ACROSS // MOST
        for x in range(12, size - 12, 24):
            draw.line((x, y, x + 12, y), theme.chalk, 2)
    for number in range(1, ACROSS):
        x = size * number // ACROSS
        for y in range(12, low - 12, 24):
            draw.line((x, y, x, y + 12), theme.chalk, 2)
    return boxed(in_palette(image, theme))
