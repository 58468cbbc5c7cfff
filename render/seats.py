"""The line above each quilt: its seat's buttons, income, bonus tile and leather in hand, or how its points add up."""

from collections.abc import Callable, Iterator

from PIL import Image

from game import Position, Score
from render import symbols
from render.canvas import Canvas, stamp
from render.shelf import kept
from render.sprites import sewn
from render.stamp import Stamp
from render.symbols import FINE, NARROW, button, length, smooth, supersampled, widened
from render.theme import Colour, Theme

WIDTH, HEIGHT = 508, 58
DIGITS = 52
SUM, LONG_SUM = 42, 34  # height of the digits of a sum, in pixels, and of one that comes to hundreds
SIGN, GAP = 38, 10  # size of the sign of a part of it, and the gap before what comes next, in pixels

MINUS = "\N{MINUS SIGN}"

Paint = Callable[..., Image.Image]
"""Paints a sign: its size and the theme are given last."""


def seat_line(picture: Canvas, at: tuple[int, int], position: Position, seat: int) -> None:
    """Lay the line of a seat, framed when it is the seat's turn and, at the end, when it has won."""
    theme = picture.theme
    moving = not position.over and position.turn == seat
    framed = moving or position.winner == seat
    if framed:
        picture.lay(_panel(seat, theme), at)
    ground, ink = (theme.card, theme.ink) if framed else (theme.table, theme.letters)
    left, middle = at[0], at[1] + HEIGHT // 2
    picture.sign((left + 42, middle), symbols.token, seat, 46, on=ground)
    if position.over:
        _sum(picture, (left + 74, middle), position.score(seat), ink, ground)
        return
    _purse(picture, at, position, seat, ink, ground)
    right = left + WIDTH - 40
    if position.bonus == seat:
        picture.sign((right, middle), symbols.bonus_tile, 50, on=ground)
        right -= 66
    if position.leather == seat:
        picture.sign((right, middle), symbols.leather_mark, 46, True, 0, on=ground)
    elif moving:
        picture.sign((right, middle), arrow, 38, theme.of_seat(seat), on=ground)


def _purse(picture: Canvas, at: tuple[int, int], position: Position, seat: int, ink: Colour, ground: Colour) -> None:
    """Lay the buttons of a seat and its income beside its token; the Automa has no income."""
    player, left, middle = position.player(seat), at[0], at[1] + HEIGHT // 2
    picture.sign((left + 78, middle), button, 46, on=ground, anchor="lm")
    digits = str(player.buttons)
    picture.write((left + 138, middle), digits, DIGITS, ink, ground, "lm")
    if not (position.automa and seat == 2):
        income = left + 138 + length(digits, DIGITS) + 32
        picture.sign((income, middle), symbols.incomes, 1, 44, on=ground, anchor="lm")
        picture.write((income + 60, middle), str(player.income), DIGITS - 6, ink, ground, "lm")


def _sum(picture: Canvas, at: tuple[int, int], score: Score, ink: Colour, ground: Colour) -> None:
    """Lay the parts of a score beside each other, and what they come to."""
    left, middle = at
    size = SUM if score.total < 100 else LONG_SUM
    for paint, amount in parts_of(score):
        picture.sign((left, middle), paint, SIGN, on=ground, anchor="lm")
        left += SIGN + 3
        picture.write((left, middle), points(amount), size, ink, ground, "lm")
        left += round(length(points(amount), size)) + GAP
    picture.write((left, middle), f"= {points(score.total)}", size, ink, ground, "lm")


def parts_of(score: Score) -> Iterator[tuple[Paint, int]]:
    """The parts of a score that count, each with its sign; the buttons in any case."""
    yield button, score.buttons
    others = ((symbols.empty_square, score.empty), (symbols.bonus_sign, score.bonus), (patch_sign, score.patches))
    yield from (part for part in others if part[1])


def patch_sign(size: int, theme: Theme) -> Image.Image:
    """A patch, the sign for the Automa's points from patches, about ``size`` pixels wide. RGBA."""
    return sewn(19, "N", size // 3, theme)


def points(score: int) -> str:
    """A score with a true minus sign."""
    return str(score).replace("-", MINUS)


def arrow(size: int, colour: Colour, theme: Theme) -> Image.Image:
    """An arrow head pointing right, in a seat's colour: it is this seat's turn."""
    image, draw = supersampled(size, size)
    full = image.width - 1
    draw.polygon([(full * 0.12, 0), (full, full / 2), (full * 0.12, full)], colour, theme.ink, 3 * FINE)
    return smooth(image)


@kept
def _panel(seat: int, theme: Theme) -> Stamp:
    """The card of a framed line."""
    image, draw = supersampled(NARROW, HEIGHT)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, 18 * FINE, theme.card, theme.of_seat(seat), 8 * FINE)
    return stamp(widened(smooth(image), WIDTH), theme.table, theme)
