"""The grounds of pictures: the wooden table, a wooden frame, and the linen of an empty quilt."""

import random

from PIL import Image, ImageChops, ImageDraw, ImageOps

from game.squares import SIZE
from render.sprites import margin
from render.theme import Theme

PLANK = 275  # width of a plank of the table, in pixels


def wood(width: int, height: int, theme: Theme) -> Image.Image:
    """A table top of planks whose grain runs from top to bottom, so that all its rows are alike. RGB."""
    return _grain(width, theme).resize((width, height), Image.Resampling.NEAREST)


def _grain(width: int, theme: Theme) -> Image.Image:
    """One row of wood. RGB."""
    plain = Image.new("RGB", (width, 1), theme.table)
    if not theme.finish.grain:
        return plain
    rng = random.Random(9)  # noqa: S311 the same wood in every picture
    row = Image.new("L", (width, 1), 128)
    for thread, share in ((3, 0.45), (11, 0.6), (40, 0.5)):
        length = width // thread + 2
        noise = bytes(128 + round(rng.uniform(-1, 1) * 127 * theme.finish.grain * share) for _ in range(length))
        band = Image.frombytes("L", (length, 1), noise).resize((width, 1), Image.Resampling.BICUBIC)
        row = ImageChops.add(row, band, offset=-128)
    for joint in range(PLANK, width, PLANK):
        row.paste(60, (joint - 1, 0, joint + 1, 1))
    return ImageChops.soft_light(plain, Image.merge("RGB", (row,) * 3))


def shaded_wood(width: int, height: int, theme: Theme) -> Image.Image:
    """Wood under a shadow that deepens downwards. RGB."""
    image = wood(width, height, theme)
    dark = Image.linear_gradient("L").resize((width, height)).point(lambda value: value * 150 // 255)
    image.paste(theme.shade, mask=dark)
    return image


def framed(size: int, rail: int, theme: Theme) -> Image.Image:
    """A square frame of four rails, mitred, each with its grain along it. RGB.

    All rails show the same wood, so that signs on the middles of two opposite ones are the same pixels for deflate.
    """
    upright = wood(rail, size, theme)
    lying = upright.transpose(Image.Transpose.ROTATE_270)
    cut = Image.new("1", upright.size)
    ImageDraw.Draw(cut).polygon(((0, 0), (rail, rail), (rail, size - rail), (0, size)), 1)
    image = Image.new("RGB", (size, size), theme.table)
    for at in (0, size - rail):
        image.paste(lying, (0, at))
    image.paste(upright, (0, 0), cut)
    image.paste(upright, (size - rail, 0), ImageOps.mirror(cut))
    return image


def linen(cell: int, theme: Theme, side: int = SIZE) -> Image.Image:
    """The empty quilt of ``side`` by ``side`` squares: linen with a chalk grid, ``cell`` pixels per square, and a
    `margin` around it. RGB.

    It shows no threads: on so large and plain a ground they would turn into spots wherever a picture is shown smaller.
    """
    edge = margin(cell)
    size = side * cell + 2 * edge
    image = Image.new("RGB", (size, size), theme.linen)
    dash, wide = cell / 8, max(1, round(cell / 50))
    chalk = Image.new("1", (size, wide))
    draw = ImageDraw.Draw(chalk)
    for step in range(side * 4):
        draw.rectangle((edge + round((step * 2 + 0.5) * dash), 0, edge + round((step * 2 + 1.5) * dash) - 1, wide), 1)
    for line in range(1, side):
        at = edge + line * cell - wide // 2
        image.paste(theme.chalk, (0, at), chalk)
        image.paste(theme.chalk, (at, 0), chalk.transpose(Image.Transpose.TRANSPOSE))
    return image
