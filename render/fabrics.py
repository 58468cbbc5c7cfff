"""The cloth of each patch: a print in two or three dyes, the same one in every picture."""

from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageStat

from game import LEATHER
from render import patterns
from render.theme import Colour, Theme


@dataclass(frozen=True, slots=True)
class Print:
    """A pattern in named dyes, with its number of repeats in one square: few, so that it survives on a phone."""

    pattern: patterns.Pattern
    ground: str
    ink: str
    accent: str
    repeats: float


PRINTS: tuple[Print, ...] = (
    Print(patterns.gingham, "butter", "madder", "madder", 1),
    Print(patterns.awning, "indigo", "duckegg", "indigo", 2),
    Print(patterns.dots, "teal", "butter", "butter", 2),
    Print(patterns.houndstooth, "butter", "walnut", "walnut", 2),
    Print(patterns.herringbone, "mustard", "walnut", "walnut", 1),
    Print(patterns.argyle, "sage", "forest", "butter", 1),
    Print(patterns.flowers, "heather", "butter", "mustard", 1),
    Print(patterns.crosses, "rose", "madder", "madder", 2),
    Print(patterns.tartan, "duckegg", "indigo", "madder", 1),
    Print(patterns.candy, "terracotta", "butter", "terracotta", 1.5),
    Print(patterns.scallops, "duckegg", "teal", "teal", 1),
    Print(patterns.ticking, "butter", "forest", "forest", 2),
    Print(patterns.rings, "madder", "butter", "mustard", 1.5),
    Print(patterns.windowpane, "forest", "butter", "mustard", 2),
    Print(patterns.awning, "rose", "heather", "rose", 2),
    Print(patterns.flowers, "indigo", "mustard", "madder", 1),
    Print(patterns.tartan, "butter", "forest", "terracotta", 1),
    Print(patterns.chevron, "duckegg", "indigo", "indigo", 2),
    Print(patterns.houndstooth, "rose", "madder", "madder", 2),
    Print(patterns.argyle, "heather", "indigo", "butter", 1),
    Print(patterns.stars, "indigo", "butter", "butter", 1.5),
    Print(patterns.leaves, "sage", "forest", "walnut", 1),
    Print(patterns.ticking, "terracotta", "walnut", "butter", 1.5),
    Print(patterns.lattice, "butter", "mustard", "terracotta", 1),
    Print(patterns.windowpane, "madder", "rose", "butter", 1),
    Print(patterns.rings, "mustard", "madder", "walnut", 1.5),
    Print(patterns.dots, "butter", "terracotta", "terracotta", 2),
    Print(patterns.flowers, "forest", "rose", "mustard", 1),
    Print(patterns.awning, "mustard", "terracotta", "butter", 1.5),
    Print(patterns.crosses, "walnut", "mustard", "mustard", 2),
    Print(patterns.gingham, "rose", "teal", "teal", 1),
    Print(patterns.stars, "heather", "butter", "butter", 1.5),
    Print(patterns.lattice, "teal", "duckegg", "butter", 1),
    Print(patterns.hide, "leather", "leather_dark", "terracotta", 1),
)
"""The prints of patches 0 to 32, then of leather."""

MIDDLE_GREY = 141  # the grey, 0 to 255, on which light and dark thread stand out equally


def cloth(patch: int, cell: int, width: int, height: int, theme: Theme, *, step: int = 1) -> Image.Image:
    """A patch's cloth for so many squares of ``cell`` pixels; it repeats after a multiple of ``step`` pixels. RGB."""
    design = PRINTS[patch]
    names = design.ground, design.ink, design.accent
    ground, ink, accent = (getattr(theme.dyes, name, None) or getattr(theme, name) for name in names)
    swatch = patterns.Swatch(max(1, round(cell / design.repeats / step)) * step, ground)
    design.pattern(swatch, ground, ink, accent)
    return swatch.tiled(width * cell, height * cell)


@cache
def thread(patch: int, theme: Theme) -> Colour:
    """The thread colour that shows up on a patch: light on dark cloth, dark on light, judged by the whole print."""
    if patch == LEATHER.id:
        return theme.light_thread
    grey = ImageStat.Stat(cloth(patch, 48, 1, 1, theme).convert("L")).mean[0]
    return theme.light_thread if grey < MIDDLE_GREY else theme.dark_thread
