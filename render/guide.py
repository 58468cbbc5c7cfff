"""The table with letters on its parts, for a key to explain."""

from collections.abc import Sequence

from PIL import Image

from game import Placement, Position
from render import offers, seats, timeboard
from render.canvas import Canvas, Spot
from render.symbols import smooth, supersampled, write
from render.table import CELL, OFFERS, QUILTS, SEATS, TIME_BOARD, WIDTH, draw_table
from render.theme import DAYLIGHT, Theme

LABEL = 64  # pixels that a label is wide: 14 on a phone
ASIDE = 70  # pixels of the wooden table at either side: so its key has room below the picture on a screen


def draw_guide(position: Position, *, new: Sequence[Placement], seat: int, theme: Theme = DAYLIGHT) -> Image.Image:
    """The whole table, as `draw_table` draws it, with what is ``new`` on the quilt of a seat. Mode P.

    A is beside a seat's buttons and income, B beside what is new, C beside the time board, D beside the offers, E
    beside the patches that come after them.
    """
    table = draw_table(position, new=new, new_seat=seat, theme=theme)
    picture = Canvas.on_wood(table.width + 2 * ASIDE, table.height, theme)
    picture.image.paste(table, (ASIDE, 0))
    for letter, (x, y) in zip("ABCDE", _spots(new[0], seat), strict=True):
        picture.sign((ASIDE + x, y), _label, letter, LABEL, on=theme.table)
    return picture.image


def _spots(new: Placement, seat: int) -> tuple[Spot, ...]:
    """The middles of the labels, where they hide nothing but bare cloth: three beside the table."""
    line, quilt, shape = SEATS[seat], QUILTS[seat], new.orientation
    return (
        (line[0] + seats.WIDTH * 0.74, line[1] + seats.HEIGHT / 2 + 3),
        (quilt[0] + (new.column + shape.width) * CELL - 48, quilt[1] + (new.row + shape.height) * CELL - 12),
        (-ASIDE / 2, TIME_BOARD[1] + timeboard.TALL / 2),
        (-ASIDE / 2, OFFERS[1] + offers.OFFER[1] / 2),
        (WIDTH + ASIDE / 2, OFFERS[1] + offers.OFFER[1] / 2),
    )


def _label(letter: str, size: int, theme: Theme) -> Image.Image:
    """A letter on a red disc with a white rim. RGBA."""
    image, draw = supersampled(size, size)
    full = image.width - 1
    draw.ellipse((0, 0, full, full), theme.ink)
    draw.ellipse((full * 0.03, full * 0.03, full * 0.97, full * 0.97), theme.white)
    draw.ellipse((full * 0.1, full * 0.1, full * 0.9, full * 0.9), theme.last)
    write(draw, (full / 2, full / 2), letter, round(full * 0.7), theme.white)
    return smooth(image)
