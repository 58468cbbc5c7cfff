"""Patches as they are pasted: cloth cut to shape, hemmed and stitched, drawn large once, made small, and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from game.patches import LEATHER, PATCHES, Cells, Orientation, Patch
from render.fabrics import cloth, stitch_colour
from render.palette import DAYLIGHT, Colour
from render.symbols import button

FINE = 3
"""How many times larger sprites are drawn than they are used: this smooths their edges."""

MARGIN = 0.12
"""Room around a sprite for its shadow, in squares."""

Point = tuple[float, float]


@lru_cache(maxsize=600)
def patch_sprite(patch: int, turn: str, cell: int) -> Image.Image:
    """A sewn patch with its shadow, ``cell`` pixels a square, `margin` pixels around it. RGBA; never change it."""
    owner = PATCHES[patch] if patch < len(PATCHES) else LEATHER
    look = owner.by_turn[turn]
    big, edge = cell * FINE, margin(cell) * FINE
    size = (look.width * big + 2 * edge, look.height * big + 2 * edge)
    shape = Image.new("L", size)
    ImageDraw.Draw(shape).polygon([(x + edge, y + edge) for x, y in outline(look.cells, big, big * 0.02)], 255)
    shape = shape.filter(ImageFilter.GaussianBlur(big * 0.05)).point(lambda value: 255 if value > 127 else 0)
    front = Image.new("RGB", size)
    front.paste(cloth(patch, big, look.width, look.height), (edge, edge))
    hem = ImageChops.subtract(shape, shape.filter(ImageFilter.GaussianBlur(big * 0.07)))
    front.paste(DAYLIGHT.ink, mask=hem.point(lambda value: min(140, value)))
    draw = ImageDraw.Draw(front)
    seam = outline(look.cells, big, big * 0.11)
    stitches(draw, [(x + edge, y + edge) for x, y in seam], big, stitch_colour(patch))
    sprite = _shadow(shape, big)
    front.putalpha(shape)
    sprite.alpha_composite(front)
    small = sprite.reduce(FINE)
    for x, y in button_squares(owner, look):
        disc = button(round(cell * 0.56))
        centre = (margin(cell) + round((x + 0.5) * cell), margin(cell) + round((y + 0.5) * cell))
        small.alpha_composite(disc, (centre[0] - disc.width // 2, centre[1] - disc.height // 2))
    return small


def margin(cell: int) -> int:
    """Pixels around a sprite for squares of ``cell`` pixels."""
    return max(2, round(cell * MARGIN))


@lru_cache(maxsize=32)
def ghost_sprite(patch: int, turn: str, cell: int) -> Image.Image:
    """A patch that is not sewn yet: its own cloth, paler, without shadow. RGBA; never change it."""
    sprite = patch_sprite(patch, turn, cell).copy()
    pale = Image.new("RGBA", sprite.size, DAYLIGHT.linen)
    pale.putalpha(sprite.getchannel("A").point(lambda value: 105 if value > 200 else 0))
    solid = sprite.getchannel("A").point(lambda value: 255 if value > 200 else 0)
    sprite.putalpha(solid)
    sprite.alpha_composite(pale)
    return sprite


@lru_cache(maxsize=256)
def silhouette(patch: int, turn: str, cell: int, colour: Colour) -> Image.Image:
    """The bare shape of a patch in one colour. RGBA; never change it."""
    owner = PATCHES[patch]
    look = owner.by_turn[turn]
    big = cell * FINE
    shape = Image.new("L", (look.width * big, look.height * big))
    ImageDraw.Draw(shape).polygon(outline(look.cells, big, big * 0.06), 255)
    sprite = Image.new("RGBA", shape.size, colour)
    sprite.putalpha(shape)
    return sprite.reduce(FINE)


def _shadow(shape: Image.Image, big: int) -> Image.Image:
    shadow = Image.new("RGBA", shape.size, DAYLIGHT.ink)
    fallen = ImageChops.offset(shape, 0, round(big * 0.04)).filter(ImageFilter.GaussianBlur(big * 0.035))
    shadow.putalpha(fallen.point(lambda value: value * 55 // 100))
    return shadow


def button_squares(patch: Patch, look: Orientation) -> list[tuple[int, int]]:
    """The squares that carry a patch's buttons: from the top left, as far apart as its number allows."""
    cells = sorted(look.cells, key=lambda cell: (cell[1], cell[0]))
    step = max(1, len(cells) // patch.income) if patch.income else 1
    return cells[::step][: patch.income]


def outline(cells: Cells, cell: float, inset: float) -> list[Point]:
    """The border of a shape without holes, clockwise, moved inwards by ``inset`` pixels."""
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in cells:
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        for neighbour, start, end in sides:
            if neighbour not in cells:
                edges.setdefault(start, []).append(end)
    point = min(edges)
    direction = (1, 0)
    corners: list[tuple[int, int, int, int, int, int]] = []
    for _ in range(sum(map(len, edges.values()))):
        # where two squares touch at a corner only, turn right, so that the border stays one loop
        right = (point[0] - direction[1], point[1] + direction[0])
        ends = edges[point]
        following = right if right in ends else ends[0]
        ends.remove(following)
        ahead = (following[0] - point[0], following[1] - point[1])
        if ahead != direction:
            corners.append((*point, *direction, *ahead))
        point, direction = following, ahead
    if (corners and corners[0][:2] != point) or direction != (1, 0):
        corners.append((*point, *direction, 1, 0))
    return [
        (x * cell + inset * (-before_y - after_y), y * cell + inset * (before_x + after_x))
        for x, y, before_x, before_y, after_x, after_y in corners
    ]


def stitches(draw: ImageDraw.ImageDraw, seam: list[Point], cell: float, colour: Colour) -> None:
    """A running stitch along a closed seam: whole dashes on every side."""
    width = max(1, round(cell * 0.028))
    for (x1, y1), (x2, y2) in zip(seam, [*seam[1:], seam[0]], strict=True):
        length = abs(x2 - x1) + abs(y2 - y1)
        count = max(1, round(length / (cell * 0.2)))
        for index in range(count):
            one, two = (index + 0.18) / count, (index + 0.78) / count
            draw.line(
                (x1 + (x2 - x1) * one, y1 + (y2 - y1) * one, x1 + (x2 - x1) * two, y1 + (y2 - y1) * two), colour, width
            )
