"""The curve of a game: how likely each seat was to win, move by move, sewn onto linen, with numbered pins in it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from game import other
from render import patterns
from render.canvas import Canvas, in_palette
from render.grounds import wood
from render.shelf import kept
from render.stamp import Stamp, boxed
from render.symbols import disc, smooth, supersampled, token, write
from render.theme import DAYLIGHT, Theme, mix

WIDTH, HEIGHT = 1100, 640

LINEN = (126, 92, 1072, 572)  # the cloth on which the curve is sewn: its left, top, right and bottom, in pixels
EDGE = 14  # pixels of linen around the room of the curve
DIGITS = 42  # height of the digits, in pixels
TOKEN, PIN = 72, 76  # sizes of a token and of the head of a pin, in pixels: 17 and 18 on a phone
PRINT = 44  # pixels of one repeat of the stripes and of the checks

THREAD, RIM, STITCH, GAP = 7, 15, 20, 12
"""Width of the thread and of the rim around it, and the length of a stitch and of the gap after it, in pixels."""

FINE = 2
WHOLE = 1000  # the share of a seat that has won

Point = tuple[float, float]


def draw_curve(
    shares: Sequence[int], *, pins: Sequence[int] = (), top: int = 1, theme: Theme = DAYLIGHT
) -> Image.Image:
    """The curve of a game, 1,100 pixels wide and 640 tall. Mode P.

    ``shares`` are the chances of seat 1 to win, of 1,000: before each move, and after the last one. Where the seat
    ``top`` is ahead, its stripes (seat 1) or checks (seat 2) show above the line in the middle; where the other one is,
    theirs show below it. ``pins`` are the numbers of moves, from 1: each pin stands in the curve before its move.
    """
    points = [_point(number, share, len(shares) - 1, top) for number, share in enumerate(shares)]
    picture = Canvas.over(_ground(theme), theme)
    picture.image.paste(_sewn(points, len(shares) - 1, top, theme), LINEN[:2])
    for x, number in _ticks(len(shares) - 1):
        picture.write((x, LINEN[3] + 36), str(number), DIGITS, theme.letters, theme.table)
    left, middle, quarter = LINEN[0] // 2, (LINEN[1] + LINEN[3]) / 2, (LINEN[3] - LINEN[1]) / 4
    for seat, y in ((top, middle - quarter), (other(top), middle + quarter)):
        picture.sign((left, y), token, seat, TOKEN, on=theme.table)
    heads = _heads([points[pin - 1][0] for pin in pins])
    for number, (x, pin) in enumerate(zip(heads, pins, strict=True), 1):
        _needle(picture, (x, LINEN[1] / 2), points[pin - 1])
        picture.sign((x, LINEN[1] / 2), disc, number, PIN, on=theme.table)
    return picture.image


def _point(number: int, share: int, count: int, top: int) -> Point:
    left, high, right, low = LINEN
    height = share if top == 1 else WHOLE - share
    x = left + EDGE + (right - left - 2 * EDGE) * number / max(count, 1)
    return x, low - EDGE - (low - high - 2 * EDGE) * height / WHOLE


def _ticks(count: int) -> Iterator[tuple[float, int]]:
    """The moves whose numbers are written, each with its place from the left."""
    step = next(step for step in (5, 10, 20, 50, 100) if count <= 8 * step or step == 100)
    for number in range(step, count + 1, step):
        yield _point(number - 1, 0, count, 1)[0], number


def _heads(places: list[float]) -> list[float]:
    """Choose where the heads of pins stand, from the left: above their points, but not on each other."""
    heads: list[float] = []
    for place in places:
        heads.append(max(place, heads[-1] + PIN + 4) if heads else max(place, LINEN[0] + PIN / 2))
    limit = LINEN[2] - PIN / 2
    for index in reversed(range(len(heads))):
        heads[index] = min(heads[index], limit)
        limit = heads[index] - PIN - 4
    return heads


def _needle(picture: Canvas, head: Point, point: Point) -> None:
    """The needle of a pin, from its head to its point, which is a bead."""
    draw, theme = ImageDraw.Draw(picture.image), picture.theme
    for width, colour in ((9, theme.white), (5, theme.ink)):
        draw.line((head, point), picture.index(colour), width)
    picture.sign(point, _bead, 26, on=theme.linen)


def _bead(size: int, theme: Theme) -> Image.Image:
    image, draw = supersampled(size, size)
    full = image.width - 1
    for inset, colour in ((0, theme.white), (0.12, theme.ink)):
        draw.ellipse((full * inset, full * inset, full * (1 - inset), full * (1 - inset)), colour)
    return smooth(image)


def _sewn(points: list[Point], count: int, top: int, theme: Theme) -> Image.Image:
    """The linen, the leader's cloth between its middle and the curve, and the curve itself. Mode P."""
    size = LINEN[2] - LINEN[0], LINEN[3] - LINEN[1]
    local = [((x - LINEN[0]) * FINE, (y - LINEN[1]) * FINE) for x, y in points]
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), theme.linen)
    middle = image.height // 2
    area = Image.new("1", image.size)
    ImageDraw.Draw(area).polygon([(local[0][0], middle), *local, (local[-1][0], middle)], 1)
    for seat, start in ((top, 0), (other(top), middle)):
        box = (0, start, image.width, start + middle)
        image.paste(patterns.of_seat(seat, PRINT * FINE, (image.width, middle), theme), box, area.crop(box))
    draw = ImageDraw.Draw(image)
    _chalk(draw, image.size, [(x - LINEN[0]) * FINE for x, _ in _ticks(count)], theme)
    draw.line(local, theme.white, RIM * FINE, joint="curve")
    for stitch in _stitches(local):
        draw.line(stitch, theme.last, THREAD * FINE, joint="curve")
    return in_palette(image.reduce(FINE), theme)


def _chalk(draw: ImageDraw.ImageDraw, size: tuple[int, int], ticks: list[float], theme: Theme) -> None:
    """Chalk dashes: where the chances are even, thick; at every quarter, and at each move with a number, thin."""
    wide, tall = size
    dash = 8 * FINE
    for x in ticks:
        for y in range(0, tall, 3 * dash):
            draw.line((x, y, x, y + dash), theme.chalk, 2 * FINE)
    for y in (tall // 4, tall * 3 // 4):
        for left in range(0, wide, 3 * dash):
            draw.line((left, y, left + dash, y), theme.chalk, 2 * FINE)
    draw.line((0, tall // 2, wide, tall // 2), mix(theme.chalk, theme.linen_ink, 0.6), 4 * FINE)


def _stitches(points: list[Point]) -> Iterator[list[Point]]:
    """The stitches along a path, each as the points that it goes through."""
    stitch: list[Point] = []
    left, is_sewn = STITCH * FINE / 2, True
    for (x, y), (x2, y2) in pairwise(points):
        length, at = hypot(x2 - x, y2 - y), 0.0
        stitch.append((x, y))
        while length - at > left:
            at += left
            point = (x + (x2 - x) * at / length, y + (y2 - y) * at / length)
            if is_sewn:
                yield [*stitch, point]
            stitch, is_sewn = [point], not is_sewn
            left = (STITCH if is_sewn else GAP) * FINE
        left -= length - at
    if is_sewn and stitch:
        yield [*stitch, points[-1]]


@kept
def _ground(theme: Theme) -> Stamp:
    """The parts that never change: the wood, the edge of the linen, and what its heights mean."""
    image = wood(WIDTH, HEIGHT, theme)
    draw = ImageDraw.Draw(image)
    left, top, right, low = LINEN
    draw.rectangle((left - 4, top - 4, right + 3, low + 3), theme.table_dark)
    for y, words in ((top + 22, "100%"), ((top + low) / 2, "50%"), (low - 22, "100%")):
        write(draw, (left - 12, y), words, DIGITS - 2, theme.letters, "rm")
    return boxed(in_palette(image, theme))
