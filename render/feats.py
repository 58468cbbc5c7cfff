"""Firsts and feats as patches: a square of cloth with a sign on it."""

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render import symbols
from render.canvas import stamp
from render.fabrics import cloth, thread
from render.shapes import outline, stitches
from render.shelf import kept
from render.sprites import WEAVE, pad, woven
from render.stamp import Stamp
from render.symbols import bonus_tile, font, hourglass, rosette, smooth, spool, supersampled, write
from render.theme import Theme

SIZE = 124  # width of a patch, in pixels
LABEL = 88  # width of the label on it, on which its sign stands, in pixels
SQUARES = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})  # the squares of a quilt that such a patch would cover

EDGE, FINE = 4, 2

Sign = Callable[[Image.Image, int, Theme], None]
"""Draws a sign, perhaps with a number, onto a label `LABEL` by ``FINE`` pixels wide."""


@kept
def feat_stamp(name: str, number: int, theme: Theme) -> Stamp:
    """The patch of a feat, such as ``seven``; the ``number`` is that of a level, if it is about one. On linen."""
    fabric, sign = FEATS[name]
    art = square_of_cloth(fabric, SIZE, theme)
    label = _label(sign, number, theme)
    art.alpha_composite(label, ((SIZE - LABEL) // 2, (SIZE - LABEL) // 2))
    return stamp(art, theme.linen, theme)


def square_of_cloth(fabric: int, size: int, theme: Theme) -> Image.Image:
    """A square patch of the cloth of a patch, sewn, ``size`` pixels wide, with its shadow below. RGBA."""
    cell = size // 2 * FINE
    front = cloth(fabric, cell, 2, 2, theme, step=WEAVE * FINE)
    draw = ImageDraw.Draw(front)
    if theme.finish.seam:
        draw.rectangle((0, 0, front.width - 1, front.height - 1), None, theme.ink, 6 * FINE)
    else:
        stitches(draw, outline(SQUARES, cell, cell * 0.1), cell, thread(fabric, theme))
    shape = Image.new("L", (size, size))
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, size - 1, size - 1), 9, 255)
    colours = woven(front.reduce(FINE), 0)
    pad(colours, shape, cell // FINE, theme)
    art = Image.new("RGBA", (size + EDGE, size + EDGE))
    if theme.finish.shadow:
        art.paste(theme.shade, (EDGE, EDGE), shape)
    art.paste(colours, (0, 0), shape)
    return art


def _label(sign: Sign, number: int, theme: Theme) -> Image.Image:
    """A round label with a sign. RGBA."""
    image, draw = supersampled(LABEL, LABEL)
    draw.ellipse((0, 0, image.width - 1, image.height - 1), theme.card, theme.ink, 3 * symbols.FINE)
    image = smooth(image)
    sign(image, number, theme)
    return image


def _with(paint: Callable[[int, Theme], Image.Image], size: int) -> Sign:
    """A sign that stands alone, ``size`` pixels tall."""

    def sign(label: Image.Image, _number: int, theme: Theme) -> None:
        art = paint(size, theme)
        label.alpha_composite(art, ((LABEL - art.width) // 2, (LABEL - art.height) // 2))

    return sign


def _digits(words: str) -> Sign:
    def sign(label: Image.Image, _number: int, theme: Theme) -> None:
        write(ImageDraw.Draw(label), (LABEL / 2, LABEL / 2), words, 54, theme.ink)

    return sign


def _beside(paint: Callable[[int, Theme], Image.Image]) -> Sign:
    """A sign with a number to its right."""

    def sign(label: Image.Image, number: int, theme: Theme) -> None:
        art, digits = paint(40, theme), str(number)
        left = (LABEL - art.width - round(font(50).getlength(digits))) // 2
        label.alpha_composite(art, (left, (LABEL - art.height) // 2))
        write(ImageDraw.Draw(label), (left + art.width, LABEL / 2), digits, 50, theme.ink, "lm")

    return sign


def _whole(label: Image.Image, _number: int, theme: Theme) -> None:
    """A quilt of nine squares without an empty one."""
    draw, dyes = ImageDraw.Draw(label), theme.dyes
    colours = (dyes.madder, dyes.mustard, dyes.teal, dyes.sage, dyes.indigo, dyes.terracotta, dyes.heather)
    step, first = 17, (LABEL - 3 * 17) // 2
    for square in range(9):
        x, y = first + square % 3 * step, first + square // 3 * step
        draw.rectangle((x, y, x + step - 1, y + step - 1), colours[square % len(colours)], theme.ink, 1)


def _days(label: Image.Image, _number: int, theme: Theme) -> None:
    """The leaf of a calendar, with a 7."""
    draw, left, right = ImageDraw.Draw(label), 20, LABEL - 21
    draw.rounded_rectangle((left, 17, right, 70), 6, theme.white, theme.ink, 3)
    draw.rectangle((left, 17, right, 31), theme.last, theme.ink, 3)
    for ring in (33, 54):
        draw.line((ring, 11, ring, 23), theme.ink, 5)
    write(draw, (LABEL / 2, 51), "7", 38, theme.ink)


def gear(size: int, theme: Theme) -> Image.Image:
    """A gear, for the Automa, ``size`` pixels wide. RGBA."""
    image, draw = supersampled(size, size)
    full, middle = image.width, image.width / 2
    for turn in range(4):
        x, y = middle * cos(turn * pi / 4), middle * sin(turn * pi / 4)
        draw.line((middle - x, middle - y, middle + x, middle + y), theme.leather, round(full * 0.2))
    for radius, colour in ((0.38, theme.leather), (0.16, theme.card)):
        box = (middle - full * radius, middle - full * radius, middle + full * radius, middle + full * radius)
        draw.ellipse(box, colour)
    return smooth(image)


FEATS: dict[str, tuple[int, Sign]] = {
    "out": (6, _with(hourglass, 58)),
    "won": (24, _with(rosette, 70)),
    "seven": (8, _with(bonus_tile, 58)),
    "whole": (2, _whole),
    "thirty": (4, _digits("30")),
    "days": (16, _days),
    "rival": (19, _beside(spool)),
    "automa": (9, _beside(gear)),
}
"""The fabric of each feat, and its sign, in the order in which they are sewn."""
