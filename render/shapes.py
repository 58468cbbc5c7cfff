"""The outlines of patches, and seams along them."""

from PIL import ImageDraw

from game.patches import Cells
from render.theme import Colour

Point = tuple[float, float]


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
        # where two squares touch only at a corner, turn right, so that the border stays one loop
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
