"""What is stitched on a quilt that nobody has begun: the outline of its token, and the needle that is to go on."""

import math

from PIL import ImageDraw

from render.canvas import stamp
from render.shelf import kept
from render.stamp import Stamp
from render.symbols import supersampled
from render.theme import Theme, mix

SIZE = 312  # width and height, in pixels
THREAD, STITCH, BETWEEN = 7, 19, 12  # how thick the thread is, how long a stitch is, and the gap after it, in pixels
FINE = 2  # it is drawn this many times larger, then reduced
RADIUS, DOT = 112, 42  # half the width of the outline, and of what is inside it, in pixels

Point = tuple[float, float]


@kept
def monogram(seat: int, theme: Theme) -> Stamp:
    """The token of a seat in running stitches: a ring with a dot for seat 1, a square with a square for seat 2."""
    image, draw = supersampled(SIZE, SIZE, FINE)
    colour = mix(theme.linen, theme.of_seat(seat), 0.75)
    for radius in (DOT, RADIUS):
        way = _ring(radius) if seat == 1 else _square(radius)
        end = len(way) if radius == DOT else len(way) * 6 // 7
        _stitch(draw, way[:end], colour)
    _needle(draw, way[end], way[end + 8], theme, colour)
    return stamp(image.reduce(FINE), theme.linen, theme)


def _ring(radius: int) -> list[Point]:
    """Points along a circle, a pixel apart, from the top clockwise."""
    steps = round(2 * math.pi * radius)
    angles = (2 * math.pi * step / steps for step in range(steps))
    return [(SIZE / 2 + radius * math.sin(angle), SIZE / 2 - radius * math.cos(angle)) for angle in angles]


def _square(radius: int) -> list[Point]:
    """Points along a square, a pixel apart, from the top left clockwise."""
    low, high, side = SIZE / 2 - radius, SIZE / 2 + radius, range(2 * radius)
    return [
        *((low + step, low) for step in side),
        *((high, low + step) for step in side),
        *((high - step, high) for step in side),
        *((low, high - step) for step in side),
    ]


def _stitch(draw: ImageDraw.ImageDraw, way: list[Point], colour: str) -> None:
    """Sew along a way."""
    for start in range(0, len(way) - STITCH, STITCH + BETWEEN):
        points = [(x * FINE, y * FINE) for x, y in way[start : start + STITCH + 1 : 3]]
        draw.line(points, colour, THREAD * FINE, joint="curve")
        for x, y in (points[0], points[-1]):
            end = THREAD * FINE / 2
            draw.ellipse((x - end, y - end, x + end, y + end), colour)


def _needle(draw: ImageDraw.ImageDraw, eye: Point, onward: Point, theme: Theme, colour: str) -> None:
    """A needle whose eye lies at a point, where the thread ends, and that points on from there."""
    far = math.dist(eye, onward)
    way = (onward[0] - eye[0]) / far, (onward[1] - eye[1]) / far

    def point(along: float, beside: float) -> Point:
        x, y = eye[0] + way[0] * along - way[1] * beside, eye[1] + way[1] * along + way[0] * beside
        return x * FINE, y * FINE

    body = [point(0, -6), point(-4, 0), point(0, 6), point(66, 5), point(104, 0), point(66, -5)]
    draw.polygon(body, mix(theme.chalk, theme.white, 0.25), theme.linen_ink, 2 * FINE)
    draw.line([point(6, 0), point(24, 0)], theme.linen_ink, 5 * FINE)
    draw.line([point(-20, 0), point(12, 0)], colour, THREAD * FINE // 2)
