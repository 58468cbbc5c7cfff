"""The colours, at most 256, in which all pictures of a theme are drawn and encoded: chosen once, from the art itself.

Choosing takes most of a second, so the choice is kept in ``palettes.txt``: the bot starts without waiting for it, and
pictures are the same with every Pillow. ``python -m tests.render.golden`` renews the file when the art has changed.

Why: decision 0012.
"""

from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import Image, ImageColor

from game.patches import LEATHER
from render.fabrics import PRINTS
from render.grounds import shaded_wood
from render.sprites import patch_numbered, pinned, sewn
from render.symbols import button, rosette, token
from render.theme import Colour, Theme, mix

KEPT = Path(__file__).with_name("palettes.txt")
"""One line per theme: its name, its fingerprint at the time its colours were chosen, and the colours."""

SAMPLE = 53  # pixels per square in the art from which the colours are chosen: much as on the table and the poster
SHADE = 900  # height in pixels of the wood in that art, from its full colour into the shadow
SIGN = 120  # size in pixels of the signs in that art
TICK = 40  # size in pixels of the time board's ticks in that art: large enough to get colours of their own

HIDES = 4
"""How many extra leather patches that art has: a single one is so small that it would be given other browns."""

NEAR = 8  # colours closer than this to a named one are merged into it: Pillow could not tell them apart
ROUNDS = 2  # rounds of k-means after the median cut; more changed nothing visible


@cache
def palette(theme: Theme) -> Image.Image:
    """A mode P image with the colours of a theme, which Pillow wants for choosing among them."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours(theme))
    return image


@cache
def colours(theme: Theme) -> bytes:
    """The colours of a theme: its named ones exactly, the others as close to the art as possible.

    If the theme is new, or has changed since its colours were kept, choosing them now takes most of a second.
    """
    return kept(theme) or chosen(theme)


def kept(theme: Theme) -> bytes | None:
    """The colours kept for a theme, or None if it is new or has changed."""
    return _all_kept().get(_fingerprint(theme))


def keep(themes: list[Theme]) -> None:
    """Choose the colours of themes and keep them."""
    lines = [f"{theme.name} {_fingerprint(theme)} {chosen(theme).hex()}\n" for theme in themes]
    KEPT.write_text("".join(lines), encoding="ascii")


def chosen(theme: Theme) -> bytes:
    """Colours for a theme, chosen from its art: at most 256 triples of red, green and blue."""
    named = [ImageColor.getrgb(colour)[:3] for colour in dict.fromkeys(named_colours(theme))]
    art = _art(theme)
    sample = art.resize((art.width // 2, art.height // 2), Image.Resampling.NEAREST)  # takes a fifth of the time
    flat = sample.quantize(256, Image.Quantize.MEDIANCUT, kmeans=ROUNDS).getpalette() or []
    found = [(flat[index], flat[index + 1], flat[index + 2]) for index in range(0, len(flat), 3)]
    others = [colour for colour in found if all(_distance(colour, name) > NEAR for name in named)]
    return bytes(channel for colour in (*named, *others)[:256] for channel in colour)


@cache
def _all_kept() -> dict[str, bytes]:
    """By the fingerprint of their theme."""
    lines = [line.split() for line in KEPT.read_text("ascii").splitlines()]
    return {fingerprint: bytes.fromhex(colours) for _, fingerprint, colours in lines}


def _fingerprint(theme: Theme) -> str:
    return sha256(repr(theme).encode()).hexdigest()[:16]


def _distance(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    return max(abs(a - b) for a, b in zip(one, two, strict=True))


def named_colours(theme: Theme) -> list[Colour]:
    """The colours that a theme names, its dyes last."""
    own = [value for field in fields(theme) if isinstance(value := getattr(theme, field.name), str)]
    colours = [value for value in own if value.startswith("#")]
    return colours + [getattr(theme.dyes, field.name) for field in fields(theme.dyes)]


def _art(theme: Theme) -> Image.Image:
    """Every patch, sewn and pinned on linen, the signs that have colours of their own, and some wood. RGB."""
    patches = [
        paint(patch, patch_numbered(patch).orientations[0].letter, SAMPLE, theme)
        for patch in (*range(len(PRINTS)), *[LEATHER.id] * HIDES)
        for paint in (sewn, pinned)
    ]
    signs = [token(1, SIGN, theme), token(2, SIGN, theme), rosette(SIGN, theme), button(SIGN, theme)]
    ticks = [Image.new("RGBA", (TICK, TICK), mix(tape, theme.ink, 0.45)) for tape in (theme.tape, theme.passed_tape)]
    pieces = patches + signs * 2 + ticks
    wide, tall = max(piece.width for piece in pieces), sum(piece.height for piece in pieces)
    sheet = Image.new("RGB", (wide, tall + SHADE), theme.linen)
    sheet.paste(shaded_wood(wide, SHADE, theme), (0, tall))
    top = 0
    for piece in pieces:
        sheet.paste(piece, (0, top), piece)
        top += piece.height
    return sheet
