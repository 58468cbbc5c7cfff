"""The 256 colours in which all pictures of a theme are drawn and encoded: chosen once, from the art itself."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from PIL import Image, ImageColor

from game.patches import LEATHER
from render.fabrics import PRINTS
from render.grounds import shaded_wood
from render.sprites import patch_numbered, pinned, sewn, woven
from render.symbols import button, rosette, token
from render.theme import Colour, Theme, mix

SAMPLE = 53
"""Pixels of a square in the art that the colours are chosen from: the size of the quilts on the table."""

SHADE = 900
"""Pixels of the wood in that art, from its full colour into the shadow."""

SIGN = 120
"""Pixels of the signs in that art."""

TICK = 40
"""Pixels of the time board's ticks in that art: enough for colours of their own."""

HIDES = 4
"""Leather patches more than one in that art: so small a patch would get the browns of others."""

NEAR = 8
"""Colours of the art that are no further from a named one are left to it: Pillow could not tell them apart."""

ROUNDS = 2
"""Rounds of k-means after the median cut; more changed nothing that can be seen."""


@cache
def palette(theme: Theme) -> Image.Image:
    """An image of mode P with the colours of a theme: its named ones exactly, the others as near the art as can be."""
    named = [ImageColor.getrgb(colour)[:3] for colour in dict.fromkeys(named_colours(theme))]
    art = _art(theme)
    sample = art.resize((art.width // 2, art.height // 2), Image.Resampling.NEAREST)  # a fifth of the time
    flat = sample.quantize(256, Image.Quantize.MEDIANCUT, kmeans=ROUNDS).getpalette() or []
    found = [(flat[index], flat[index + 1], flat[index + 2]) for index in range(0, len(flat), 3)]
    others = [colour for colour in found if all(_apart(colour, name) > NEAR for name in named)]
    colours = (*named, *others, *[named[0]] * 256)[:256]
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours for channel in colour])
    return image


def _apart(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    return max(abs(a - b) for a, b in zip(one, two, strict=True))


def named_colours(theme: Theme) -> list[Colour]:
    """The colours that a theme names, its dyes last."""
    own = [value for field in fields(theme) if isinstance(value := getattr(theme, field.name), str)]
    colours = [value for value in own if value.startswith("#")]
    return colours + [getattr(theme.dyes, field.name) for field in fields(theme.dyes)]


def _art(theme: Theme) -> Image.Image:
    """Every patch, sewn on linen and pinned on it, the signs with colours of their own, and some wood. RGB."""
    patches = [
        paint(patch, patch_numbered(patch).orientations[0].letter, SAMPLE, theme)
        for patch in (*range(len(PRINTS)), *[LEATHER.id] * HIDES)
        for paint in (sewn, pinned)
    ]
    signs = [token(1, SIGN, theme), token(2, SIGN, theme), rosette(SIGN, theme), button(SIGN, theme)]
    ticks = [Image.new("RGBA", (TICK, TICK), mix(tape, theme.ink, 0.45)) for tape in (theme.tape, theme.passed_tape)]
    pieces = patches + signs * 2 + ticks
    wide, tall = max(piece.width for piece in pieces), sum(piece.height for piece in pieces)
    sheet = woven(Image.new("RGB", (wide, tall + SHADE), theme.linen), theme.finish.weave)
    sheet.paste(shaded_wood(wide, SHADE, theme), (0, tall))
    top = 0
    for piece in pieces:
        sheet.paste(piece, (0, top), piece)
        top += piece.height
    return sheet
