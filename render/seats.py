"""The line above each quilt: its seat's buttons, income, bonus tile and leather in hand, or its points."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from game import Position
from render.canvas import Canvas, stamp
from render.shelf import filed
from render.stamp import Stamp
from render.symbols import bonus_tile, button, incomes, leather_mark, length, token
from render.theme import Colour, Theme

WIDTH, HEIGHT = 508, 58
DIGITS = 52
MINUS = "\N{MINUS SIGN}"


def seat_line(picture: Canvas, at: tuple[int, int], position: Position, seat: int) -> None:
    """Lay the line of a seat, framed when it is the seat's turn and, at the end, when it has won."""
    theme, player = picture.theme, position.player(seat)
    moving = not position.over and position.turn == seat
    framed = moving or position.winner == seat
    picture.lay(_panel(seat, framed, theme), at)
    ground, ink = (theme.card, theme.ink) if framed else (theme.table, theme.letters)
    left, middle = at[0], at[1] + HEIGHT // 2
    picture.sign((left + 42, middle), token, seat, 46, on=ground)
    if position.over:
        picture.write((left + 84, middle), f"= {points(position.score(seat).total)}", DIGITS + 2, ink, ground, "lm")
    else:
        picture.sign((left + 78, middle), button, 46, on=ground, anchor="lm")
        digits = str(player.buttons)
        picture.write((left + 138, middle), digits, DIGITS, ink, ground, "lm")
        if not (position.automa and seat == 2):
            income = left + 138 + length(digits, DIGITS) + 32
            picture.sign((income, middle), incomes, 1, 44, on=ground, anchor="lm")
            picture.write((income + 60, middle), str(player.income), DIGITS - 6, ink, ground, "lm")
    right = left + WIDTH - 40
    if position.bonus == seat:
        picture.sign((right, middle), bonus_tile, 50, on=ground)
        right -= 66
    if position.leather == seat:
        picture.sign((right, middle), leather_mark, 46, True, 0, on=ground)
    elif moving:
        picture.sign((right, middle), arrow, 38, {1: theme.blue, 2: theme.amber}[seat], on=ground)


def points(score: int) -> str:
    """A score with a true minus sign."""
    return str(score).replace("-", MINUS)


def arrow(size: int, colour: Colour, theme: Theme) -> Image.Image:
    """An arrow head pointing right, in a seat's colour: it is this seat's turn."""
    fine = 4
    image = Image.new("RGBA", (size * fine, size * fine))
    full = size * fine - 1
    corners = [(full * 0.12, 0), (full, full / 2), (full * 0.12, full)]
    ImageDraw.Draw(image).polygon(corners, colour, theme.ink, 3 * fine)
    return image.reduce(fine)


@lru_cache(maxsize=16)
@filed
def _panel(seat: int, framed: bool, theme: Theme) -> Stamp:
    fine = 4
    image = Image.new("RGBA", (WIDTH * fine, HEIGHT * fine))
    if framed:
        colour = {1: theme.blue, 2: theme.amber}[seat]
        box = (0, 0, WIDTH * fine - 1, HEIGHT * fine - 1)
        ImageDraw.Draw(image).rounded_rectangle(box, 18 * fine, theme.card, colour, 8 * fine)
    return stamp(image.reduce(fine), theme.table, theme)
