"""The patterns that are printed on cloth, each drawn once on a swatch that repeats without a seam."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from PIL import Image, ImageChops, ImageDraw, ImageOps

from render.theme import Colour, Theme, mix

Point = tuple[float, float]
AROUND = tuple(product((-1, 0, 1), repeat=2))


class Swatch:
    """One repeat of a print. Lengths are shares of it; what leaves on one side comes back on the other."""

    def __init__(self, size: int, ground: Colour) -> None:
        self.size = size
        self.image = Image.new("RGB", (size, size), ground)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """A rectangle; its edges fall between pixels, so that boxes side by side neither overlap nor leave a gap."""
        x, y, end, low = (round(edge * self.size) for edge in (left, top, right, bottom))
        self._draw.rectangle((x, y, max(x, end - 1), max(y, low - 1)), colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour, tall: float = 0, around: bool = True) -> None:
        """A disc, or an ellipse of half height ``tall``. If ``around``, it wraps round the edges."""
        tall = tall or radius
        box = [(x - radius, y - tall), (x + radius, y + tall)]
        for corners in self._around(box) if around else [self._scaled(box)]:
            self._draw.ellipse(corners, colour)

    def polygon(self, corners: Iterable[Point], colour: Colour) -> None:
        """A filled polygon."""
        for points in self._around(list(corners)):
            self._draw.polygon(points, colour)

    def tiled(self, width: int, height: int) -> Image.Image:
        """Cloth of the given size in pixels. RGB."""
        row = Image.new("RGB", (width, self.size))
        for x in range(0, width, self.size):
            row.paste(self.image, (x, 0))
        area = Image.new("RGB", (width, height))
        for y in range(0, height, self.size):
            area.paste(row, (0, y))
        return area

    def line(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """A straight line."""
        thick = max(1, round(width * self.size))
        for ends in self._around([start, end], width):
            self._draw.line(ends, colour, thick)

    def _around(self, points: list[Point], width: float = 0) -> Iterator[list[Point]]:
        """Find where points are in pixels wherever they wrap round the edges and something between them can be seen."""
        room = width + 2 / self.size
        seen = [
            [shift for shift in (-1, 0, 1) if max(along) + shift > -room and min(along) + shift < 1 + room]
            for along in zip(*points, strict=True)
        ]
        return (self._scaled([(x + dx, y + dy) for x, y in points]) for dx, dy in product(*seen))

    def _scaled(self, points: list[Point]) -> list[Point]:
        return [(x * self.size, y * self.size) for x, y in points]


Pattern = Callable[[Swatch, Colour, Colour, Colour], None]
"""Prints in ground, ink and accent colours on a swatch that already has its ground."""

QUINCUNX: tuple[Point, ...] = ((0.25, 0.25), (0.75, 0.75))


def gingham(swatch: Swatch, ground: Colour, ink: Colour, _: Colour) -> None:
    """Squares in three tones, where bands cross."""
    between = mix(ground, ink, 0.55)
    swatch.box(0.25, 0, 0.75, 1, between)
    swatch.box(0, 0.25, 1, 0.75, between)
    swatch.box(0.25, 0.25, 0.75, 0.75, ink)


def of_seat(seat: int, repeat: int, size: tuple[int, int], theme: Theme) -> Image.Image:
    """A seat's own cloth: slanting stripes for seat 1, checks for seat 2, which repeat after some pixels. RGB."""
    colour = theme.of_seat(seat)
    swatch = Swatch(repeat, colour)
    pattern = candy if seat == 1 else gingham
    pattern(swatch, colour, mix(colour, theme.white, 0.6), colour)
    return swatch.tiled(*size)


def ticking(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """A wide stripe and two thin ones."""
    swatch.box(0.08, 0, 0.4, 1, ink)
    swatch.box(0.54, 0, 0.62, 1, accent)
    swatch.box(0.86, 0, 0.94, 1, accent)


def awning(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """Wide stripes with thin ones in them."""
    swatch.box(0.25, 0, 0.75, 1, ink)
    swatch.box(0.34, 0, 0.4, 1, mix(ink, accent, 0.6))
    swatch.box(0.6, 0, 0.66, 1, mix(ink, accent, 0.6))


def dots(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Dots."""
    for x, y in QUINCUNX:
        swatch.disc(x, y, 0.17, ink)


def rings(swatch: Swatch, ground: Colour, ink: Colour, accent: Colour) -> None:
    """Rings with a dot."""
    for x, y in QUINCUNX:
        swatch.disc(x, y, 0.21, ink)
        swatch.disc(x, y, 0.13, ground)
        swatch.disc(x, y, 0.065, accent)


def houndstooth(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Broken checks."""
    # a 2/2 twill over four dark and four light threads: each crossing shows the warp's or the weft's colour
    for y, x in product(range(8), repeat=2):
        if (x if (x - y) % 4 < 2 else y) < 4:
            swatch.box(x / 8, y / 8, (x + 1) / 8, (y + 1) / 8, ink)


def chevron(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Zigzag bands."""
    for lift in (0, 0.5):
        swatch.polygon(
            [(0, lift + 0.25), (0.5, lift), (1, lift + 0.25), (1, lift + 0.5), (0.5, lift + 0.25), (0, lift + 0.5)], ink
        )


def herringbone(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Slanting threads that meet in columns, like the bones of a fish."""
    for lift in (0, 0.25, 0.5, 0.75):
        swatch.polygon([(0.02, lift), (0.48, lift + 0.3), (0.48, lift + 0.43), (0.02, lift + 0.13)], ink)
        swatch.polygon([(0.98, lift), (0.52, lift + 0.3), (0.52, lift + 0.43), (0.98, lift + 0.13)], ink)


def candy(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """Slanting stripes with a thin one."""
    swatch.polygon([(0, 0.5), (0.5, 0), (1, 0), (0, 1)], ink)
    swatch.polygon([(1, 0.5), (0.5, 1), (1, 1)], ink)
    for shift in (0.22, 1.22):
        swatch.line((shift, 0), (shift - 1, 1), 0.06, accent)


def crosses(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Plus signs."""
    for x, y in QUINCUNX:
        swatch.box(x - 0.2, y - 0.07, x + 0.2, y + 0.07, ink)
        swatch.box(x - 0.07, y - 0.2, x + 0.07, y + 0.2, ink)


def argyle(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """Diamonds with dashed lines across."""
    swatch.polygon([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)], ink)
    for dash in range(8):
        start, end = dash / 8 + 0.02, dash / 8 + 0.085
        swatch.line((start, start), (end, end), 0.035, accent)
        swatch.line((start, 1 - start), (end, 1 - end), 0.035, accent)


def scallops(swatch: Swatch, ground: Colour, ink: Colour, accent: Colour) -> None:
    """Fans that overlap like scales."""
    for row in range(7):  # each row covers the lower half of the one above
        for x in (-1, 0, 1, 2):
            for radius, colour in ((0.5, ink), (0.41, ground), (0.26, accent), (0.17, ground)):
                swatch.disc(x + row % 2 / 2, row / 4, radius, colour, radius * 0.9, around=False)


def flowers(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """Flowers of five petals in two sizes, with leaves."""
    leaf = mix(accent, "#3F5A3A", 0.75)
    for (x, y), scale in zip(((0.27, 0.27), (0.77, 0.77)), (1.0, 0.78), strict=True):
        swatch.disc(x + 0.26, y - 0.04, 0.05, leaf, 0.028)
        swatch.disc(x - 0.02, y + 0.27, 0.028, leaf, 0.05)
        for dx, dy in ((0, -0.125), (0.12, -0.04), (0.075, 0.1), (-0.075, 0.1), (-0.12, -0.04)):
            swatch.disc(x + dx * scale, y + dy * scale, 0.095 * scale, ink)
        swatch.disc(x, y, 0.075 * scale, accent)


def tartan(swatch: Swatch, ground: Colour, ink: Colour, accent: Colour) -> None:
    """Crossing bands with thin lines over them."""
    band = mix(ground, ink, 0.6)
    swatch.box(0.1, 0, 0.5, 1, band)
    swatch.box(0, 0.1, 1, 0.5, band)
    swatch.box(0.1, 0.1, 0.5, 0.5, ink)
    for at in (0.28, 0.72):
        swatch.box(at, 0, at + 0.06, 1, mix(accent, band, 0.25))
        swatch.box(0, at, 1, at + 0.06, mix(accent, band, 0.25))


def windowpane(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """A grid of thin lines."""
    swatch.box(0.43, 0, 0.57, 1, ink)
    swatch.box(0, 0.43, 1, 0.57, ink)
    swatch.box(0.43, 0.43, 0.57, 0.57, accent)


def stars(swatch: Swatch, _: Colour, ink: Colour, __: Colour) -> None:
    """Five-pointed stars."""
    arms = ((0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81))
    right = [*arms, (0.0, 0.4)]
    shape = right + [(-x, y) for x, y in reversed(arms)]
    for x, y in QUINCUNX:
        swatch.polygon([(x + dx * 0.24, y + dy * 0.24) for dx, dy in shape], ink)


def leaves(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """Sprigs with four leaves."""
    for x, y in QUINCUNX:
        swatch.line((x, y - 0.22), (x, y + 0.24), 0.04, accent)
        for side in (-1, 1):
            for lift in (-0.1, 0.1):
                tip, low = (x + side * 0.2, y + lift - 0.1), (x + side * 0.02, y + lift + 0.06)
                swatch.polygon([low, (x + side * 0.05, y + lift - 0.07), tip, (x + side * 0.17, y + lift + 0.03)], ink)


def lattice(swatch: Swatch, _: Colour, ink: Colour, accent: Colour) -> None:
    """A slanting grid with dots."""
    for start, end in (((0, 0), (1, 1)), ((0, 1), (1, 0))):
        swatch.line(start, end, 0.13, ink)
    swatch.disc(0.5, 0.0, 0.1, accent)
    swatch.disc(0.0, 0.5, 0.1, accent)


def hide(swatch: Swatch, ground: Colour, ink: Colour, accent: Colour) -> None:
    """Leather: pebbled grain under light from the upper left."""
    rng = random.Random(4)  # noqa: S311 the same hide for every patch
    grains, wide = 6, round(swatch.size * 0.28)
    pebble = ImageOps.invert(Image.radial_gradient("L")).resize((wide, wide), Image.Resampling.BICUBIC)
    height = Image.new("L", (swatch.size, swatch.size))
    for row, column in product(range(grains), repeat=2):
        x, y = (column + row % 2 / 2 + rng.uniform(-0.3, 0.3)) / grains, (row + rng.uniform(-0.3, 0.3)) / grains
        for dx, dy in AROUND:
            left, top = round((x + dx) * swatch.size - wide / 2), round((y + dy) * swatch.size - wide / 2)
            lower = height.crop((left, top, left + wide, top + wide))
            height.paste(ImageChops.lighter(lower, pebble), (left, top))
    step = max(1, swatch.size // grains // 9)
    relief = ImageChops.subtract(height, ImageChops.offset(height, -step, -step), 0.5, 128)
    creased = ImageChops.multiply(relief, height.point(lambda level: min(255, 110 + level)))
    dark, bright = mix(ground, ink, 0.85), mix(ground, accent, 0.4)
    swatch.image.paste(ImageOps.colorize(creased, dark, bright, ground, midpoint=112))
