"""The cloth of every patch: a pattern in two colours, always the same for the same patch."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw, ImageStat

from render.palette import CLOTH as C
from render.palette import DAYLIGHT, Colour, mix

Pattern = Callable[[ImageDraw.ImageDraw, int, Colour, Colour], None]
"""Draws one repeat of a given size in pixels, on a ground that is already filled."""


def _gingham(draw: ImageDraw.ImageDraw, unit: int, ground: Colour, ink: Colour) -> None:
    half, between = unit // 2, mix(ground, ink, 0.5)
    draw.rectangle((0, 0, half - 1, unit), between)
    draw.rectangle((0, 0, unit, half - 1), between)
    draw.rectangle((0, 0, half - 1, half - 1), ink)


def _stripes(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    draw.rectangle((0, 0, unit // 2 - 1, unit), ink)


def _ticking(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    draw.rectangle((0, 0, unit, unit * 3 // 10), ink)
    draw.rectangle((0, unit * 6 // 10, unit, unit * 7 // 10), ink)


def _dots(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    radius = unit * 0.17
    for x, y in ((0.25, 0.25), (0.75, 0.75)):
        draw.ellipse((x * unit - radius, y * unit - radius, x * unit + radius, y * unit + radius), ink)


def _checks(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    half = unit // 2
    draw.rectangle((0, 0, half - 1, half - 1), ink)
    draw.rectangle((half, half, unit, unit), ink)


def _chevron(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    half = unit / 2
    for lift in (-unit, 0, unit):
        points = [(0, half), (half, 0), (unit, half), (unit, unit), (half, half), (0, unit)]
        draw.polygon([(x, y + lift) for x, y in points], ink)


def _diagonal(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    half = unit / 2
    for shift in (-unit, 0, unit):
        draw.polygon([(shift, unit), (shift + unit, 0), (shift + unit + half, 0), (shift + half, unit)], ink)


def _plus(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    for x, y in ((0.25, 0.25), (0.75, 0.75)):
        for wide, tall in ((0.2, 0.07), (0.07, 0.2)):
            draw.rectangle(((x - wide) * unit, (y - tall) * unit, (x + wide) * unit, (y + tall) * unit), ink)


def _argyle(draw: ImageDraw.ImageDraw, unit: int, ground: Colour, ink: Colour) -> None:
    half = unit / 2
    draw.polygon([(half, 0), (unit, half), (half, unit), (0, half)], ink)
    light = mix(ground, DAYLIGHT.card, 0.6)
    for line in ((0, 0, unit, unit), (0, unit, unit, 0)):
        draw.line(line, light, max(1, unit // 16))


def _houndstooth(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    # a 2/2 twill over four dark and four light threads: pick the warp's or the weft's colour
    edges = [thread * unit // 8 for thread in range(9)]
    for y in range(8):
        for x in range(8):
            if (x if (x - y) % 4 < 2 else y) < 4:
                draw.rectangle((edges[x], edges[y], edges[x + 1] - 1, edges[y + 1] - 1), ink)


def _scallops(draw: ImageDraw.ImageDraw, unit: int, ground: Colour, ink: Colour) -> None:
    width = max(1, unit // 9)
    half = unit / 2
    for row in (1.0, 0.5, 0.0, -0.5):
        shift = half if row in (0.5, -0.5) else 0
        for column in (-1, 0, 1):
            left, top = column * unit + shift, row * unit
            draw.ellipse((left, top, left + unit, top + unit), ground, ink, width)


def _flowers(draw: ImageDraw.ImageDraw, unit: int, ground: Colour, ink: Colour) -> None:
    petal = unit * 0.11
    for x, y in ((0.27, 0.27), (0.77, 0.77)):
        for dx, dy in ((0, -0.13), (0.13, -0.02), (0.08, 0.12), (-0.08, 0.12), (-0.13, -0.02)):
            cx, cy = (x + dx) * unit, (y + dy) * unit
            draw.ellipse((cx - petal, cy - petal, cx + petal, cy + petal), ink)
        heart = unit * 0.07
        draw.ellipse((x * unit - heart, y * unit - heart, x * unit + heart, y * unit + heart), ground)


def _windowpane(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    draw.rectangle((0, 0, unit * 0.14, unit), ink)
    draw.rectangle((0, 0, unit, unit * 0.14), ink)


def _grain(draw: ImageDraw.ImageDraw, unit: int, _: Colour, ink: Colour) -> None:
    for x, y, length in ((0.1, 0.1, 0.25), (0.55, 0.3, 0.3), (0.2, 0.55, 0.3), (0.65, 0.8, 0.2)):
        draw.line((x * unit, y * unit, (x + length) * unit, y * unit), ink, max(1, unit // 14))


PRINTS: tuple[tuple[Pattern, Colour, Colour], ...] = (
    (_gingham, C.butter, C.madder),
    (_stripes, C.indigo, C.duckegg),
    (_dots, C.teal, C.butter),
    (_houndstooth, C.butter, C.walnut),
    (_chevron, C.mustard, C.walnut),
    (_argyle, C.sage, C.forest),
    (_flowers, C.heather, C.butter),
    (_plus, C.rose, C.madder),
    (_checks, C.duckegg, C.indigo),
    (_diagonal, C.terracotta, C.butter),
    (_scallops, C.duckegg, C.teal),
    (_ticking, C.butter, C.forest),
    (_dots, C.madder, C.butter),
    (_windowpane, C.forest, C.butter),
    (_stripes, C.rose, C.heather),
    (_flowers, C.indigo, C.mustard),
    (_gingham, C.butter, C.forest),
    (_chevron, C.duckegg, C.indigo),
    (_houndstooth, C.rose, C.madder),
    (_argyle, C.heather, C.indigo),
    (_plus, C.teal, C.duckegg),
    (_diagonal, C.sage, C.walnut),
    (_ticking, C.terracotta, C.walnut),
    (_checks, C.butter, C.mustard),
    (_windowpane, C.madder, C.rose),
    (_scallops, C.mustard, C.madder),
    (_dots, C.butter, C.terracotta),
    (_flowers, C.sage, C.butter),
    (_stripes, C.mustard, C.terracotta),
    (_plus, C.walnut, C.mustard),
    (_gingham, C.rose, C.teal),
    (_diagonal, C.heather, C.butter),
    (_checks, C.rose, C.walnut),
    (_grain, DAYLIGHT.leather, DAYLIGHT.leather_dark),
)
"""Pattern, ground and ink of the patches 0 to 32, and of leather."""

_REPEATS: dict[Pattern, int] = {
    _gingham: 1,
    _argyle: 1,
    _flowers: 1,
    _windowpane: 2,
    _scallops: 2,
    _checks: 2,
}
"""Repeats of a pattern in one square (2, where not named); few enough to survive a phone's width."""


MIDDLE_GREY = 141
"""The grey, 0 to 255, from which cream and dark thread stand out equally."""


def cloth(patch: int, cell: int, width: int, height: int) -> Image.Image:
    """Cloth of a patch for an area of so many squares of ``cell`` pixels."""
    pattern, ground, ink = PRINTS[patch]
    unit = max(4, round(cell / _REPEATS.get(pattern, 2)))
    tile = Image.new("RGB", (unit, unit), ground)
    pattern(ImageDraw.Draw(tile), unit, ground, ink)
    area = Image.new("RGB", (width * cell, height * cell))
    for y in range(0, area.height, unit):
        for x in range(0, area.width, unit):
            area.paste(tile, (x, y))
    return area


def stitch_colour(patch: int) -> Colour:
    """Thread that shows on a patch: cream on dark cloth, dark on light cloth, judged by the whole print."""
    grey = ImageStat.Stat(cloth(patch, 48, 1, 1).convert("L")).mean[0]
    return DAYLIGHT.card if grey < MIDDLE_GREY else DAYLIGHT.ink
