"""Patches as they are sewn: cloth cut to shape, padded, stitched and buttoned. Drawn large, then reduced."""

from functools import cache, lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from game.patches import LEATHER, PATCHES, Orientation, Patch
from render.fabrics import cloth, thread
from render.shapes import outline, stitches
from render.symbols import button
from render.theme import Theme, mix

MARGIN = 0.12  # room around a patch for its shadow, in squares
WEAVE = 4  # pixels after which the threads of the cloth repeat; prints repeat in multiples of it, which saves bytes

WARP_AND_WEFT = (1, 0, 1, 0, 0, -1, 0, -1, 1, 0, 1, 0, 0, -1, 0, -1)
"""Light and dark pixels of one such repeat, row by row."""

FINE = 3  # patches are drawn this many times larger, then reduced
ROUND = 40  # pixels per square, before it is reduced, from which a patch has round corners and a soft shadow
INSIDE = [0] * 128 + [255] * 128
"""What is inside an edge that has been blurred."""

CLOSE = 80  # pixels per square from which single threads can be seen
BUTTON = 0.58  # width of a button on a patch, in squares
LIFTED = 2.5  # how many times farther the shadow of a patch falls that is not sewn yet


def margin(cell: int) -> int:
    """Pixels around a patch with squares of ``cell`` pixels."""
    return max(2, round(cell * MARGIN))


def sewn(patch: int, letter: str, cell: int, theme: Theme) -> Image.Image:
    """A sewn patch with its shadow and buttons, ``cell`` pixels per square, and a `margin` around it. RGBA."""
    body = _body(patch, letter, cell, theme, True)
    image = _around(patch, letter, cell, theme) if theme.finish.seam else _shadow(body.getchannel("A"), cell, theme)
    image.alpha_composite(body)
    _put_buttons(image, patch, letter, cell, theme)
    return image


def cut(patch: int, letter: str, cell: int, theme: Theme, is_sewn: bool = True) -> Image.Image:
    """The mask of a patch's cloth, as large as `sewn`: neither its shadow nor what lies around it. Mode L.

    It is the same for what is `pinned`, and there at once if that was painted last.
    """
    return _body(patch, letter, cell, theme, is_sewn).getchannel("A")


def pinned(patch: int, letter: str, cell: int, theme: Theme) -> Image.Image:
    """A patch not sewn yet, held above the quilt, in full colour and without a seam. RGBA, as large as `sewn`."""
    body = _body(patch, letter, cell, theme, False)
    image = _shadow(body.getchannel("A"), cell, theme, LIFTED)
    image.alpha_composite(body)
    _put_buttons(image, patch, letter, cell, theme)
    return image


def patch_numbered(patch: int) -> Patch:
    """The patch with a number, leather included."""
    return PATCHES[patch] if patch < len(PATCHES) else LEATHER


@lru_cache(maxsize=400)
def lying(patch: int) -> Orientation:
    """The orientation in which a patch is no taller than wide."""
    first = patch_numbered(patch).orientations[0]
    return first if first.width >= first.height else patch_numbered(patch).rotated(first)


def fitting(patch: int, most: int, wide: int, tall: int) -> tuple[Orientation, int]:
    """Tell how a patch fits into a room: lying, unless it is larger standing; and its pixels per square."""
    flat = lying(patch)
    ways = (flat, patch_numbered(patch).rotated(flat))
    cells = [min(most, wide // way.width, tall // way.height) for way in ways]
    return ways[cells[1] > cells[0]], max(cells)


def fitted(patch: int, most: int, wide: int, tall: int, theme: Theme) -> Image.Image:
    """A sewn patch as large as there is room for it (`fitting`). RGBA."""
    orientation, cell = fitting(patch, most, wide, tall)
    return sewn(patch, orientation.letter, cell, theme)


def paste(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Paste RGBA art with its middle at a point."""
    image.alpha_composite(piece, (round(x - piece.width / 2), round(y - piece.height / 2)))


def button_squares(patch: Patch, orientation: Orientation) -> list[tuple[int, int]]:
    """The squares that carry a patch's buttons: from the top left, as far apart as their number allows."""
    cells = sorted(orientation.cells, key=lambda cell: (cell[1], cell[0]))
    step = max(1, len(cells) // patch.income) if patch.income else 1
    return cells[::step][: patch.income]


def woven(image: Image.Image, strength: float) -> Image.Image:
    """A picture with threads in it: plain weave, warp over weft, then weft over warp. RGB."""
    if not strength:
        return image
    deep = round(255 * strength)
    tile = Image.new("L", (WEAVE, WEAVE))
    tile.putdata([128 + deep * sign for sign in WARP_AND_WEFT])
    weave = Image.new("L", image.size)
    row = Image.new("L", (image.width, tile.height))
    for x in range(0, image.width, tile.width):
        row.paste(tile, (x, 0))
    for y in range(0, image.height, tile.height):
        weave.paste(row, (0, y))
    return ImageChops.soft_light(image, Image.merge("RGB", (weave,) * 3))


@lru_cache(maxsize=4)
def _body(patch: int, letter: str, cell: int, theme: Theme, is_sewn: bool) -> Image.Image:
    """The patch without shadow and buttons, and, unless it ``is_sewn``, without seam and padding. RGBA."""
    orientation = patch_numbered(patch).by_letter[letter]
    fine = 2 if cell >= CLOSE else FINE
    big, edge = cell * fine, margin(cell) * fine
    shape = _shape(orientation, big, edge)
    front = Image.new("RGB", shape.size)
    front.paste(cloth(patch, big, orientation.width, orientation.height, theme, step=WEAVE * fine), (edge, edge))
    if is_sewn:
        _sew(front, patch, orientation, big, edge, theme)
    area = shape.reduce(fine)
    colours = woven(front.reduce(fine), theme.finish.weave if cell >= CLOSE else 0)
    if is_sewn:
        pad(colours, area, cell, theme)
    colours.putalpha(area)
    return colours


def _shape(orientation: Orientation, big: int, edge: int) -> Image.Image:
    """The mask of the cloth, its corners slightly rounded: 255 inside, 0 outside. Mode L."""
    shape = Image.new("L", (orientation.width * big + 2 * edge, orientation.height * big + 2 * edge))
    corners = outline(orientation.cells, big, 0)
    ImageDraw.Draw(shape).polygon([(x + edge, y + edge) for x, y in corners], 255)
    return shape.filter(ImageFilter.BoxBlur(big * 0.07)).point(INSIDE) if big >= ROUND else shape


def pad(front: Image.Image, shape: Image.Image, cell: int, theme: Theme) -> None:
    """Pad the cloth: it darkens towards its edge, and the edge facing the light shines."""
    finish = theme.finish
    if finish.pillow:
        wide = shape.filter(ImageFilter.GaussianBlur(cell * 0.075))
        dark = ImageChops.invert(wide).point(_times(2 * finish.pillow))
        front.paste(theme.shade, mask=dark)
    if finish.shine:
        step = max(1, round(cell * 0.028))
        rim = ImageChops.subtract(shape, ImageChops.offset(shape, step, step))
        rim = rim.filter(ImageFilter.GaussianBlur(cell * 0.016)).point(_times(2 * finish.shine))
        front.paste(theme.white, mask=rim)


def _sew(front: Image.Image, patch: int, orientation: Orientation, big: int, edge: int, theme: Theme) -> None:
    """Sew a running stitch along the edge, each dash with a little shadow, or a plain border if the theme has one."""
    if border := theme.finish.seam / 2 * big:
        inner = Image.new("L", front.size, 255)
        ImageDraw.Draw(inner).polygon([(x + edge, y + edge) for x, y in outline(orientation.cells, big, border)], 0)
        front.paste(theme.ink, mask=inner)
        return  # a seam beside it would only fray its edge
    draw = ImageDraw.Draw(front)
    seam = [(x + edge, y + edge) for x, y in outline(orientation.cells, big, big * 0.115)]
    colour = thread(patch, theme)
    if theme.finish.shadow:
        drop = big * 0.016
        under = mix(theme.shade, colour, 0.35) if colour == theme.light_thread else mix(theme.white, colour, 0.5)
        stitches(draw, [(x + drop, y + drop) for x, y in seam], big, under)
    stitches(draw, seam, big, colour)


def _around(patch: int, letter: str, cell: int, theme: Theme) -> Image.Image:
    """The outer half of a plain border; where two patches meet, the inner half of the neighbour's lies there. RGBA."""
    edge, fine, orientation = margin(cell), 4, patch_numbered(patch).by_letter[letter]
    corners = outline(orientation.cells, cell * fine, -theme.finish.seam / 2 * cell * fine)
    size = (orientation.width * cell + 2 * edge, orientation.height * cell + 2 * edge)
    shape = Image.new("L", (size[0] * fine, size[1] * fine))
    ImageDraw.Draw(shape).polygon([(x + edge * fine, y + edge * fine) for x, y in corners], 255)
    image = Image.new("RGBA", size, theme.ink)
    image.putalpha(shape.reduce(fine))
    return image


def _shadow(shape: Image.Image, cell: int, theme: Theme, lifted: float = 1) -> Image.Image:
    image = Image.new("RGBA", shape.size, theme.shade)
    fallen = ImageChops.offset(shape, round(cell * 0.015 * lifted), round(cell * 0.035 * lifted))
    if cell * FINE >= ROUND:
        fallen = fallen.filter(ImageFilter.GaussianBlur(cell * 0.04))
    image.putalpha(fallen.point(_times(theme.finish.shadow)))
    return image


@cache
def _times(share: float) -> list[int]:
    """A table that multiplies values by a share."""
    return [min(255, round(value * share)) for value in range(256)]


def _put_buttons(image: Image.Image, patch: int, letter: str, cell: int, theme: Theme) -> None:
    disc = button(round(cell * BUTTON), theme)
    for x, y in button_squares(patch_numbered(patch), patch_numbered(patch).by_letter[letter]):
        middle = (margin(cell) + round((x + 0.5) * cell), margin(cell) + round((y + 0.5) * cell))
        image.alpha_composite(disc, (middle[0] - disc.width // 2, middle[1] - disc.height // 2))
