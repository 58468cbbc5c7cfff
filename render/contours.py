"""Outlines of patches, put together from sides, each a bend and the line after it, which all patches share."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Canvas, stamp
from render.shapes import Point, outline
from render.shelf import kept
from render.sprites import patch_numbered
from render.stamp import Stamp
from render.theme import Colour, Theme

FINE = 3  # lines are drawn this many times larger, then reduced
RIM = 5  # how many pixels wider the rim is than the line
BESIDE = 4  # room for the rim on either side of a line, in pixels

Way = tuple[int, int]
"""A direction: (1, 0) is right, (0, 1) is down."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line ``width`` pixels wide, with a rim so that it shows on any cloth; ``dash`` is the length of a dash, if any.

    Between dashes the rim shows.
    """

    rim: Colour
    colour: Colour
    width: int
    dash: int = 0

    @property
    def reach(self) -> float:
        """Pixels from the middle of the line to the end of the room for its rim."""
        return self.width / 2 + BESIDE


def contour(
    picture: Canvas, at: tuple[int, int], patch: int, letter: str, cell: int, line: Line, inset: int = 0
) -> None:
    """Draw a line along the outline of a patch, ``inset`` pixels inside it.

    The bounding box of the patch has its top left corner at ``at``, with ``cell`` pixels per square.
    """
    for before, after, length, x, y in _sides(patch, letter, cell, line, inset):
        picture.lay(_side(before, after, length, line, picture.theme), (at[0] + x, at[1] + y))


@lru_cache(maxsize=4096)
def _sides(patch: int, letter: str, cell: int, line: Line, inset: int) -> tuple[tuple[Way, Way, int, int, int], ...]:
    """Find how each side of an outline looks, and where it lies. Its stamp is not kept here: that would keep one from
    the shelf for each outline, long after it has made room there.
    """
    points = outline(patch_numbered(patch).by_letter[letter].cells, cell, line.width / 2 + inset)
    steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True)]
    ways = [((x > 0) - (x < 0), (y > 0) - (y < 0)) for x, y in steps]
    sides = list[tuple[Way, Way, int, int, int]]()
    for bend, before, after, (x, y) in zip(points, [ways[-1], *ways[:-1]], ways, steps, strict=True):
        length = round(abs(x) + abs(y))
        # a stamp reaches from just before its bend to just before the next one
        left, top = (at - (length - line.reach if way < 0 else line.reach) for at, way in zip(bend, after, strict=True))
        sides.append((before, after, length, round(left), round(top)))
    return tuple(sides)


@kept
def _side(before: Way, after: Way, length: int, line: Line, theme: Theme) -> Stamp:
    """A bend and the line after it: a few kilobytes each, and about a hundred in all."""
    size = (length, round(2 * line.reach)) if after[0] else (round(2 * line.reach), length)
    x, y = (pixels - line.reach if way < 0 else line.reach for pixels, way in zip(size, after, strict=True))
    bend, end = (x, y), (x + after[0] * length, y + after[1] * length)
    path = [(x - before[0] * length, y - before[1] * length), bend, end]
    image = Image.new("RGB", size, line.rim)
    image.paste(line.colour, mask=_drawn(path, line.width, size))
    for gap in _gaps(bend, after, length, line):
        image.paste(line.rim, mask=_drawn(gap, line.width, size))
    image.putalpha(_drawn(path, line.width + RIM, size))
    return stamp(image, theme.linen, theme)


def _gaps(bend: Point, way: Way, length: int, line: Line) -> Iterator[list[Point]]:
    """The gaps between the dashes of a side, which begins and ends with half a dash, so that corners are whole."""
    count = round(length / line.dash / 2) if line.dash else 0
    for gap in range(count):
        first, last = ((gap + share) * length / count for share in (0.3, 0.7))
        yield [(bend[0] + way[0] * at, bend[1] + way[1] * at) for at in (first, last)]


def _drawn(path: list[Point], width: int, size: tuple[int, int]) -> Image.Image:
    """A line with a round bend. Mode L."""
    image = Image.new("L", (size[0] * FINE, size[1] * FINE))
    fine = [(x * FINE, y * FINE) for x, y in path]
    ImageDraw.Draw(image).line(fine, 255, width * FINE, joint="curve")
    return image.reduce(FINE)
