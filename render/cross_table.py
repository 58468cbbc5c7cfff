"""The cross table of a group: who has won against whom, and how often. No words, no names. Why: decision 0068."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.canvas import Canvas, in_palette
from render.grounds import wood
from render.shelf import kept
from render.stamp import Stamp, boxed
from render.symbols import FINE, hourglass, rosette, supersampled
from render.tags import card
from render.theme import DAYLIGHT, Theme, mix

WIDE, TALL = 138, 112  # width and height of a cell, in pixels
EDGE = 26  # pixels of wood around the cloth
SIGN, DIGITS = 94, 76  # how tall the sign of a game is, and how tall digits are, in pixels

Cell = tuple[str, bool]
"""A game as a row shows it: won, lost, running or void; and whether it was decided by who used less time."""


def draw_cross_table(
    rows: Sequence[Sequence[Cell | None]], wins: Sequence[int | None], *, theme: Theme = DAYLIGHT
) -> Image.Image:
    """A cross table for 3 to 6 people: as many rows and columns, under their numbers, and one more with ``wins``, which
    stay empty for whom no game counts. Mode P; a cell is 138 pixels wide and 112 tall, and 26 of wood lie around all.

    A rosette is a game that was won, a ring one that was lost, three stitches one that is going on; an hourglass beside
    it tells that time decided it. What is None has no game: it is the cell of somebody against themselves.
    """
    count = len(rows)
    picture = Canvas.over(_ground(count, theme), theme)
    for number in range(count):
        for spot in (_middle(0, number + 1), _middle(number + 1, 0)):
            picture.sign(spot, card, WIDE - 40, TALL - 22, theme.card, theme.ink, 3, on=theme.linen)
            picture.write(spot, str(number + 1), DIGITS, theme.ink, theme.card)
        total = wins[number]
        if total is not None:
            picture.write(_middle(count + 1, number + 1), str(total), DIGITS + 16, theme.linen_ink, theme.linen)
    picture.sign(_middle(count + 1, 0), rosette, SIGN, on=theme.linen)
    for low, row in enumerate(rows, 1):
        for right, cell in enumerate(row, 1):
            if cell:
                _show(picture, _middle(right, low), *cell)
    return picture.image


def _show(picture: Canvas, at: tuple[int, int], how: str, by_time: bool) -> None:
    theme = picture.theme
    if how == "running":
        picture.sign(at, _stitches, SIGN, on=theme.linen)
    elif how in ("won", "lost"):
        left = at[0] - WIDE // 6 if by_time else at[0]
        picture.sign((left, at[1]), rosette if how == "won" else _ring, SIGN, on=theme.linen)
        if by_time:
            spot = at[0] + WIDE * 3 // 10, at[1] + TALL // 6
            picture.sign(spot, card, 44, 64, theme.card, theme.ink, 2, on=theme.linen)
            picture.sign(spot, hourglass, SIGN // 2, on=theme.card)


@kept
def _ground(count: int, theme: Theme) -> Stamp:
    """A cloth on wood, with chalk lines between its cells; nothing is sewn where somebody would meet themselves."""
    wide, tall = WIDE * (count + 2), TALL * (count + 1)
    image = wood(wide + 2 * EDGE, tall + 2 * EDGE, theme)
    draw = ImageDraw.Draw(image)
    cloth = (EDGE, EDGE, EDGE + wide - 1, EDGE + tall - 1)
    draw.rectangle(cloth, theme.linen)
    strong, faint = (theme.linen_ink, 4), (theme.chalk, 3)
    for number in range(1, count + 2):
        x, y = EDGE + number * WIDE, EDGE + number * TALL
        draw.line((x, EDGE, x, EDGE + tall - 1), *(strong if number in (1, count + 1) else faint))
        if number <= count:
            draw.line((EDGE, y, EDGE + wide - 1, y), *(strong if number == 1 else faint))
            draw.rectangle((x + 4, y + 4, x + WIDE - 5, y + TALL - 5), mix(theme.linen, theme.table, 0.45))
    draw.rectangle(cloth, None, theme.linen_ink, 4)
    return boxed(in_palette(image, theme))


def _ring(size: int, theme: Theme) -> Image.Image:
    """An empty ring: a game that was lost."""
    image, draw = supersampled(size, size)
    full = image.width
    draw.ellipse([full * 0.2, full * 0.2, full * 0.8, full * 0.8], None, theme.linen_ink, full // 12)
    return image.reduce(FINE)


def _stitches(size: int, theme: Theme) -> Image.Image:
    """Three stitches of a seam that is not done: a game that is going on."""
    image, draw = supersampled(size, size)
    full = image.width
    for left in (0.03, 0.39, 0.75):
        box = (full * left, full * 0.42, full * (left + 0.22), full * 0.58)
        draw.rounded_rectangle(box, full * 0.08, theme.last, theme.linen_ink, full // 50)
    return image.reduce(FINE)


def _middle(column: int, row: int) -> tuple[int, int]:
    return EDGE + column * WIDE + WIDE // 2, EDGE + row * TALL + TALL // 2
