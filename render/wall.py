"""The wall on which a poster's quilts hang: wood, a rod, ribbons, and two pieces of linen in their bindings."""

from PIL import Image, ImageDraw, ImageFilter

from game.squares import SIZE
from render import patterns
from render.canvas import in_palette
from render.grounds import wood
from render.shelf import kept
from render.sprites import margin
from render.stamp import Stamp, boxed
from render.theme import Theme, mix

WIDTH = 1100
TOP = 96  # where a quilt's binding begins, in pixels: below the rod it hangs from
CELL = 54  # pixels per square
ROOM = SIZE * CELL  # width of a quilt without its border, in pixels
BINDING = 15  # width of the patterned border around a quilt, in pixels

INSET = BINDING + margin(CELL)  # from the edge of a quilt's binding to its first square
SIDE = ROOM + 2 * INSET
LEFTS = tuple((WIDTH * half - 2 * SIDE) // 4 for half in (1, 3))
"""The width of a quilt with its border, and the left edges of the two, in pixels."""

ROD_TALL = 26
ROD = (24, 24 + ROD_TALL)  # the top and the bottom of the rod, in pixels

RIBBONS = tuple(left + round(SIDE * share) for left in LEFTS for share in (0.2, 0.5, 0.8))
"""The middles of the ribbons by which the quilts hang, in pixels."""

RIBBON = 17  # half the width of a ribbon, in pixels


@kept
def wall(theme: Theme) -> Stamp:
    """The parts that never change: the wall with the rod, the ribbons and plain linen on them, and the shadows."""
    height = TOP + SIDE + 270
    image = wood(WIDTH, height, theme)
    shadow = Image.new("L", image.size)
    draw = ImageDraw.Draw(shadow)
    draw.rectangle((0, 44, WIDTH, 62), 120)
    for left in LEFTS:
        draw.rectangle((left + 8, TOP + 14, left + SIDE + 8, TOP + SIDE + 14), 120)
    if theme.finish.shadow:
        image.paste(theme.shade, mask=shadow.filter(ImageFilter.GaussianBlur(2)))
    draw = ImageDraw.Draw(image)
    paint_rod(draw, WIDTH, ROD[0], theme)
    for x in RIBBONS:
        draw.rectangle((x - RIBBON, ROD[0] - 6, x + RIBBON, TOP + 10), theme.linen, theme.chalk, 2)
    bare = in_palette(image, theme)
    for seat, left in enumerate(LEFTS, 1):
        bare.paste(_binding(seat, theme), (left, TOP))
        linen = ROOM + 2 * margin(CELL)  # plain, as the Automa's stays; a player's quilt covers it
        bare.paste(in_palette(Image.new("RGB", (linen, linen), theme.linen), theme), (left + BINDING, TOP + BINDING))
    return boxed(bare)


def paint_rod(draw: ImageDraw.ImageDraw, wide: int, top: int, theme: Theme) -> None:
    """Paint a rod across a wall, `ROD_TALL` pixels thick."""
    for y in range(ROD_TALL):
        shade = mix(mix(theme.horn, theme.white, 0.3), theme.horn_dark, abs(y - 8) / 18)
        draw.line((0, top + y, wide, top + y), shade)


def _binding(seat: int, theme: Theme) -> Image.Image:
    fine = 2
    image = patterns.of_seat(seat, BINDING * 2 * fine, (SIDE * fine, SIDE * fine), theme).reduce(fine)
    draw = ImageDraw.Draw(image)
    for inset in (0, BINDING - 2):
        box = (inset, inset, SIDE - inset - 1, SIDE - inset - 1)
        draw.rectangle(box, None, mix(theme.of_seat(seat), theme.shade, 0.6), 2)
    return in_palette(image, theme)
