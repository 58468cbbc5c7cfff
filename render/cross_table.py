"""The cross table of a group: who has won against whom, and by how many points. No words but names (decision 0068)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from render.canvas import Canvas, in_palette, lettering
from render.feats import square_of_cloth
from render.grounds import wood
from render.names import TALL as LETTERS
from render.names import shortened
from render.seats import MINUS
from render.shelf import kept
from render.stamp import Stamp, boxed
from render.symbols import disc, hourglass, rosette, smooth, supersampled
from render.theme import DAYLIGHT, Colour, Theme, mix

WIDTH, EDGE = 1100, 12  # the width of the picture, and the wood around the cloth, in pixels
ROW = 104  # height of a row, in pixels
WIDEST = 140  # width of a column, in pixels, at most
PATCH, DISC = 80, 46  # width of somebody's square of cloth and of the disc with their number on it, in pixels
WINS, NAME = 116, 280  # width of the column of wins, and of a patch and a name at least, in pixels
SIGN = 54  # how tall the rosette of a game is, in pixels
TOTAL = 76  # height of the digits of the wins, in pixels

CLOTHS = (15, 25, 17, 31, 2, 24)
"""The patches whose cloths people have, by their numbers in the group: they keep theirs however they stand."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as a row shows it: what it came to, by how many points if it was played out, and whether time decided."""

    how: Literal["won", "lost", "running", "void"]
    lead: int | None = None
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class Contestant:
    """A row: the name, or nothing if it cannot be drawn; the number in the group, which chooses the cloth; how many
    games were won (None: none counts), whether nobody stands better, and the games against all, in order of the rows.
    """

    name: str
    cloth: int
    wins: int | None
    leads: bool
    games: tuple[Game | None, ...]


def draw_cross_table(rows: Sequence[Contestant], *, theme: Theme = DAYLIGHT) -> Image.Image:
    """A cross table for 3 to 6 people, as many rows and columns, and one more for wins. Mode P; 1,100 pixels wide.

    A rosette is a game that was won, a small grey ring one that was lost, with the points between the two below; three
    stitches are one that is going on, and an hourglass tells that time decided it. Where somebody would meet themselves
    lies their cloth. The rows of those who lead are on light cloth, with a frame.
    """
    count = len(rows)
    leading = tuple(row.leads for row in rows)
    picture = Canvas.over(_ground(leading, theme), theme)
    wide = _wide(count)
    for number, row in enumerate(rows, 1):
        y = EDGE + number * ROW + ROW // 2
        ground = theme.card if row.leads else theme.linen
        ink = theme.ink if row.leads else theme.linen_ink
        _patch(picture, (EDGE + 14 + PATCH // 2, y), row.cloth, number, ground)
        for x, middle in ((_middle(count, number), EDGE + ROW // 2), (_middle(count, number), y)):
            _patch(picture, (x, middle), row.cloth, number if middle < y else 0, theme.linen if middle < y else ground)
        if row.name:
            room = WIDTH - EDGE - WINS - count * wide - (EDGE + PATCH + 30) - 10
            name = lettering(
                shortened(row.name, room), LETTERS, ink if row.wins is not None else faint(ink, ground), ground, theme
            )
            picture.lay(name, (EDGE + PATCH + 30, y), "lm")
        for column, game in enumerate(row.games, 1):
            if game:
                show_game(picture, (_middle(count, column), y), game, (ink, ground), SIGN)
        if row.wins is not None:
            picture.write((WIDTH - EDGE - WINS // 2, y), str(row.wins), TOTAL, ink, ground)
    picture.sign((WIDTH - EDGE - WINS // 2, EDGE + ROW // 2), rosette, 90, on=theme.linen)
    return picture.image


def _patch(picture: Canvas, at: tuple[int, int], cloth: int, number: int, ground: Colour) -> None:
    """Lay somebody's square of cloth, with a number unless that is 0."""
    picture.sign(at, square_of_cloth, CLOTHS[cloth], PATCH, on=ground)
    if number:
        picture.sign((at[0] - 2, at[1] - 2), disc, number, DISC, on=ground)


def show_game(picture: Canvas, at: tuple[int, int], game: Game, colours: tuple[Colour, Colour], size: int) -> None:
    """Show a game around a point, with a rosette of a ``size``, in the ``colours`` of its digits and of its ground."""
    (x, y), (ink, ground) = at, colours
    grey, digits = faint(ink, ground), size * 3 // 4
    if game.how == "running":
        picture.sign(at, _stitches, size * 3 // 2, on=ground)
    elif game.how == "void":
        picture.write(at, "–", digits, grey, ground)
    else:
        has_won = game.how == "won"
        sign = (rosette, size) if has_won else (_ring, size * 5 // 8, grey)
        above = y - size * 7 // 20 if game.lead is not None or game.by_time else y
        picture.sign((x, above), *sign, on=ground)
        if game.lead is not None:
            words = f"{'+' if game.lead > 0 else MINUS if game.lead < 0 else ''}{abs(game.lead)}"
            picture.write((x, y + size * 9 // 20), words, digits, ink if has_won else grey, ground)
        elif game.by_time:
            picture.sign((x, y + size * 9 // 20), hourglass, size * 2 // 3, on=ground)


def faint(ink: Colour, ground: Colour) -> Colour:
    """The colour of what is lost, or does not count."""
    return mix(ground, ink, 0.62)


@kept
def _ground(leading: tuple[bool, ...], theme: Theme) -> Stamp:
    """A cloth on wood with chalk lines between its cells; rows of those who are ``leading`` are on lighter cloth."""
    count = len(leading)
    low = EDGE + (count + 1) * ROW
    image = wood(WIDTH, low + EDGE, theme)
    draw, wide = ImageDraw.Draw(image), _wide(count)
    cloth = (EDGE, EDGE, WIDTH - EDGE - 1, low - 1)
    draw.rectangle(cloth, theme.linen)
    for number, leads in enumerate(leading, 1):
        if leads:
            draw.rectangle((EDGE, EDGE + number * ROW, WIDTH - EDGE - 1, EDGE + (number + 1) * ROW), theme.card)
    columns = [WIDTH - EDGE - WINS - step * wide for step in range(count + 1)]
    for x in columns:
        strong = x in (columns[0], columns[-1])
        draw.line((x, EDGE, x, low), theme.linen_ink if strong else theme.chalk, 4 if strong else 2)
    for number in range(1, count + 1):
        y = EDGE + number * ROW
        draw.line((EDGE, y, WIDTH - EDGE, y), theme.linen_ink if number == 1 else theme.chalk, 4 if number == 1 else 2)
    draw.rectangle(cloth, None, theme.linen_ink, 4)
    for number, leads in enumerate(leading, 1):
        if leads:
            frame = (EDGE, EDGE + number * ROW, WIDTH - EDGE - 1, EDGE + (number + 1) * ROW)
            draw.rectangle(frame, None, theme.ink, 8)
            draw.rectangle((frame[0] + 2, frame[1] + 2, frame[2] - 2, frame[3] - 2), None, theme.amber, 4)
    return boxed(in_palette(image, theme))


def _wide(count: int) -> int:
    """The width of a column."""
    return min(WIDEST, (WIDTH - 2 * EDGE - WINS - PATCH - NAME) // count)


def _middle(count: int, column: int) -> int:
    """The middle of a column, from 1."""
    return WIDTH - EDGE - WINS - round((count - column + 0.5) * _wide(count))


def _ring(size: int, colour: Colour, theme: Theme) -> Image.Image:
    """An empty ring: a game that was lost."""
    image, draw = supersampled(size, size)
    draw.ellipse((0, 0, image.width - 1, image.width - 1), None, colour, image.width // 7)
    return smooth(image)


def _stitches(size: int, theme: Theme) -> Image.Image:
    """Three stitches of a seam that is not done: a game that is going on."""
    image, draw = supersampled(size, size)
    full = image.width
    for left in (0.03, 0.39, 0.75):
        box = (full * left, full * 0.42, full * (left + 0.22), full * 0.58)
        draw.rounded_rectangle(box, full * 0.08, theme.last, theme.linen_ink, full // 50)
    return smooth(image)
