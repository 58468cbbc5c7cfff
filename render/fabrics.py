"""The cloth of each patch: a print in two or three dyes, the same one in every picture."""

from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageStat

from game import LEATHER
from render.patterns import (
    Pattern,
    Swatch,
    argyle,
    awning,
    candy,
    chevron,
    crosses,
    dots,
    flowers,
    gingham,
    herringbone,
    hide,
    houndstooth,
    lattice,
    leaves,
    rings,
    scallops,
    stars,
    tartan,
    ticking,
    windowpane,
)
from render.theme import Colour, Theme


@dataclass(frozen=True, slots=True)
class Print:
    """A pattern in named dyes, with its number of repeats in one square: few, so that it survives on a phone."""

    pattern: Pattern
    ground: str
    ink: str
    accent: str
    repeats: float


PRINTS: tuple[Print, ...] = (
    Print(gingham, "butter", "madder", "madder", 1),
    Print(awning, "indigo", "duckegg", "indigo", 2),
    Print(dots, "teal", "butter", "butter", 2),
    Print(houndstooth, "butter", "walnut", "walnut", 2),
    Print(herringbone, "mustard", "walnut", "walnut", 1),
    Print(argyle, "sage", "forest", "butter", 1),
    Print(flowers, "heather", "butter", "mustard", 1),
    Print(crosses, "rose", "madder", "madder", 2),
    Print(tartan, "duckegg", "indigo", "madder", 1),
    Print(candy, "terracotta", "butter", "terracotta", 1.5),
    Print(scallops, "duckegg", "teal", "teal", 1),
    Print(ticking, "butter", "forest", "forest", 2),
    Print(rings, "madder", "butter", "mustard", 1.5),
    Print(windowpane, "forest", "butter", "mustard", 2),
    Print(awning, "rose", "heather", "rose", 2),
    Print(flowers, "indigo", "mustard", "madder", 1),
    Print(tartan, "butter", "forest", "terracotta", 1),
    Print(chevron, "duckegg", "indigo", "indigo", 2),
    Print(houndstooth, "rose", "madder", "madder", 2),
    Print(argyle, "heather", "indigo", "butter", 1),
    Print(stars, "indigo", "butter", "butter", 1.5),
    Print(leaves, "sage", "forest", "walnut", 1),
    Print(ticking, "terracotta", "walnut", "butter", 1.5),
    Print(lattice, "butter", "mustard", "terracotta", 1),
    Print(windowpane, "madder", "rose", "butter", 1),
    Print(rings, "mustard", "madder", "walnut", 1.5),
    Print(dots, "butter", "terracotta", "terracotta", 2),
    Print(flowers, "forest", "rose", "mustard", 1),
    Print(awning, "mustard", "terracotta", "butter", 1.5),
    Print(crosses, "walnut", "mustard", "mustard", 2),
    Print(gingham, "rose", "teal", "teal", 1),
    Print(stars, "heather", "butter", "butter", 1.5),
    Print(lattice, "teal", "duckegg", "butter", 1),
    Print(hide, "leather", "leather_dark", "terracotta", 1),
)
"""The prints of patches 0 to 32, then of leather."""

MIDDLE_GREY = 141
"""The grey, 0 to 255, on which light and dark thread stand out equally."""


def cloth(patch: int, cell: int, width: int, height: int, theme: Theme, *, step: int = 1) -> Image.Image:
    """A patch's cloth, large enough for the given number of squares of ``cell`` pixels. RGB.

    Its repeat is a multiple of ``step`` pixels.
    """
    design = PRINTS[patch]
    ground, ink, accent = (_dye(theme, name) for name in (design.ground, design.ink, design.accent))
    swatch = Swatch(max(1, round(cell / design.repeats / step)) * step, ground)
    design.pattern(swatch, ground, ink, accent)
    return swatch.tiled(width * cell, height * cell)


@cache
def thread(patch: int, theme: Theme) -> Colour:
    """The thread colour that shows up on a patch: light on dark cloth, dark on light, judged by the whole print."""
    if patch == LEATHER.id:
        return theme.light_thread
    grey = ImageStat.Stat(cloth(patch, 48, 1, 1, theme).convert("L")).mean[0]
    return theme.light_thread if grey < MIDDLE_GREY else theme.dark_thread


def _dye(theme: Theme, name: str) -> Colour:
    colour: Colour = getattr(theme.dyes if hasattr(theme.dyes, name) else theme, name)
    return colour
