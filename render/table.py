"""The whole table: both quilts, the time board, the three patches on offer, and all patches after them."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game import Placement, Position, other
from game.squares import COLUMNS, ROWS, SIZE
from render import offers, seats, timeboard
from render.automa import draw_automa
from render.canvas import Canvas, stamp
from render.contours import Line
from render.monogram import monogram
from render.quilt import outline
from render.sewing import lay_quilt
from render.shelf import kept
from render.sprites import margin
from render.stamp import Stamp, boxed
from render.symbols import bonus_tile, write
from render.theme import DAYLIGHT, Theme

WIDTH, HEIGHT = 1100, 820  # much flatter than wide: a board with its words and buttons should fit on a screen
CELL = 56  # pixels per square of the two quilts

QUILT_TOP = 97
QUILTS = {1: (12, QUILT_TOP), 2: (WIDTH - 12 - SIZE * CELL, QUILT_TOP)}
"""Where the quilt on the left begins, and the one on the right; the digits of both stand between them."""

LETTERS = {"column": 37, "row": 48}
"""Pixels of the letters above the quilts and of the digits between them, readable on a phone."""

SEATS = {1: (6, 1), 2: (WIDTH - 6 - seats.WIDTH, 1)}
"""Where the lines of the seats on the left and on the right begin."""

AUTOMA = (QUILTS[2][0] - 6, 64)
TIME_BOARD = (10, QUILT_TOP + SIZE * CELL + 10)
OFFERS = (10, TIME_BOARD[1] + timeboard.TALL + 4)
FOLLOWING = (OFFERS[0] + 3 * (offers.OFFER[0] + offers.GAP), OFFERS[1])
FRAME, DASH = 12, 44  # width of the frame of a preview, and the length of a dash with its gap, in pixels


def draw_table(
    position: Position,
    *,
    new: Sequence[Placement] = (),
    new_seat: int = 0,
    left: int = 1,
    before: Position | None = None,
    card: int = 0,
    next_budget: int | None = None,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """The whole table, 1,100 pixels wide and 820 tall. Mode P.

    ``new`` patches are outlined in the quilt of ``new_seat``. The quilt of the seat ``left`` lies on the left. In a
    solo game, ``card`` is the number of the Automa's last card; ``next_budget`` is on the back of the next one. A
    preview names the position ``before`` it: it has a dashed frame, and the token that would move is pale where it is.
    """
    sides = {left: 1, other(left): 2}
    sewing = (1,) if position.automa else (1, 2)
    picture = Canvas.over(_ground(sewing, theme), theme)
    for seat in sewing:
        (x, y), quilt = QUILTS[sides[seat]], position.player(seat).quilt
        lay_quilt(picture, (x, y), quilt, CELL)
        if not quilt.sewn:
            picture.lay(monogram(seat, theme), (x + SIZE * CELL / 2, y + SIZE * CELL / 2), "mm")
    if position.automa:
        draw_automa(picture, AUTOMA, position.automa, card, next_budget)
    for placement in new:
        outline(picture, QUILTS[sides[new_seat]], placement, CELL, Line(theme.white, theme.last, 5))
    timeboard.time_board(picture, TIME_BOARD, position)
    offers.offers(picture, OFFERS, position)
    offers.following(picture, FOLLOWING, (WIDTH - 10 - FOLLOWING[0], offers.ALL), position, across=5, down=1)
    if before:
        timeboard.left_behind(picture, TIME_BOARD, before)
        _frame(picture)
    for seat in (1, 2):  # on the frame, which would cover the edge of the mover's line
        seats.seat_line(picture, SEATS[sides[seat]], position, seat)
    if not position.automa and not position.bonus:
        picture.sign((WIDTH / 2, SEATS[1][1] + seats.HEIGHT / 2), bonus_tile, 60, on=theme.table)
    return picture.image


def _frame(picture: Canvas) -> None:
    """A dashed frame around a picture of what is not yet so."""
    for turned, ends in ((False, (0, HEIGHT - FRAME)), (True, (0, WIDTH - FRAME))):
        piece = _dashes(WIDTH, turned, picture.theme)
        for end in ends:
            picture.lay(piece, (end, 0) if turned else (0, end))


@kept
def _dashes(length: int, turned: bool, theme: Theme) -> Stamp:
    """A side of that frame: dashes in the colour of what is not sewn yet."""
    image = Image.new("RGBA", (length, FRAME))
    draw = ImageDraw.Draw(image)
    for start in range(0, length, DASH):
        draw.rectangle((start, 0, start + DASH * 5 // 8, FRAME), theme.ghost, theme.white, 2)
    return stamp(image.transpose(Image.Transpose.ROTATE_90) if turned else image, theme.table, theme)


@kept
def _ground(sewing: tuple[int, ...], theme: Theme) -> Stamp:
    """The parts that never change: the table top, and the letters and digits beside the quilts."""
    picture = Canvas.on_wood(WIDTH, HEIGHT, theme)
    edge, size, dark = margin(CELL) + 3, SIZE * CELL, picture.index(theme.table_dark)
    letters = _signs(COLUMNS, CELL, 0, LETTERS["column"], theme)
    for left, top in (QUILTS[seat] for seat in sewing):
        picture.image.paste(dark, (left - edge, top - edge, left + size + edge, top + size + edge))
        picture.lay(letters, (left, top - 22 - CELL // 2))
    x = WIDTH // 2 if len(sewing) == 2 else QUILTS[1][0] + SIZE * CELL + 34
    picture.lay(_signs(ROWS, 0, CELL, LETTERS["row"], theme), (x, QUILT_TOP), "mt")
    return boxed(picture.image)


def _signs(signs: str, across: int, down: int, size: int, theme: Theme) -> Stamp:
    """Letters or digits, each so many pixels to the right of the one before, or below it."""
    image = Image.new("RGBA", (CELL + (SIZE - 1) * across, CELL + (SIZE - 1) * down))
    draw = ImageDraw.Draw(image)
    for index, sign in enumerate(signs):
        write(draw, (CELL // 2 + index * across, CELL // 2 + index * down), sign, size, theme.letters)
    return stamp(image, theme.table, theme)
