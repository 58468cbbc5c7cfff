"""The poster: the quilts of a game on the wall, and below them how it stands or where its points come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFilter

from game import Placement, Position
from game.squares import SIZE
from render import timeboard
from render.canvas import Canvas, in_palette
from render.contours import Line
from render.grounds import wood
from render.patterns import Swatch, candy, gingham
from render.quilt import bare_quilt, lay, outline
from render.seats import points, seat_line
from render.sprites import margin, sewn
from render.symbols import bonus_tile, button, empty_square, length, rosette, token
from render.theme import DAYLIGHT, Theme, mix
from render.timeboard import time_board

WIDTH = 1100
TOP = 96
"""Where a quilt's binding begins, in pixels: below the rod it hangs from."""

CELLS = {1: 76, 2: 54}
"""Pixels per square, with one quilt and with two."""

BINDING = 15
"""Width of the patterned border around a quilt, in pixels."""

DIGITS = 54
TOTAL = 112
"""Height of the digits of the parts and of the total, in pixels."""

SIGN, GAP = 54, 40
"""Size of a part's sign, and the gap between two parts, in pixels."""


def draw_poster(
    position: Position,
    *,
    new: Sequence[Placement] = (),
    new_seat: int = 0,
    ended: bool = False,
    winner: int = 0,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """The quilts of a game and, once it is over, the parts of their points, with a rosette for the winner. Mode P.

    1,100 pixels wide, 894 tall with two quilts and 1,098 with the single quilt of a solo game. ``last`` is outlined in
    the quilt of ``last_seat``. A running game shows its seats and its time board instead of points; a game that
    ``ended`` early shows the time board, and a rosette for the seat of the ``winner``, if there is one.
    """
    quilts = 1 if position.automa else 2
    cell, inset = CELLS[quilts], BINDING + margin(CELLS[quilts])
    picture = Canvas(_wall(quilts, theme), theme)
    for seat, left in enumerate(_lefts(quilts), 1):
        lay(picture, (left + inset, TOP + inset), position.player(seat).quilt, cell)
        for placement in new if new_seat == seat else ():
            outline(picture, (left + inset, TOP + inset), placement, cell, Line(theme.white, theme.last, 5))
    low = TOP + _side(cell)
    for seat in (1, 2):
        if position.over:
            _points(picture, position, seat, (WIDTH * (2 * seat - 1) // 4, low))
        elif ended:
            _stopped(picture, seat, (WIDTH * (2 * seat - 1) // 4, low), is_winner=winner == seat)
        else:
            seat_line(picture, ((seat - 1) * WIDTH // 2 + 21, low + 22), position, seat)
    if not position.over:
        time_board(picture, ((WIDTH - timeboard.WIDTH) // 2, low + 110), position, ended=ended)
    return picture.image


def _points(picture: Canvas, position: Position, seat: int, at: tuple[int, int]) -> None:
    """The total, with the token before it, and its parts: buttons, empty squares, the bonus tile, patches."""
    theme, score = picture.theme, position.score(seat)
    x, y = at
    picture.sign((x - 130, y + 88), token, seat, 84, on=theme.table)
    picture.write((x - 66, y + 88), points(score.total), TOTAL, theme.letters, theme.table, "lm")
    if position.winner == seat:
        picture.sign((x + 150, y + 92), rosette, 118, on=theme.table)
    amounts = (score.buttons, score.empty, score.bonus, score.patches)
    parts = [pair for pair in zip(PARTS, amounts, strict=True) if pair[1] or pair[0] is button]
    widths = [SIGN + 8 + length(points(amount), DIGITS) for _, amount in parts]
    left = x - (sum(widths) + GAP * (len(parts) - 1)) / 2
    for (paint, amount), width in zip(parts, widths, strict=True):
        picture.sign((left, y + 202), paint, SIGN, on=theme.table, anchor="lm")
        picture.write((left + SIGN + 8, y + 202), points(amount), DIGITS, theme.letters, theme.table, "lm")
        left += width + GAP


def _stopped(picture: Canvas, seat: int, at: tuple[int, int], *, is_winner: bool) -> None:
    """A seat of a game that was not played out: its token, and the rosette if it won all the same."""
    x, y = at[0] - 55 * is_winner, at[1] + 60
    picture.sign((x, y), token, seat, 76, on=picture.theme.table)
    if is_winner:
        picture.sign((x + 110, y), rosette, 92, on=picture.theme.table)


def _lefts(quilts: int) -> list[int]:
    """The left edges of the quilts, in pixels."""
    return [(WIDTH * (2 * index + 1) // quilts - _side(CELLS[quilts])) // 2 for index in range(quilts)]


def _side(cell: int) -> int:
    return SIZE * cell + 2 * (margin(cell) + BINDING)


def patch_sign(size: int, theme: Theme) -> Image.Image:
    """A patch, the sign for the Automa's points from patches, about ``size`` pixels wide. RGBA."""
    return sewn(19, "N", size // 3, theme)


PARTS: tuple[Callable[..., Image.Image], ...] = (button, empty_square, bonus_tile, patch_sign)
"""The signs of the parts of a score, in the order of its fields."""


@cache
def _wall(quilts: int, theme: Theme) -> Image.Image:
    """The parts that never change: the wall with the rod, the ribbons and the empty quilts on them, and the shadows."""
    cell = CELLS[quilts]
    side = _side(cell)
    height = TOP + side + 270
    image = wood(WIDTH, height, theme)
    shadow = Image.new("L", image.size)
    draw = ImageDraw.Draw(shadow)
    draw.rectangle((0, 44, WIDTH, 62), 120)
    for left in _lefts(quilts):
        draw.rectangle((left + 8, TOP + 14, left + side + 8, TOP + side + 14), 120)
    if theme.finish.shadow:
        image.paste(theme.shade, mask=shadow.filter(ImageFilter.GaussianBlur(2)))
    draw = ImageDraw.Draw(image)
    for line in range(26):
        shade = mix(mix(theme.horn, theme.white, 0.3), theme.horn_dark, abs(line - 8) / 18)
        draw.line((0, 24 + line, WIDTH, 24 + line), shade)
    for left in _lefts(quilts):
        for share in (0.14, 0.5, 0.86):
            x = left + round(side * share)
            draw.rectangle((x - 17, 18, x + 17, TOP + 10), theme.linen, theme.chalk, 2)
    wall = in_palette(image, theme)
    for seat, left in enumerate(_lefts(quilts), 1):
        wall.paste(_binding(seat, cell, theme), (left, TOP))
        wall.paste(bare_quilt(cell, theme), (left + BINDING, TOP + BINDING))
    return wall


def _binding(seat: int, cell: int, theme: Theme) -> Image.Image:
    """The border of a quilt in its seat's colour: slanting stripes for seat 1, checks for seat 2."""
    side, fine = _side(cell), 2
    colour = theme.blue if seat == 1 else theme.amber
    swatch = Swatch(BINDING * 2 * fine, colour)
    print_on = candy if seat == 1 else gingham
    print_on(swatch, colour, mix(colour, theme.white, 0.6), colour)
    image = swatch.tiled(side * fine, side * fine).reduce(fine)
    draw = ImageDraw.Draw(image)
    for inset in (0, BINDING - 2):
        box = (inset, inset, side - inset - 1, side - inset - 1)
        draw.rectangle(box, None, mix(colour, theme.shade, 0.6), 2)
    return in_palette(image, theme)
