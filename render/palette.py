"""The 256 colours in which all pictures of a theme are drawn and encoded: chosen once, from the art itself.

To choose them takes most of a second, so the choice is kept in ``palettes.txt``: no start of the bot waits for it, and
pictures are the same with every Pillow. ``python -m tests.render.golden`` renews it when the art has changed.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageColor

from game.patches import LEATHER
from render.fabrics import PRINTS
from render.grounds import shaded_wood
from render.sprites import patch_numbered, pinned, sewn, woven
from render.symbols import button, rosette, token
from render.theme import Colour, Theme, mix

KEPT = Path(__file__).with_name("palettes.txt")
"""A line for each theme: its name, the fingerprint of what it was when its colours were chosen, and the colours."""

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
    """An image of mode P with the colours of a theme: its named ones exactly, the others as near the art as can be.

    They are chosen now, in most of a second, if a theme is new or not what it was when colours were last kept.
    """
    image = Image.new("P", (1, 1))
    image.putpalette(kept(theme) or chosen(theme))
    return image


def kept(theme: Theme) -> bytes | None:
    """The colours that were chosen for a theme, if it is still what it was."""
    return _all_kept().get(_fingerprint(theme))


def keep(themes: list[Theme]) -> None:
    """Choose the colours of themes and keep them."""
    lines = [f"{theme.name} {_fingerprint(theme)} {chosen(theme).hex()}\n" for theme in themes]
    KEPT.write_text("".join(lines), encoding="ascii")


def chosen(theme: Theme) -> bytes:
    """Colours for a theme, chosen from its art: 256 times red, green and blue."""
    named = [ImageColor.getrgb(colour)[:3] for colour in dict.fromkeys(named_colours(theme))]
    art = _art(theme)
    sample = art.resize((art.width // 2, art.height // 2), Image.Resampling.NEAREST)  # a fifth of the time
    flat = sample.quantize(256, Image.Quantize.MEDIANCUT, kmeans=ROUNDS).getpalette() or []
    found = [(flat[index], flat[index + 1], flat[index + 2]) for index in range(0, len(flat), 3)]
    others = [colour for colour in found if all(_apart(colour, name) > NEAR for name in named)]
    return bytes(channel for colour in (*named, *others, *[named[0]] * 256)[:256] for channel in colour)


@cache
def _all_kept() -> dict[str, bytes]:
    """The colours that are kept, by the fingerprints of their themes."""
    lines = [line.split() for line in KEPT.read_text("ascii").splitlines()]
    return {fingerprint: bytes.fromhex(colours) for _, fingerprint, colours in lines}


def _fingerprint(theme: Theme) -> str:
    """What is another one when anything of a theme is."""
    return sha256(repr(theme).encode()).hexdigest()[:16]


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
