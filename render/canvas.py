"""Pictures in palette colours, put together from stamps: art that was drawn once, smoothly, and kept.

Drawing a picture is then nothing but copying pixels, one byte each, and encoding it needs no search for colours.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImagePalette

from render import deflate
from render.aside import step_aside
from render.palette import palette
from render.symbols import font
from render.theme import Colour, Theme

FAINT = 20
"""Pixels with less alpha than this (of 255) are not stamped."""

LARGE = 10_000
"""After a stamp with more pixels than this, other threads get a turn: a whole picture would cost them a millisecond."""

Spot = tuple[float, float]


@dataclass(frozen=True, eq=False, slots=True)
class Stamp:
    """Art in palette colours, blended with the ground it will lie on, and a mask of the pixels that it covers.

    ``body`` masks the part of it on which no neighbour's shadow may fall.
    """

    image: Image.Image
    mask: Image.Image
    body: Image.Image | None = None

    @property
    def size(self) -> int:
        """Its size in bytes. Pillow spends a whole byte on each pixel of a mask, too."""
        return self.image.width * self.image.height * (3 if self.body else 2)

    def fold(self) -> FoldedStamp:
        """The same stamp, deflated."""
        layers = (self.image, self.mask) if self.body is None else (self.image, self.mask, self.body)
        data = deflate.small(b"".join(layer.tobytes() for layer in layers))
        return FoldedStamp(self.image.width, self.image.height, self.image.palette, data, len(layers))


@dataclass(frozen=True, eq=False, slots=True)
class FoldedStamp:
    """A stamp that has been put away: its image and its masks, deflated together."""

    width: int
    height: int
    colours: ImagePalette.ImagePalette | None
    data: bytes
    layers: int

    @property
    def size(self) -> int:
        """Its approximate size in bytes."""
        return len(self.data) + 1000

    def unfold(self) -> Stamp:
        """The stamp, ready to be laid again."""
        whole = memoryview(deflate.LIBRARY.decompress(self.data))
        pixels, mask = self.width * self.height, (self.width + 7) // 8 * self.height  # a mask has one bit per pixel
        image = Image.frombytes("P", (self.width, self.height), whole[:pixels])
        if self.colours:
            image.putpalette(self.colours)
        starts = (pixels + mask * layer for layer in range(self.layers - 1))
        return Stamp(image, *(Image.frombytes("1", image.size, whole[start : start + mask]) for start in starts))


def stamp(
    art: Image.Image, ground: Colour, theme: Theme, *, body: Image.Image | None = None, least: int = FAINT
) -> Stamp:
    """A stamp of RGBA art that will lie on ``ground``: the pixels whose alpha is at least ``least`` (of 255)."""
    return Stamp(in_palette(on(art, ground), theme), covered(art, least), body)


def on(art: Image.Image, ground: Colour) -> Image.Image:
    """RGBA art, blended with a plain ground. RGB."""
    flat = Image.new("RGB", art.size, ground)
    flat.paste(art, mask=art)
    return flat


def covered(art: Image.Image, least: int) -> Image.Image:
    """The pixels of RGBA art whose alpha is at least ``least`` (of 255). Mode 1."""
    return art.getchannel("A").point([0] * least + [255] * (256 - least), "1")


def in_palette(image: Image.Image, theme: Theme) -> Image.Image:
    """An RGB picture in the nearest colours of the theme's palette. Mode P."""
    picture = image.quantize(palette=palette(theme), dither=Image.Dither.NONE)
    picture.palette = palette(theme).palette  # one for all, instead of a copy for each of thousands of stamps
    return picture


@lru_cache(maxsize=768)
def sign(paint: Callable[..., Image.Image], *what: Hashable, ground: Colour, theme: Theme) -> Stamp:
    """The stamp of a sign, as in ``sign(button, 46, …)``; most signs are painted by `render.symbols`."""
    return stamp(paint(*what, theme), ground, theme)


@lru_cache(maxsize=512)
def text(words: str, size: int, colour: Colour, ground: Colour, theme: Theme) -> Stamp:
    """The stamp of digits, grid letters or signs, ``size`` pixels tall."""
    left, top, right, bottom = font(size).getbbox(words, anchor="lm")
    art = Image.new("RGBA", (round(right - left) + 2, round(bottom - top) + 2), colour)
    mask = Image.new("L", art.size)
    ImageDraw.Draw(mask).text((1 - left, 1 - top), words, fill=255, font=font(size), anchor="lm")
    art.putalpha(mask)
    return stamp(art, ground, theme)


class Canvas:
    """A picture in the making, on a copy of a ground. ``image`` has mode P."""

    def __init__(self, ground: Image.Image, theme: Theme) -> None:
        self.image = ground.copy()
        self.theme = theme

    def lay(self, piece: Stamp, at: Spot, anchor: str = "lt") -> None:
        """Lay a stamp. ``anchor`` names the point of it that goes to ``at``: l, m or r, then t or m."""
        width, height = piece.image.size
        left = at[0] - {"l": 0, "m": width / 2, "r": width}[anchor[0]]
        top = at[1] - {"t": 0, "m": height / 2}[anchor[1]]
        self._paste(piece, round(left), round(top), piece.mask)

    def lay_body(self, piece: Stamp, at: tuple[int, int]) -> None:
        """Lay only the body of a stamp, with its corner at ``at``."""
        if piece.body:
            self._paste(piece, *at, piece.body)

    def _paste(self, piece: Stamp, left: int, top: int, mask: Image.Image) -> None:
        """The core of `Image.paste`, whose checks of modes and palettes take longer than most stamps do."""
        width, height = piece.image.size
        self.image.im.paste(piece.image.im, (left, top, left + width, top + height), mask.im)
        if width * height > LARGE:
            step_aside()

    def sign(
        self, at: Spot, paint: Callable[..., Image.Image], *what: Hashable, on: Colour, anchor: str = "mm"
    ) -> None:
        """Lay a sign on ground of the colour ``on``."""
        self.lay(sign(paint, *what, ground=on, theme=self.theme), at, anchor)

    def write(self, at: Spot, words: str, size: int, colour: Colour, on: Colour, anchor: str = "mm") -> None:
        """Write digits, letters or signs, centred on the line of ``at``."""
        piece = text(words, size, colour, on, self.theme)
        self.lay(piece, at, anchor)
