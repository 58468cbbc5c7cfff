"""Pictures in palette colours, put together from stamps: art that was drawn once, smoothly, and kept.

Drawing a picture is then nothing but copying pixels, one byte each, and encoding it needs no search for colours.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PIL import Image, ImageDraw

from render.grounds import wood
from render.palette import colours, palette
from render.shelf import kept
from render.stamp import Part, Stamp, boxed
from render.symbols import font
from render.theme import Colour, Theme

FAINT = 20  # pixels with less alpha than this (of 255) are not stamped

Spot = tuple[float, float]


def stamp(
    art: Image.Image, ground: Colour, theme: Theme, *, body: Image.Image | None = None, least: int = FAINT
) -> Stamp:
    """A stamp of RGBA art that will lie on ``ground``: the pixels whose alpha is at least ``least`` (of 255).

    ``body`` is the mask (mode L) of the part on which no neighbour's shadow may fall.
    """
    covered = art.getchannel("A").point([0] * least + [255] * (256 - least))
    masks = [covered, *([body] if body else [])]
    return boxed(in_palette(on(art, ground), theme), *masks)


def on(art: Image.Image, ground: Colour) -> Image.Image:
    """RGBA art, blended with a plain ground. RGB."""
    flat = Image.new("RGB", art.size, ground)
    flat.paste(art, mask=art)
    return flat


def in_palette(image: Image.Image, theme: Theme) -> Image.Image:
    """An RGB picture in the nearest colours of the theme's palette. Mode P."""
    return image.quantize(palette=palette(theme), dither=Image.Dither.NONE)


@kept
def _sign(paint: Callable[..., Image.Image], what: tuple[Hashable, ...], ground: Colour, theme: Theme) -> Stamp:
    return stamp(paint(*what, theme), ground, theme)


@kept
def text(words: str, size: int, colour: Colour, ground: Colour, theme: Theme) -> Stamp:
    """The stamp of digits, grid letters or signs, ``size`` pixels tall."""
    return lettering(words, size, colour, ground, theme)


def lettering(words: str, size: int, colour: Colour, ground: Colour, theme: Theme) -> Stamp:
    """The same, painted anew and not kept: for what people have written."""
    left, top, right, bottom = font(size).getbbox(words, anchor="lm")
    art = Image.new("RGBA", (round(right - left) + 2, round(bottom - top) + 2), colour)
    mask = Image.new("L", art.size)
    ImageDraw.Draw(mask).text((1 - left, 1 - top), words, fill=255, font=font(size), anchor="lm")
    art.putalpha(mask)
    return stamp(art, ground, theme)


class Canvas:
    """A picture in the making. ``image`` has mode P."""

    def __init__(self, image: Image.Image, theme: Theme) -> None:
        self.image = image
        self.theme = theme

    @classmethod
    def over(cls, ground: Stamp, theme: Theme) -> Canvas:
        """A new picture on a ground."""
        image = Image.new("P", (ground.width, ground.height))
        image.putpalette(colours(theme))
        picture = cls(image, theme)
        picture.lay(ground, (0, 0))
        return picture

    @classmethod
    def on_wood(cls, width: int, height: int, theme: Theme) -> Canvas:
        """A new picture on a bare table top."""
        row = in_palette(wood(width, 1, theme), theme)
        return cls(row.resize((width, height), Image.Resampling.NEAREST), theme)

    def lay(self, piece: Stamp, at: Spot, anchor: str = "lt") -> None:
        """Lay a stamp. ``anchor`` names the point of it that goes to ``at``: l, m or r, then t or m."""
        left = at[0] - {"l": 0, "m": piece.width / 2, "r": piece.width}[anchor[0]]
        top = at[1] - {"t": 0, "m": piece.height / 2}[anchor[1]]
        self._paste(piece.whole, round(left), round(top))

    def lay_rim(self, piece: Stamp, at: tuple[int, int]) -> None:
        """Lay only the rim of a stamp, with its corner at ``at``."""
        self._paste(piece.rim, *at)

    def lay_body(self, piece: Stamp, at: tuple[int, int]) -> None:
        """Lay only the body of a stamp, with its corner at ``at``."""
        self._paste(piece.body, *at)

    def _paste(self, parts: tuple[Part, ...], x: int, y: int) -> None:
        for left, top, pixels, mask in parts:
            self.image.paste(pixels, (x + left, y + top), mask)

    def index(self, colour: Colour) -> int:
        """The place of a named colour in the picture's palette."""
        flat = Image.new("RGB", (1, 1), colour)
        return int(in_palette(flat, self.theme).getpixel((0, 0)))  # type: ignore[arg-type]

    def sign(
        self, at: Spot, paint: Callable[..., Image.Image], *what: Hashable, on: Colour, anchor: str = "mm"
    ) -> None:
        """Lay a sign, as in ``sign(at, button, 46, …)``, on ground of the colour ``on``."""
        self.lay(_sign(paint, what, on, self.theme), at, anchor)

    def write(self, at: Spot, words: str, size: int, colour: Colour, on: Colour, anchor: str = "mm") -> None:
        """Write digits, letters or signs, centred on the line of ``at``."""
        self.lay(text(words, size, colour, on, self.theme), at, anchor)
