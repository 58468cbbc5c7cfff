"""The poster: the quilts of a game on the wall, and below them how it stands or its points. Why: decision 0029."""

from collections.abc import Callable, Sequence

from PIL import Image

from game import Placement, Position
from render import timeboard
from render.canvas import Canvas
from render.captions import show_label, show_progress
from render.contours import Line
from render.names import shortened, width, write_name
from render.quilt import outline
from render.seats import Paint, parts_of, points, seat_line
from render.sewing import corner, lay_quilt, sewn_stamp
from render.sprites import lying
from render.symbols import length, rosette, token
from render.theme import DAYLIGHT, Theme
from render.timeboard import time_board
from render.wall import CELL, INSET, LEFTS, ROOM, SIDE, TOP, WIDTH, wall

LOW = TOP + SIDE  # where the quilts end, in pixels from the top
END = LOW + 210  # where a poster ends that has neither names nor a number of a move, in pixels from the top
TALL = 3.3  # height of the tallest patch that lies on its side, with a gap, in squares

DIGITS, TOTAL = 54, 112  # height of the digits of the parts and of the total, in pixels
SIGN, GAP = 54, 30  # size of a part's sign, and the gap between two parts, in pixels
NEAR = 18  # the gap between a token, what stands beside it, and the rosette, in pixels

SCALES = tuple((columns, ROOM * 16 // (columns * 100)) for columns in range(2, 7))
"""Patches of the Automa in a row, and the pixels per square that leave a gap beside the widest."""

Names = tuple[str, str]
"""What the players are called, by seat; nothing where no name is to be drawn."""

Piece = tuple[int, Callable[[tuple[int, int]], None]]
"""A piece of a row: its width in pixels, and what lays it at the middle of its left edge."""


def draw_poster(
    position: Position,
    *,
    new: Sequence[Placement] = (),
    new_seat: int = 0,
    ended: bool = False,
    winner: int = 0,
    progress: tuple[int, int] | None = None,
    label: tuple[str, str] | None = None,
    names: Names = ("", ""),
    is_short: bool = False,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """The quilts of a game and, once it is over, the parts of their points, with a rosette for the winner. Mode P.

    1,100 pixels wide and 894 tall, or 834 if it ``is_short``: points without names leave that room. The Automa has no
    quilt: the patches that it took lie in its place. ``new`` patches are outlined in the quilt of ``new_seat``. A
    running game shows its seats and its time board instead of points; a
    game that ``ended`` early shows the time board, and a rosette for the seat of the ``winner``, if there is one.
    A frame of a replay names its ``progress``: the number of its move, and of how many. A ``label`` is two short lines
    of digits. ``names`` as `legible` gives them stand below the quilts of a game that is over; nothing of them is kept.
    """
    picture = Canvas.over(wall(theme), theme)
    _quilts(picture, position, new, new_seat)
    for seat in (1, 2):
        _below(picture, position, seat, names, ended=ended, is_winner=winner == seat)
    if not position.over:
        time_board(picture, ((WIDTH - timeboard.WIDTH) // 2, LOW + 108), position, ended=ended)
    if progress:
        show_progress(picture, LOW + 245, *progress)
    if label:
        show_label(picture, *label)
    return picture.image.crop((0, 0, WIDTH, END)) if is_short else picture.image


def draw_duel(one: Position, two: Position, *, winner: int = 0, theme: Theme = DAYLIGHT) -> Image.Image:
    """The quilt and the points of the first seat of one position, and of the second seat of another. Mode P.

    1,100 pixels wide and 834 tall. The seat of the ``winner`` has a rosette, if it is not 0. Why: decision 0067.
    """
    picture = Canvas.over(wall(theme), theme)
    for seat, position in enumerate((one, two), 1):
        lay_quilt(picture, (LEFTS[seat - 1] + INSET, TOP + INSET), position.player(seat).quilt, CELL)
        show_points(picture, position, seat, ("", ""), is_winner=winner == seat)
    return picture.image.crop((0, 0, WIDTH, END))


def held_over(shown: Image.Image, placement: Placement, seat: int, squares: float, theme: Theme) -> Image.Image:
    """A poster on which a patch is held so many squares above its place in the quilt of a seat, outlined. Mode P."""
    picture = Canvas(shown.copy(), theme)
    at = LEFTS[seat - 1] + INSET, TOP + INSET - round(squares * CELL)
    piece = sewn_stamp(placement.patch.id, placement.orientation.letter, CELL, theme)
    picture.lay_body(piece, corner(at, placement, CELL))
    outline(picture, at, placement, CELL, Line(theme.white, theme.last, 5))
    return picture.image


def _quilts(picture: Canvas, position: Position, new: Sequence[Placement], new_seat: int) -> None:
    """Both quilts, the ``new`` patches outlined in the quilt of ``new_seat``. The Automa has its patches instead."""
    one, two = ((left + INSET, TOP + INSET) for left in LEFTS)
    lay_quilt(picture, one, position.player(1).quilt, CELL)
    if position.automa:
        _lay_taken(picture, two, position.automa.patches)
    else:
        lay_quilt(picture, two, position.player(2).quilt, CELL)
    for placement in new:
        outline(picture, (one, two)[new_seat - 1], placement, CELL, Line(picture.theme.white, picture.theme.last, 5))


def _below(picture: Canvas, position: Position, seat: int, names: Names, *, ended: bool, is_winner: bool) -> None:
    """Draw what stands below the quilt of a seat: its points, how the game ended for it, or how it stands."""
    middle = WIDTH * (2 * seat - 1) // 4
    if position.over:
        show_points(picture, position, seat, names, is_winner=position.winner == seat)
    elif ended:
        won = _won(picture, 76) * is_winner
        player = _player(picture, seat, names, 68, ROOM - 76 - NEAR)
        _row(picture, (middle, LOW + 46), [*player, *won])
    else:
        seat_line(picture, ((seat - 1) * WIDTH // 2 + 21, LOW + 18), position, seat)


def show_points(picture: Canvas, position: Position, seat: int, names: Names, *, is_winner: bool) -> None:
    """Draw below a quilt who it is, the total, and its parts: buttons, empty squares, the bonus tile, patches."""
    middle = WIDTH * (2 * seat - 1) // 4
    score, is_named = position.score(seat), any(names)
    digits, high, low = (96, 128, 219) if is_named else (TOTAL, 70, 166)
    total = [_digits(picture, points(score.total), digits), *_won(picture, digits) * is_winner]
    if is_named:
        _row(picture, (middle, LOW + 41), _player(picture, seat, names, 50))
    else:
        total = [*_player(picture, seat, names, 84), *total]
    _row(picture, (middle, LOW + high), total)
    parts = [_part(picture, paint, amount) for paint, amount in parts_of(score)]
    _row(picture, (middle, LOW + low), parts, GAP)


def _row(picture: Canvas, middle: tuple[int, int], pieces: Sequence[Piece], gap: int = NEAR) -> None:
    """Lay pieces beside each other, as one row around a point."""
    left = middle[0] - (sum(wide for wide, _ in pieces) + gap * (len(pieces) - 1)) // 2
    for wide, lay in pieces:
        lay((left, middle[1]))
        left += wide + gap


def _player(picture: Canvas, seat: int, names: Names, size: int, room: int = ROOM) -> list[Piece]:
    """A token ``size`` pixels wide, and the name beside it, if there is one: at most ``room`` pixels of both."""
    name = names[seat - 1] and shortened(names[seat - 1], room - size - NEAR)
    sign = (size, lambda at: picture.sign(at, token, seat, size, on=picture.theme.table, anchor="lm"))
    return [sign, (width(name), lambda at: write_name(picture, at, name))] if name else [sign]


def _won(picture: Canvas, size: int) -> list[Piece]:
    return [(size, lambda at: picture.sign(at, rosette, size, on=picture.theme.table, anchor="lm"))]


def _digits(picture: Canvas, digits: str, size: int) -> Piece:
    theme = picture.theme
    return round(length(digits, size)), lambda at: picture.write(at, digits, size, theme.letters, theme.table, "lm")


def _part(picture: Canvas, paint: Paint, amount: int) -> Piece:
    """A sign and how many points it brings."""
    wide, write = _digits(picture, points(amount), DIGITS)

    def lay(at: tuple[int, int]) -> None:
        picture.sign(at, paint, SIGN, on=picture.theme.table, anchor="lm")
        write((at[0] + SIGN + 8, at[1]))

    return SIGN + 8 + wide, lay


def _lay_taken(picture: Canvas, at: tuple[int, int], patches: tuple[int, ...]) -> None:
    """Lay the patches that the Automa has taken in rows, all to one scale, in the order of its turns."""
    columns, cell = next((few, cell) for few, cell in SCALES if len(patches) <= few * (ROOM // (TALL * cell)))
    rows = max(1, -(-len(patches) // columns))
    for index, patch in enumerate(patches):
        row, column = divmod(index, columns)
        middle = at[0] + (column + 0.5) * ROOM / columns, at[1] + (row + 0.5) * ROOM / rows
        picture.lay(sewn_stamp(patch, lying(patch).letter, cell, picture.theme), middle, "mm")
