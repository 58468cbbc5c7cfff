"""Small signs: buttons, hourglasses, tokens, the bonus tile, numbered discs. Words are never drawn. All RGBA."""

import math
from functools import cache, lru_cache
from pathlib import Path

import fontpkg_nunito
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from game import other
from render.theme import Colour, Theme, mix

FINE = 4
NARROW = 60  # width in pixels of a card before it is `widened`: its round corners, and little between them
FONT, BOLD = Path(fontpkg_nunito.ROOT, "files", "Nunito[wght].ttf"), 800
"""The one font of the pictures, and its weight."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The one font of the pictures, Nunito ExtraBold, at a size in pixels."""
    face = ImageFont.truetype(str(FONT), size)
    face.set_variation_by_axes([BOLD])
    return face


@lru_cache(maxsize=512)
def length(text: str, size: int) -> float:
    """The width of some digits in pixels, with the space after them."""
    return font(size).getlength(text)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: Colour, anchor: str = "mm"
) -> None:
    """Write digits, grid letters and signs, ``size`` pixels tall."""
    draw.text(at, text, fill=colour, font=font(size), anchor=anchor)


def supersampled(width: int, height: int, fine: int = FINE) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty picture that is ``fine`` times as large, to be drawn on in full colours and then made `smooth`."""
    image = Image.new("RGBa", (width * fine, height * fine))  # as Pillow reduces pictures: it need not convert this one
    return image, ImageDraw.Draw(image)


def smooth(image: Image.Image, fine: int = FINE) -> Image.Image:
    """A `supersampled` picture as large as it shall be. RGBA."""
    return image.reduce(fine).convert("RGBA")


def widened(narrow: Image.Image, width: int) -> Image.Image:
    """A card `NARROW` pixels wide with its middle repeated: a sixth of the work of drawing all of it supersampled."""
    half = NARROW // 2
    image = narrow.resize((width, narrow.height), Image.Resampling.NEAREST, (half, 0, half + 1, narrow.height))
    image.paste(narrow.crop((0, 0, half, narrow.height)), (0, 0))
    image.paste(narrow.crop((half, 0, NARROW, narrow.height)), (width - half, 0))
    return image


def _disc(draw: ImageDraw.ImageDraw, full: float, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    x, y = middle
    box = ((x - radius) * full, (y - radius) * full, (x + radius) * full, (y + radius) * full)
    draw.ellipse(box, colour)


@cache
def button(size: int, theme: Theme) -> Image.Image:
    """A four-hole button ``size`` pixels wide, with its shadow below."""
    image, draw = supersampled(size, size)
    full = size * FINE
    middle = (0.5, 0.47)
    _disc(draw, full, middle, 0.46, theme.horn_dark)
    _disc(draw, full, middle, 0.445, mix(theme.horn, theme.horn_dark, 0.16))
    _disc(draw, full, (0.495, 0.455), 0.42, theme.horn)
    _disc(draw, full, middle, 0.33, mix(theme.horn, theme.horn_dark, 0.48))
    _disc(draw, full, (0.508, 0.485), 0.315, mix(theme.horn, theme.horn_dark, 0.1))
    if theme.finish.shine:
        arc = (full * 0.1, full * 0.07, full * 0.9, full * 0.87)
        draw.arc(arc, 195, 285, mix(theme.horn, theme.white, 0.75), max(1, round(full * 0.035)))
    for x in (0.39, 0.61):
        for y in (0.36, 0.58):
            _disc(draw, full, (x, y), 0.078, theme.ink)
    image = smooth(image)
    if not theme.finish.shadow:
        return image
    shape = Image.new("L", (full, full))
    ImageDraw.Draw(shape).ellipse((full * 0.06, full * 0.11, full * 0.96, full * 0.99), 255)
    shadow = Image.new("RGBA", image.size, theme.shade)
    soft = shape.reduce(FINE).filter(ImageFilter.GaussianBlur(size * 0.025))
    shadow.putalpha(soft.point(lambda value: value * 55 // 100))
    shadow.alpha_composite(image)
    return shadow


@cache
def incomes(buttons: int, size: int, theme: Theme) -> Image.Image:
    """The sign for income: a piece of the time board's tape ``size`` pixels tall, with so many buttons on it."""
    step = round(size * 0.86)
    image, draw = supersampled(step * buttons + size // 5, size)
    box = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(box, size * FINE * 0.14, theme.tape, theme.ink, max(2, size // 16) * FINE)
    image = smooth(image)
    disc = button(round(size * 0.78), theme)
    for index in range(buttons):
        x = size // 10 + index * step + (step - disc.width) // 2
        image.alpha_composite(disc, (x, (size - disc.height) // 2))
    return image


@cache
def hourglass(size: int, theme: Theme) -> Image.Image:
    """An hourglass for time, ``size`` pixels tall."""
    wide = round(size * 0.72)
    image, draw = supersampled(wide, size)
    w, h = wide * FINE, size * FINE
    glass = [(0.12, 0.1), (0.88, 0.1), (0.55, 0.5), (0.88, 0.9), (0.12, 0.9), (0.45, 0.5)]
    draw.polygon([(w * x, h * y) for x, y in glass], theme.white, theme.ink, max(1, h // 16))
    for sand in (((0.28, 0.28), (0.72, 0.28), (0.5, 0.5)), ((0.22, 0.86), (0.78, 0.86), (0.5, 0.62))):
        draw.polygon([(w * x, h * y) for x, y in sand], theme.blue)
    for top in (0.0, 0.88):
        draw.rounded_rectangle((0, h * top, w - 1, h * (top + 0.12)), h * 0.05, theme.ink)
    return smooth(image)


@lru_cache(maxsize=8)
def token(seat: int, size: int, theme: Theme) -> Image.Image:
    """A time token ``size`` pixels wide: a round blue one for seat 1, a square amber one for seat 2."""
    return smooth(_token(seat, size, theme)[0])


def numbered_token(seat: int, space: int, size: int, theme: Theme) -> Image.Image:
    """A time token ``size`` pixels wide with the number of its space instead of its dot."""
    image, draw = _token(seat, size, theme)
    full = image.width
    draw.rectangle((full * 0.3, full * 0.3, full * 0.7, full * 0.7), theme.of_seat(seat))
    write(draw, (full * 0.5, full * 0.5), str(space), round(full * 0.62), theme.white if seat == 1 else theme.ink)
    return smooth(image)


def _token(seat: int, size: int, theme: Theme) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image, draw = supersampled(size, size)
    full = size * FINE
    edge, rim = full - 1, full // 14
    shine = mix(theme.of_seat(seat), theme.white, 0.35)
    if seat == 1:
        draw.ellipse((0, 0, edge, edge), theme.white)
        draw.ellipse((rim, rim, edge - rim, edge - rim), theme.blue)
        draw.arc((rim * 2, rim * 2, edge - rim * 2, edge - rim * 2), 190, 280, shine, rim)
        _disc(draw, full, (0.5, 0.5), 0.18, theme.white)
    else:
        draw.rounded_rectangle((0, 0, edge, edge), full * 0.16, theme.ink)
        draw.rounded_rectangle((rim, rim, edge - rim, edge - rim), full * 0.12, theme.amber)
        draw.line((rim * 2.5, rim * 2, edge - rim * 2.5, rim * 2), shine, rim)
        draw.rectangle((full * 0.34, full * 0.34, full * 0.66, full * 0.66), theme.ink)
    return image, draw


def faded_token(seat: int, size: int, theme: Theme) -> Image.Image:
    """A time token where it would not stand any more."""
    image = token(seat, size, theme).copy()
    image.putalpha(image.getchannel("A").point(lambda value: value * 4 // 10))
    return image


def shared_space(left: int, space: int, size: tuple[int, int], theme: Theme) -> Image.Image:
    """Both tokens, that of the seat ``left`` on the left, on one space of ``size`` pixels with its number."""
    image, draw = supersampled(*size)
    wide, tall = image.size
    rim = tall // 14
    for seat, start in ((left, 0), (other(left), wide // 2)):
        outer = (start == 0, start > 0, start > 0, start == 0)
        box = (start, 0, start + wide // 2 - 1, tall - 1)
        inner = (box[0] + rim * (start == 0), rim, box[2] - rim * (start > 0), tall - 1 - rim)
        round_end = tall / 2 if seat == 1 else tall * 0.16
        draw.rounded_rectangle(box, round_end, theme.white if seat == 1 else theme.ink, corners=outer)
        draw.rounded_rectangle(inner, round_end - rim, theme.of_seat(seat), corners=outer)
    digits, middle, rim = font(round(tall * 0.62)), (wide / 2, tall / 2), tall // 20
    draw.text(middle, str(space), theme.white, digits, "mm", stroke_width=rim, stroke_fill=theme.ink)
    return smooth(image)


@cache
def leather_mark(size: int, there: bool, space: int, theme: Theme) -> Image.Image:
    """A leather patch beside a quilt, or its empty place, ``size`` pixels wide; ``space`` is written on it unless 0."""
    image, draw = supersampled(size, size)
    full = size * FINE
    width = max(1, full // 14)
    box = (0, 0, full - 1, full - 1)
    if not there:
        draw.rounded_rectangle(box, full * 0.16, None, mix(theme.tape, theme.leather_dark, 0.35), width)
        return smooth(image)
    draw.rounded_rectangle(box, full * 0.16, theme.leather, theme.leather_dark, width)
    if space:  # where its stitches would be
        write(draw, (full * 0.5, full * 0.5), str(space), round(full * 0.72), theme.light_thread)
        return smooth(image)
    for step in range(4):
        low, high = full * (0.2 + step * 0.165), full * (0.2 + step * 0.165 + 0.1)
        for side in (0.17, 0.83):
            draw.line((low, full * side, high, full * side), theme.light_thread, width)
            draw.line((full * side, low, full * side, high), theme.light_thread, width)
    return smooth(image)


@cache
def bonus_tile(size: int, theme: Theme) -> Image.Image:
    """The bonus tile for a 7x7 area, ``size`` pixels wide."""
    return _bonus_tile(size, "7", theme)


@cache
def bonus_sign(size: int, theme: Theme) -> Image.Image:
    """The bonus tile without its number, to be drawn before the points that it brings."""
    return _bonus_tile(size, "", theme)


def _bonus_tile(size: int, digit: str, theme: Theme) -> Image.Image:
    image, draw = supersampled(size, size)
    full = size * FINE
    draw.rounded_rectangle((0, 0, full - 1, full - 1), full * 0.12, theme.horn, theme.ink, max(1, full // 22))
    step = full * 0.8 / 7
    for row in range(7):
        for column in range(7):
            x, y = full * 0.1 + column * step, full * 0.1 + row * step
            colour = theme.white if (row + column) % 2 else theme.horn_dark
            draw.rectangle((x, y, x + step * 0.82, y + step * 0.82), colour)
    if digit:
        _disc(draw, full, (0.5, 0.5), 0.3, theme.ink)
        write(draw, (full * 0.5, full * 0.5), digit, round(full * 0.52), theme.white)
    return smooth(image)


def disc(number: int, size: int, theme: Theme) -> Image.Image:
    """A dark disc with a number, ``size`` pixels wide."""
    image, draw = supersampled(size, size)
    full = size * FINE
    _disc(draw, full, (0.5, 0.5), 0.5, theme.white)
    _disc(draw, full, (0.5, 0.5), 0.45, theme.ink)
    write(draw, (full * 0.5, full * 0.5), str(number), round(full * (0.72 if number < 10 else 0.56)), theme.white)
    return smooth(image)


def spool(size: int, theme: Theme) -> Image.Image:
    """A spool of thread, the neutral pawn of the ring, ``size`` pixels tall."""
    image, draw = supersampled(size, size)
    full = size * FINE
    draw.rectangle((full * 0.24, full * 0.16, full * 0.76, full * 0.84), theme.last)
    for line in range(4, 17):
        shade = mix(theme.last, theme.ink, 0.3) if line % 2 else mix(theme.last, theme.white, 0.12)
        draw.line((full * 0.24, full * line / 20, full * 0.76, full * (line + 1) / 20), shade, max(1, full // 40))
    for top in (0.04, 0.8):
        box = (full * 0.12, full * top, full * 0.88, full * (top + 0.16))
        draw.rounded_rectangle(box, full * 0.05, theme.horn, theme.ink, max(1, full // 40))
    return smooth(image)


@cache
def empty_square(size: int, theme: Theme) -> Image.Image:
    """A square of linen that no patch covers, ``size`` pixels wide."""
    image, draw = supersampled(size, size)
    full, width = size * FINE, FINE * 3
    draw.rectangle((0, 0, full - 1, full - 1), theme.linen)
    dash, thread = full / 9, theme.linen_ink
    for step in range(0, 9, 2):
        low, high = step * dash, (step + 1) * dash - 1
        for edge in (0, full - width):
            draw.rectangle((low, edge, high, edge + width), thread)
            draw.rectangle((edge, low, edge + width, high), thread)
    return smooth(image)


def rosette(size: int, theme: Theme) -> Image.Image:
    """The winner's rosette with its ribbons, ``size`` pixels tall."""
    image, draw = supersampled(size, size)
    full = size * FINE
    for side in (-1, 1):
        ribbon = [(0.5, 0.45), (0.5 + side * 0.3, 0.96), (0.5 + side * 0.14, 0.9), (0.5 + side * 0.04, 1.0)]
        draw.polygon([(x * full, y * full) for x, y in ribbon], mix(theme.last, theme.ink, 0.25))
    for petal in range(16):
        angle = petal * math.pi / 8
        colour = theme.last if petal % 2 else mix(theme.last, theme.white, 0.25)
        _disc(draw, full, (0.5 + 0.27 * math.cos(angle), 0.38 + 0.27 * math.sin(angle)), 0.1, colour)
    _disc(draw, full, (0.5, 0.38), 0.27, theme.card)
    corners = [(corner * math.pi / 5, 0.09 if corner % 2 else 0.2) for corner in range(10)]
    star = [(0.5 + radius * math.sin(angle), 0.38 - radius * math.cos(angle)) for angle, radius in corners]
    draw.polygon([(x * full, y * full) for x, y in star], theme.amber, theme.ink, FINE * 2)
    return smooth(image)
