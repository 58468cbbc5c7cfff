"""The time board: two rows of spaces, with incomes, leather patches and the two tokens."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game import Position
from game.automa import BONUS_SPACES
from game.timeboard import INCOME, LAST, LEATHER_SPACES
from render.automa import bonus_mark
from render.palette import DAYLIGHT as T
from render.symbols import button, leather_mark, token

COLUMNS = 27
"""Spaces in a row: the first row runs 0 to 26 rightwards, the second goes on from 27 below its start."""

SPACE = 40
"""Pixels of a space's width."""

HEIGHT = 60
"""Pixels of a row."""

WIDTH = COLUMNS * SPACE


def time_board(image: Image.Image, at: tuple[int, int], position: Position) -> None:
    """Draw the time board with its corner at ``at``: `WIDTH` pixels wide, two rows of `HEIGHT`."""
    draw = ImageDraw.Draw(image)
    left = position.leather_left
    for space in range(LAST + 1):
        x, y = corner(at, space)
        passed = space < min(player.space for player in position.players)
        shade = T.passed_space if passed else T.odd_space if space % 2 else T.space
        draw.rectangle((x, y, x + SPACE - 2, y + HEIGHT - 3), shade)
        if space in INCOME:
            sign = button(SPACE - 6)
            image.paste(sign, (x + 2, y + HEIGHT - SPACE + 2), sign)
        elif space in LEATHER_SPACES[position.track]:
            sign = leather_mark(SPACE - 8, space in left)
            image.paste(sign, (x + 3, y + HEIGHT - SPACE + 3), sign)
    if position.automa and not position.bonus:
        bonus_mark(image, corner(at, BONUS_SPACES[position.automa.level]), SPACE)
    x, y = corner(at, LAST)
    draw.rectangle((x, y, x + SPACE - 2, y + HEIGHT - 3), None, T.ink, 3)
    _tokens(image, at, position)


def corner(at: tuple[int, int], space: int) -> tuple[int, int]:
    """The top left corner of a space, in pixels."""
    return at[0] + space % COLUMNS * SPACE, at[1] + space // COLUMNS * HEIGHT


def _tokens(image: Image.Image, at: tuple[int, int], position: Position) -> None:
    """The tokens; on one space the one that moves next lies on top, and the other shows beside it."""
    together = position.players[0].space == position.players[1].space
    for seat in (3 - position.token, position.token):
        x, y = corner(at, position.player(seat).space)
        sign = token(seat, SPACE + 6)
        below = together and seat != position.token
        aside = 0 if not below else 16 if position.player(seat).space % COLUMNS < COLUMNS - 1 else -16
        image.paste(sign, (x - 4 + aside, y - 2 - (12 if below else 0)), sign)
