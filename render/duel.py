"""A duel: the quilts of two games beside each other, with their points. Why: decision 0067."""

from PIL import Image

from game import Position
from render.canvas import Canvas
from render.poster import show_points
from render.sewing import lay_quilt
from render.sprites import margin
from render.theme import DAYLIGHT, Theme
from render.wall import BINDING, CELL, LEFTS, TOP, wall


def draw_duel(one: Position, two: Position, *, winner: int = 0, theme: Theme = DAYLIGHT) -> Image.Image:
    """The quilt and the points of the first seat of one position, and of the second seat of another. Mode P.

    1,100 pixels wide and 894 tall. The seat of the ``winner`` has a rosette, if it is not 0.
    """
    picture, inset = Canvas.over(wall(theme), theme), BINDING + margin(CELL)
    for seat, position in enumerate((one, two), 1):
        lay_quilt(picture, (LEFTS[seat - 1] + inset, TOP + inset), position.player(seat).quilt, CELL)
        show_points(picture, position, seat, ("", ""), is_winner=winner == seat)
    return picture.image
