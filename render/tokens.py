"""The tokens on the time board: with the number of their space, sharing one, or where one would no longer be. RGBA."""

from PIL import Image, ImageDraw

from game import other
from render.symbols import FINE, font, token, write
from render.theme import Colour, Theme


def numbered_token(seat: int, space: int, size: int, theme: Theme) -> Image.Image:
    """A time token ``size`` pixels wide with the number of its space instead of its dot."""
    full = size * FINE
    image = token(seat, full, theme).copy()
    draw = ImageDraw.Draw(image)
    draw.rectangle((full * 0.3, full * 0.3, full * 0.7, full * 0.7), _colour(seat, theme))
    write(draw, (full * 0.5, full * 0.5), str(space), round(full * 0.62), theme.white if seat == 1 else theme.ink)
    return image.reduce(FINE)


def faded_token(seat: int, size: int, theme: Theme) -> Image.Image:
    """A time token where it would not stand any more."""
    image = token(seat, size, theme).copy()
    image.putalpha(image.getchannel("A").point(lambda value: value * 4 // 10))
    return image


def shared_space(left: int, space: int, size: tuple[int, int], theme: Theme) -> Image.Image:
    """Both tokens, that of the seat ``left`` on the left, on one space of ``size`` pixels with its number."""
    wide, tall = size[0] * FINE, size[1] * FINE
    image = Image.new("RGBA", (wide, tall))
    draw = ImageDraw.Draw(image)
    rim = tall // 14
    for seat, start in ((left, 0), (other(left), wide // 2)):
        outer = (start == 0, start > 0, start > 0, start == 0)
        box = (start, 0, start + wide // 2 - 1, tall - 1)
        inner = (box[0] + rim * (start == 0), rim, box[2] - rim * (start > 0), tall - 1 - rim)
        round_end = tall / 2 if seat == 1 else tall * 0.16
        draw.rounded_rectangle(box, round_end, theme.white if seat == 1 else theme.ink, corners=outer)
        draw.rounded_rectangle(inner, round_end - rim, _colour(seat, theme), corners=outer)
    digits, middle, rim = font(round(tall * 0.62)), (wide / 2, tall / 2), tall // 20
    draw.text(middle, str(space), theme.white, digits, "mm", stroke_width=rim, stroke_fill=theme.ink)
    return image.reduce(FINE)


def _colour(seat: int, theme: Theme) -> Colour:
    return theme.blue if seat == 1 else theme.amber
