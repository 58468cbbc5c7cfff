"""What is stitched on a quilt that nobody has begun: the outline of its token, and the needle that is to go on."""

from math import cos, pi, sin, sqrt

from render.canvas import stamp
from render.shapes import stitches
from render.shelf import kept
from render.stamp import Stamp
from render.symbols import smooth, supersampled
from render.theme import Theme, mix

SIZE, FINE = 260, 2  # width and height in pixels; how many times larger it is drawn, and then reduced
RADII = 44, 116  # half the width of what is inside the outline, and of the outline, in pixels
STITCHES = 200  # as long and as thick as on cloth of so many pixels per square
NEEDLE = ((-7, 4), (-7, -60), (0, -112), (7, -60), (7, 4), (0, 12))  # its corners around its eye, in pixels


@kept
def monogram(seat: int, theme: Theme) -> Stamp:
    """The token of a seat in running stitches: a ring with a dot for seat 1, a square with a square for seat 2."""
    image, draw = supersampled(SIZE, SIZE, FINE)
    middle, colour = SIZE * FINE / 2, mix(theme.linen, theme.of_seat(seat), 0.85)
    for radius in RADII:
        corners, far = (radius // 5, 1.0) if seat == 1 else (4, sqrt(2))
        angles = [2 * pi * (corner + 0.5) / corners for corner in range(corners)]
        out = far * radius * FINE
        seam = [(middle + out * sin(angle), middle - out * cos(angle)) for angle in angles]
        stitches(draw, seam, STITCHES * FINE, colour)
    eye = middle - RADII[1] * FINE
    draw.polygon([(eye + x * FINE, middle + y * FINE) for x, y in NEEDLE], theme.chalk, theme.linen_ink, 2 * FINE)
    draw.line((eye, middle - 20 * FINE, eye, middle), theme.linen_ink, 5 * FINE)
    draw.line((eye, middle - 8 * FINE, eye, middle + 26 * FINE), colour, 5 * FINE)
    return stamp(smooth(image, FINE), theme.linen, theme)
