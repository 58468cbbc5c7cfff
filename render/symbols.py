"""Small signs: buttons, hourglasses, tokens, the bonus tile, numbered discs. Words are never drawn."""

from __future__ import annotations

from functools import cache

import fontpkg
from PIL import Image, ImageDraw, ImageFont

from render.palette import DAYLIGHT as T
from render.palette import Colour, mix

FINE = 4
BOLD = 800


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The one font of the pictures, Nunito ExtraBold, at a size in pixels."""
    face = ImageFont.truetype(str(fontpkg.path("Nunito", BOLD)), size)
    face.set_variation_by_axes([BOLD])
    return face


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: Colour, anchor: str = "mm"
) -> None:
    """Digits, letters of the grid and signs, at a size in pixels."""
    draw.text(at, text, fill=colour, font=font(size), anchor=anchor)


def _canvas(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (width * FINE, height * FINE))
    return image, ImageDraw.Draw(image)


@cache
def button(size: int) -> Image.Image:
    """A four-hole button, ``size`` pixels wide."""
    image, draw = _canvas(size, size)
    full = size * FINE
    draw.ellipse((full * 0.02, full * 0.06, full * 0.98, full - 1), mix(T.ink, T.horn_dark, 0.3))
    draw.ellipse((full * 0.02, 0, full * 0.98, full * 0.94), T.horn)
    draw.ellipse((full * 0.12, full * 0.1, full * 0.88, full * 0.84), mix(T.horn, T.horn_dark, 0.22))
    draw.ellipse((full * 0.17, full * 0.16, full * 0.83, full * 0.82), T.horn)
    hole = full * 0.075
    for x in (0.38, 0.62):
        for y in (0.37, 0.61):
            draw.ellipse((full * x - hole, full * y - hole, full * x + hole, full * y + hole), T.ink)
    return image.reduce(FINE)


@cache
def hourglass(size: int) -> Image.Image:
    """An hourglass for time, ``size`` pixels tall."""
    wide = round(size * 0.72)
    image, draw = _canvas(wide, size)
    w, h = wide * FINE, size * FINE
    draw.polygon(
        [
            (w * 0.12, h * 0.1),
            (w * 0.88, h * 0.1),
            (w * 0.55, h * 0.5),
            (w * 0.88, h * 0.9),
            (w * 0.12, h * 0.9),
            (w * 0.45, h * 0.5),
        ],
        T.card,
        T.ink,
        max(1, h // 16),
    )
    draw.polygon([(w * 0.28, h * 0.28), (w * 0.72, h * 0.28), (w * 0.5, h * 0.5)], T.blue)
    draw.polygon([(w * 0.22, h * 0.86), (w * 0.78, h * 0.86), (w * 0.5, h * 0.62)], T.blue)
    for top in (0.0, 0.88):
        draw.rounded_rectangle((0, h * top, w - 1, h * (top + 0.12)), h * 0.05, T.ink)
    return image.reduce(FINE)


@cache
def token(seat: int, size: int) -> Image.Image:
    """A time token ``size`` pixels wide: round and blue for seat 1, square and amber for seat 2."""
    image, draw = _canvas(size, size)
    full = size * FINE
    edge, rim = full - 1, max(1, full // 11)
    if seat == 1:
        draw.ellipse((0, 0, edge, edge), T.card)
        draw.ellipse((rim * 0.7, rim * 0.7, edge - rim * 0.7, edge - rim * 0.7), T.blue)
        draw.ellipse((full * 0.33, full * 0.33, full * 0.67, full * 0.67), T.card)
    else:
        draw.rounded_rectangle((0, 0, edge, edge), full * 0.16, T.ink)
        draw.rounded_rectangle((rim * 0.7, rim * 0.7, edge - rim * 0.7, edge - rim * 0.7), full * 0.12, T.amber)
        draw.rectangle((full * 0.35, full * 0.35, full * 0.65, full * 0.65), T.ink)
    return image.reduce(FINE)


@cache
def leather_mark(size: int, there: bool) -> Image.Image:
    """A leather patch on the time board, or its empty place, ``size`` pixels wide."""
    image, draw = _canvas(size, size)
    full = size * FINE
    width = max(1, full // 12)
    if there:
        draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.14, T.leather, T.leather_dark, width)
        for low in range(2, 10, 2):
            for side in (0.2, 0.8):
                draw.line(
                    (full * low / 10 - full * 0.05, full * side, full * low / 10 + full * 0.05, full * side),
                    T.card,
                    width,
                )
    else:
        draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.14, None, mix(T.chalk, T.leather, 0.5), width)
    return image.reduce(FINE)


@cache
def bonus_tile(size: int) -> Image.Image:
    """The bonus tile for a 7x7 area, ``size`` pixels wide."""
    image, draw = _canvas(size, size)
    full = size * FINE
    draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.12, T.horn, T.ink, max(1, full // 24))
    step = full * 0.8 / 7
    for row in range(7):
        for column in range(7):
            x, y = full * 0.1 + column * step, full * 0.1 + row * step
            draw.rectangle((x, y, x + step * 0.82, y + step * 0.82), T.card if (row + column) % 2 else T.horn_dark)
    draw.ellipse((full * 0.24, full * 0.24, full * 0.76, full * 0.76), T.ink)
    write(draw, (full * 0.5, full * 0.5), "7", round(full * 0.46), T.card)
    return image.reduce(FINE)


@cache
def disc(number: int, size: int) -> Image.Image:
    """A dark disc with a number, ``size`` pixels wide."""
    image, draw = _canvas(size, size)
    full = size * FINE
    draw.ellipse((0, 0, full - 1, full - 1), T.card)
    draw.ellipse((full * 0.05, full * 0.05, full * 0.95, full * 0.95), T.ink)
    write(draw, (full * 0.5, full * 0.5), str(number), round(full * (0.68 if number < 10 else 0.56)), T.card)
    return image.reduce(FINE)


@cache
def spool(size: int) -> Image.Image:
    """A spool of thread, the neutral pawn of the ring, ``size`` pixels tall."""
    image, draw = _canvas(size, size)
    full = size * FINE
    draw.rectangle((full * 0.24, full * 0.16, full * 0.76, full * 0.84), T.last)
    for line in range(4, 17, 2):
        draw.line(
            (full * 0.24, full * line / 20, full * 0.76, full * (line + 1) / 20),
            mix(T.last, T.ink, 0.35),
            max(1, full // 30),
        )
    for top in (0.04, 0.8):
        draw.rounded_rectangle(
            (full * 0.12, full * top, full * 0.88, full * (top + 0.16)), full * 0.05, T.horn, T.ink, max(1, full // 40)
        )
    return image.reduce(FINE)
