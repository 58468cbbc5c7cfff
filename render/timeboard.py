"""The time board: a tailor's tape in two rows, with numbers, incomes, leather patches and the two tokens."""

from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageDraw

from game import Position, other
from game.automa import BONUS_SPACES
from game.squares import INCOME, LAST, LEATHER_SPACES, next_mark
from render import symbols
from render.canvas import Canvas, in_palette, stamp
from render.shelf import kept
from render.stamp import Stamp, boxed
from render.symbols import FINE, button, smooth, supersampled, write
from render.theme import Theme, mix

COLUMNS, ROWS = 27, 2  # the tape runs to the right, and comes back in the second row
SPACE, HEIGHT, GAP = 40, 38, 4  # width and height of a space, and the gap between two rows, in pixels

WIDTH, TALL = COLUMNS * SPACE, ROWS * HEIGHT + (ROWS - 1) * GAP
SIGN = 36  # size of a button or leather patch on the tape, in pixels

MARK = 44, HEIGHT + 6
"""Width and height of the outline that marks a goal, in pixels: it reaches into the gaps beside the row."""

NUMBERED = 10  # every tenth space has its number on it, as on a tailor's tape; so have the tokens

DIGITS = {False: 34, True: 30}
"""Height of the digits on the bare tape, and where a leather patch lies, in pixels."""

TOKEN = 50
BESIDE, ASIDE, APART = 42, 6, 5
"""Size of a token; its size where the other one's next income must show behind it, and how far it is moved for that,
and so that one on the next space leaves its digits whole."""


def time_board(picture: Canvas, at: tuple[int, int], position: Position, *, ended: bool = False) -> None:
    """Lay the time board with its corner at ``at``: `WIDTH` by `TALL` pixels.

    Unless the game has ``ended``, the outline of a player's token marks their next income and leather patch.
    """
    theme = picture.theme
    passed = min(player.space for player in position.players)
    picture.image.paste(_tape(position.track, False, theme), at)
    for box in _behind(passed):
        used = _tape(position.track, True, theme).crop(box)
        picture.image.paste(used, (at[0] + box[0], at[1] + box[1]))
    left = position.leather_left
    for space in LEATHER_SPACES[position.track]:
        if space >= passed:
            number = 0 if space % NUMBERED else space
            picture.sign(centre(at, space), symbols.leather_mark, SIGN, space in left, number, on=theme.of_space(space))
    if position.automa and not position.bonus:
        picture.sign(centre(at, BONUS_SPACES[position.automa.level]), symbols.bonus_tile, SIGN + 4, on=theme.tape)
    if not (ended or position.over):
        goals(picture, at, position)
    _tokens(picture, at, position)


def corner(at: tuple[int, int], space: int) -> tuple[int, int]:
    """The top left corner of a space, in pixels."""
    row, column = divmod(space, COLUMNS)
    if row % 2:
        column = COLUMNS - 1 - column
    return at[0] + column * SPACE, at[1] + row * (HEIGHT + GAP)


def centre(at: tuple[int, int], space: int) -> tuple[int, int]:
    """The middle of a space, in pixels."""
    x, y = corner(at, space)
    return x + SPACE // 2, y + HEIGHT // 2


def goals(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Mark the next income and leather patch of each player; the Automa takes them, too."""
    for seat in (2, 1):  # the ring fits inside the square
        space = position.player(seat).space
        for spaces in (INCOME, position.leather_left):
            goal = next_mark(spaces, space)
            if goal is not None:
                picture.lay(_mark(seat, picture.theme), centre(at, goal), "mm")


def _tokens(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the tokens, each with the number of its space, side by side if they share one.

    A token on the other's next income is smaller and moved forward, so that the income's mark shows behind it.
    """
    one, two = (player.space for player in position.players)
    if one == two:
        back = one // COLUMNS % 2 == 1
        left = position.token if back else other(position.token)  # the next to move is in front
        picture.sign(centre(at, one), symbols.shared_space, left, one, (SPACE, TOKEN), on=picture.theme.of_space(one))
        return
    for seat, own, theirs in ((1, one, two), (2, two, one)):
        aside = own == next_mark(INCOME, theirs)
        x, y = centre(at, own)
        onward = -1 if own // COLUMNS % 2 else 1
        x += onward * ASIDE * aside
        if abs(own - theirs) == 1 and own // COLUMNS == theirs // COLUMNS:
            x += onward * APART * (own - theirs)
        size = BESIDE if aside else TOKEN
        picture.sign((x, y), symbols.numbered_token, seat, own, size, on=picture.theme.of_space(own))


def left_behind(picture: Canvas, at: tuple[int, int], before: Position) -> None:
    """Mark where the token that moves stands in the position before: pale, for it would not be there any more."""
    space = before.player(before.token).space
    picture.sign(centre(at, space), symbols.faded_token, before.token, TOKEN, on=picture.theme.of_space(space))


def _behind(space: int) -> Iterator[tuple[int, int, int, int]]:
    """Boxes around all spaces behind one: the full rows, then the start of its own row."""
    rows, spaces = divmod(space, COLUMNS)
    top, wide = rows * (HEIGHT + GAP), spaces * SPACE
    if rows:
        yield 0, 0, WIDTH, top
    if spaces:
        left = WIDTH - wide if rows % 2 else 0
        yield left, top, left + wide, top + HEIGHT


@kept
def _mark(seat: int, theme: Theme) -> Stamp:
    """The outline of a seat's token: a ring for seat 1, a square for seat 2."""
    image, draw = supersampled(*MARK)
    width, height = image.size
    if seat == 1:
        edge = (width - height) // 2
        draw.ellipse((edge, 0, width - edge - 1, height - 1), None, theme.white, 7 * FINE)
        draw.ellipse((edge + FINE, FINE, width - edge - 1 - FINE, height - 1 - FINE), None, theme.blue, 5 * FINE)
    else:
        draw.rectangle((0, 0, width - 1, height - 1), None, theme.ink, 7 * FINE)
        draw.rectangle((FINE, FINE, width - 1 - FINE, height - 1 - FINE), None, theme.amber, 4 * FINE)
    return stamp(smooth(image), theme.tape, theme)


@cache
def _tape(track: str, passed: bool, theme: Theme) -> Image.Image:
    """The bare tape with its incomes, in full or in faded colours. Mode P."""
    return Canvas.over(_bare_tape(track, passed, theme), theme).image


@kept
def _bare_tape(track: str, passed: bool, theme: Theme) -> Stamp:
    image = Image.new("RGB", (WIDTH, TALL), theme.table)
    draw = ImageDraw.Draw(image)
    for space in range(LAST + 1):
        x, y = corner((0, 0), space)
        turn = GAP if (space + 1) % COLUMNS == 0 and space < LAST else 0  # the tape goes on below
        colour = theme.passed_tape if passed else theme.of_space(space)
        draw.rectangle((x, y, x + SPACE - 1, y + HEIGHT - 1 + turn), colour)
        tick = mix(colour, theme.ink, 0.45)
        for tenth, tall in ((0, 12), (SPACE // 4, 6), (SPACE // 2, 9), (SPACE * 3 // 4, 6)):
            draw.line((x + tenth, y, x + tenth, y + tall), tick, 2)
        if space in INCOME:
            sign = button(SIGN, theme)
            faded = Image.blend(Image.new("RGBA", sign.size, colour), sign, 0.45)
            faded.putalpha(sign.getchannel("A"))
            sign = faded if passed else sign
            image.paste(sign, (x + (SPACE - SIGN) // 2, y + (HEIGHT - SIGN) // 2), sign)
        elif space and not space % NUMBERED:
            write(draw, centre((0, 1), space), str(space), DIGITS[space in LEATHER_SPACES[track]], theme.ink)
        elif space not in LEATHER_SPACES[track]:
            _arrow(draw, space, tick)
    x, y = corner((0, 0), LAST)
    draw.rectangle((x, y, x + SPACE - 1, y + HEIGHT - 1), None, theme.ink, 5)
    return boxed(in_palette(image, theme))


def _arrow(draw: ImageDraw.ImageDraw, space: int, colour: str) -> None:
    """A small arrow head in the direction of play, on every sixth space."""
    if space % 6 != 1:
        return
    x, y = centre((0, 0), space)
    tip = -7 if space // COLUMNS % 2 else 7
    draw.line([(x - tip, y - 8), (x + tip, y + 2), (x - tip, y + 12)], colour, 4, joint="curve")
