"""The colours of all pictures, as data, and the one fixed palette in which they are encoded."""

from __future__ import annotations

from dataclasses import dataclass, fields

from PIL import Image, ImageColor

Colour = str
"""A colour as ``#RRGGBB``."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """The twelve dyes: told apart with every kind of colour vision (smallest distance 12.9 dE2000)."""

    madder: Colour = "#A81717"
    terracotta: Colour = "#D46D2E"
    mustard: Colour = "#F1AD0C"
    butter: Colour = "#FFF7C5"
    sage: Colour = "#8AA57B"
    forest: Colour = "#4E6749"
    teal: Colour = "#0C7681"
    duckegg: Colour = "#A6DBEA"
    indigo: Colour = "#153667"
    heather: Colour = "#A27AB5"
    rose: Colour = "#DFC1BD"
    walnut: Colour = "#402D29"


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that is not cloth."""

    table: Colour = "#4A382C"
    table_dark: Colour = "#382A21"
    linen: Colour = "#EFE6D5"
    chalk: Colour = "#CDBFA6"
    card: Colour = "#FFF6E3"
    space: Colour = "#F4E8CF"
    odd_space: Colour = "#E3D3B4"
    passed_space: Colour = "#B9A688"
    dull: Colour = "#A8957C"
    dull_card: Colour = "#C9B99C"
    ink: Colour = "#2E211B"
    letters: Colour = "#F3E3C3"
    horn: Colour = "#DEB878"
    horn_dark: Colour = "#8A6434"
    leather: Colour = "#75543F"
    leather_dark: Colour = "#4C3424"
    blue: Colour = "#1F5FA8"
    amber: Colour = "#E08A1E"
    ghost: Colour = "#0072B2"
    last: Colour = "#C8102E"
    white: Colour = "#FFFFFF"


CLOTH = Cloth()
DAYLIGHT = Theme()


def mix(one: Colour, two: Colour, share: float) -> Colour:
    """A colour between two; ``share`` 0 gives the first, 1 the second."""
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(two), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _fixed_palette() -> Image.Image:
    """Every colour of the art, with its steps towards shadow and light: 256 at most, the same for all pictures."""
    art: list[Colour] = [getattr(source, field.name) for source in (CLOTH, DAYLIGHT) for field in fields(source)]
    wanted: list[Colour] = list(art)
    for colour in art:
        wanted += [mix(colour, DAYLIGHT.ink, step) for step in (0.12, 0.25, 0.4, 0.6)]
        wanted += [mix(colour, DAYLIGHT.linen, step) for step in (0.2, 0.4, 0.7)]
    unique = list(dict.fromkeys(wanted))[:256]
    flat = [channel for colour in unique for channel in ImageColor.getrgb(colour)]
    image = Image.new("P", (1, 1))
    image.putpalette(flat + flat[:3] * (256 - len(unique)))
    return image


PALETTE = _fixed_palette()
