"""Outlines: put together from sides, they look as if each were drawn in one go."""

import pytest
from PIL import Image, ImageDraw

from game import LEATHER, PATCHES
from render.canvas import Canvas, in_palette, stamp
from render.contours import FINE, RIM, Line, contour
from render.shapes import outline
from render.theme import DAYLIGHT
from tests.render.seen import differ

EDGE = 12


def in_one_go(patch: int, letter: str, cell: int, line: Line, inset: int) -> Image.Image:
    """A patch's outline on linen, drawn as one closed line."""
    orientation = (*PATCHES, LEATHER)[patch].by_letter[letter]
    size = (orientation.width * cell + 2 * EDGE, orientation.height * cell + 2 * EDGE)
    corners = outline(orientation.cells, cell * FINE, (line.width / 2 + inset) * FINE)
    points = [(x + EDGE * FINE, y + EDGE * FINE) for x, y in corners]
    masks = []
    for width in (line.width, line.width + RIM):
        mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
        ImageDraw.Draw(mask).line([*points, points[0], points[1]], 255, width * FINE, joint="curve")
        masks.append(mask.reduce(FINE))
    art = Image.new("RGB", size, line.rim)
    art.paste(line.colour, mask=masks[0])
    art.putalpha(masks[1])
    picture = Canvas(linen(size), DAYLIGHT)
    picture.lay(stamp(art, DAYLIGHT.linen, DAYLIGHT), (0, 0))
    return picture.image


def linen(size: tuple[int, int]) -> Image.Image:
    return in_palette(Image.new("RGB", size, DAYLIGHT.linen), DAYLIGHT)


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "width", "inset"), [(54, 5, 0), (56, 5, 0), (104, 5, 3), (104, 5, 18), (104, 8, 0)])
def test_an_outline_looks_as_if_drawn_in_one_go(cell: int, width: int, inset: int) -> None:
    line = Line(DAYLIGHT.white, DAYLIGHT.last, width)
    for patch in (*PATCHES, LEATHER):
        orientation = patch.orientations[-1]
        expected = in_one_go(patch.id, orientation.letter, cell, line, inset)
        picture = Canvas(linen(expected.size), DAYLIGHT)
        contour(picture, (EDGE, EDGE), patch.id, orientation.letter, cell, line, inset)
        assert differ(picture.image, expected) == 0, patch
