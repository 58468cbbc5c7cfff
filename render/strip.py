"""A piece of the time board, large: eight spaces around the token that moves, and the way that it goes."""

from functools import cache

from PIL import Image, ImageDraw

from game import Position, other
from game.squares import INCOME, LAST, LEATHER_SPACES, crossed
from render import symbols
from render.canvas import Canvas, in_palette, stamp
from render.shelf import kept
from render.stamp import Stamp
from render.symbols import button, smooth, supersampled, write
from render.theme import Theme, mix

SPACES, SPACE, TALL = 8, 132, 124  # how many spaces there are, and the width and height of each, in pixels
GAP = 128  # pixels to leave above the tape, for the way
LEFT = 22  # where the tape begins, in pixels

SIGN, TOKEN, STEP_SIGN = 96, 112, 58
"""Sizes of what lies on a space, of a token, and of what a step costs or brings, in pixels."""

BEHIND = 2  # how many spaces are seen behind the token that moves

FINE = 3


def strip(picture: Canvas, top: int, position: Position, before: Position) -> None:
    """Lay the piece of tape that begins behind the token that moves in the position before, and the tokens on it."""
    theme, first = picture.theme, _first(before)
    picture.image.paste(_tape(first, position.track, theme), (LEFT, top))
    one, two = (player.space for player in position.players)
    if one == two:
        left = other(position.token)
        picture.sign(_centre(top, one, first), symbols.shared_space, left, one, (SPACE, TOKEN), on=theme.tape)
        return
    for seat, space in ((1, one), (2, two)):
        picture.sign(_centre(top, space, first), symbols.numbered_token, seat, space, TOKEN, on=theme.of_space(space))


def walk(picture: Canvas, top: int, before: Position, after: Position, *, pays: bool) -> None:
    """Draw the steps of the token that moved, above each of them a button if it ``pays``, or an symbols.hourglass."""
    theme, first, seat = picture.theme, _first(before), before.token
    start, end = before.player(seat).space, after.player(seat).space
    if before.player(other(seat)).space != start:
        picture.sign(_centre(top, start, first), symbols.faded_token, seat, TOKEN, on=theme.of_space(start))
    if after.player(seat).income:
        for space in crossed(INCOME, start, end):
            picture.lay(_paying(theme), _centre(top, space, first), "mm")
    for space in range(start, end):
        x, _ = _centre(top, space, first)
        picture.lay(_step(theme), (x, top - 46))
        paint = button if pays else symbols.hourglass
        picture.sign((x + SPACE // 2, top - 50 - STEP_SIGN // 2), paint, STEP_SIGN, on=theme.table)


def passed(picture: Canvas, middle: tuple[int, int], space: int) -> None:
    """Lay three spaces of tape around a point; the round token has just come to the last of them."""
    theme, wide = picture.theme, 3 * SPACE
    left, top = middle[0] - wide // 2, middle[1] - TALL // 2
    picture.image.paste(_tape(space - 2, "classic", theme).crop((0, 0, wide, TALL)), (left, top))
    picture.sign(
        (left + wide - SPACE // 2, middle[1]), symbols.numbered_token, 1, space, TOKEN, on=theme.of_space(space)
    )


def _first(before: Position) -> int:
    return max(0, min(before.player(before.token).space - BEHIND, LAST + 1 - SPACES))


def _centre(top: int, space: int, first: int) -> tuple[int, int]:
    return LEFT + (space - first) * SPACE + SPACE // 2, top + TALL // 2


@cache
def _tape(first: int, track: str, theme: Theme) -> Image.Image:
    """The bare tape from one space on, each space with its number, a button, or a leather patch. Mode P."""
    image = Image.new("RGB", (SPACES * SPACE, TALL))
    draw = ImageDraw.Draw(image)
    for index in range(SPACES):
        space, x = first + index, index * SPACE
        colour = theme.of_space(space)
        draw.rectangle((x, 0, x + SPACE - 1, TALL - 1), colour)
        for tick in range(0, SPACE, 22):
            draw.line((x + tick, 0, x + tick, 12 if tick % 66 else 22), mix(colour, theme.ink, 0.45), 3)
        middle = (x + SPACE // 2, TALL // 2)
        if space in INCOME or space in LEATHER_SPACES[track]:
            sign = button(SIGN, theme) if space in INCOME else symbols.leather_mark(SIGN, True, 0, theme)
            image.paste(sign, (middle[0] - SIGN // 2, middle[1] - SIGN // 2), sign)
        elif space:
            write(draw, (middle[0], middle[1] + 6), str(space), 54, mix(colour, theme.ink, 0.6))
    return in_palette(image, theme)


@kept
def _step(theme: Theme) -> Stamp:
    """An arc from the middle of a space to that of the next, with the head of an arrow."""
    wide, tall, line = SPACE, 44, 8
    image, draw = supersampled(wide, tall, FINE)
    box = (line * FINE, 4 * FINE, (wide - line) * FINE, (2 * tall - 4) * FINE)
    draw.arc(box, 180, 352, theme.letters, line * FINE)
    tip, back = ((wide - line) * FINE, tall * FINE - 1), (tall - 24) * FINE
    draw.polygon([tip, (tip[0] - 22 * FINE, back), (tip[0] + 8 * FINE - 1, back)], theme.letters)
    return stamp(smooth(image, FINE), theme.table, theme)


@kept
def _paying(theme: Theme) -> Stamp:
    """A ring around the button on the tape that pays."""
    size = TALL - 6
    image, draw = supersampled(size, size, FINE)
    edge = image.width - 1
    draw.ellipse((0, 0, edge, edge), None, theme.white, 12 * FINE)
    draw.ellipse((3 * FINE, 3 * FINE, edge - 3 * FINE, edge - 3 * FINE), None, theme.last, 7 * FINE)
    return stamp(smooth(image, FINE), theme.tape, theme)
