"""The poster: the quilts of a game on the wall, and below them how it stands or where its points come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from game import Placement, Position
from render import timeboard
from render.canvas import Canvas
from render.contours import Line
from render.label import show_label
from render.quilt import outline
from render.seam import show_progress
from render.seats import points, seat_line
from render.sewing import lay_quilt, sewn_stamp
from render.sprites import lying, margin, sewn
from render.symbols import bonus_sign, button, empty_square, length, rosette, token
from render.theme import DAYLIGHT, Theme
from render.timeboard import time_board
from render.wall import BINDING, CELL, LEFTS, ROOM, SIDE, TOP, WIDTH, wall

LOW = TOP + SIDE
"""Where the quilts end, in pixels from the top."""

TALL = 3.3
"""Height of the tallest patch that lies on its side, with a gap, in squares."""

DIGITS = 54
TOTAL = 112
"""Height of the digits of the parts and of the total, in pixels."""

SIGN, GAP = 54, 30
"""Size of a part's sign, and the gap between two parts, in pixels."""

BESIDE = 172
"""How far left of its middle the points of a seat begin, in pixels."""

SCALES = tuple((columns, ROOM * 16 // (columns * 100)) for columns in range(2, 7))
"""Patches of the Automa in a row, and the pixels per square that leave a gap beside the widest."""


def draw_poster(
    position: Position,
    *,
    new: Sequence[Placement] = (),
    new_seat: int = 0,
    ended: bool = False,
    winner: int = 0,
    progress: tuple[int, int] | None = None,
    label: tuple[str, str] | None = None,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """The quilts of a game and, once it is over, the parts of their points, with a rosette for the winner. Mode P.

    1,100 pixels wide and 894 tall. The Automa has no quilt: the patches that it took lie in its place. ``new`` patches
    are outlined in the quilt of ``new_seat``. A running game shows its seats and its time board instead of points; a
    game that ``ended`` early shows the time board, and a rosette for the seat of the ``winner``, if there is one.
    A frame of a replay names its ``progress``: the number of its move, and of how many. A ``label`` is two short lines
    of digits.
    """
    picture = Canvas.over(wall(theme), theme)
    _quilts(picture, position, new, new_seat)
    for seat in (1, 2):
        _below(picture, position, seat, ended=ended, is_winner=winner == seat)
    if not position.over:
        time_board(picture, ((WIDTH - timeboard.WIDTH) // 2, LOW + 88), position, ended=ended)
    if progress:
        show_progress(picture, LOW + 245, *progress)
    if label:
        show_label(picture, *label)
    return picture.image


def _quilts(picture: Canvas, position: Position, new: Sequence[Placement], new_seat: int) -> None:
    """Both quilts, the ``new`` patches outlined in the quilt of ``new_seat``. The Automa has its patches instead."""
    inset = BINDING + margin(CELL)
    one, two = ((left + inset, TOP + inset) for left in LEFTS)
    lay_quilt(picture, one, position.player(1).quilt, CELL)
    if position.automa:
        _lay_taken(picture, two, position.automa.patches)
    else:
        lay_quilt(picture, two, position.player(2).quilt, CELL)
    for placement in new:
        outline(picture, (one, two)[new_seat - 1], placement, CELL, Line(picture.theme.white, picture.theme.last, 5))


def _below(picture: Canvas, position: Position, seat: int, *, ended: bool, is_winner: bool) -> None:
    """What stands below the quilt of a seat: its points, how the game ended for it, or how it stands."""
    middle = WIDTH * (2 * seat - 1) // 4, LOW
    if position.over:
        _points(picture, position, seat, middle)
    elif ended:
        _stopped(picture, seat, middle, is_winner=is_winner)
    else:
        seat_line(picture, ((seat - 1) * WIDTH // 2 + 21, LOW + 18), position, seat)


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
    wide = sum(widths) + GAP * (len(parts) - 1)
    left = min(x - BESIDE, LEFTS[seat - 1] + SIDE - wide)
    for (paint, amount), width in zip(parts, widths, strict=True):
        picture.sign((left, y + 202), paint, SIGN, on=theme.table, anchor="lm")
        picture.write((left + SIGN + 8, y + 202), points(amount), DIGITS, theme.letters, theme.table, "lm")
        left += width + GAP


def _stopped(picture: Canvas, seat: int, at: tuple[int, int], *, is_winner: bool) -> None:
    """A seat of a game that was not played out: its token, and the rosette if it won all the same."""
    x, y = at[0] - 50 * is_winner, at[1] + 46
    picture.sign((x, y), token, seat, 68, on=picture.theme.table)
    if is_winner:
        picture.sign((x + 100, y), rosette, 76, on=picture.theme.table)


def _lay_taken(picture: Canvas, at: tuple[int, int], patches: tuple[int, ...]) -> None:
    """Lay the patches that the Automa has taken in rows, all to one scale, in the order of its turns."""
    columns, cell = next((few, cell) for few, cell in SCALES if len(patches) <= few * (ROOM // (TALL * cell)))
    rows = max(1, -(-len(patches) // columns))
    for index, patch in enumerate(patches):
        row, column = divmod(index, columns)
        middle = at[0] + (column + 0.5) * ROOM / columns, at[1] + (row + 0.5) * ROOM / rows
        picture.lay(sewn_stamp(patch, lying(patch).letter, cell, picture.theme), middle, "mm")


def patch_sign(size: int, theme: Theme) -> Image.Image:
    """A patch, the sign for the Automa's points from patches, about ``size`` pixels wide. RGBA."""
    return sewn(19, "N", size // 3, theme)


PARTS: tuple[Callable[..., Image.Image], ...] = (button, empty_square, bonus_sign, patch_sign)
"""The signs of the parts of a score, in the order of its fields."""
