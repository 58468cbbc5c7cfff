"""The names of players below their quilts: the only words in pictures. Nothing of them is kept."""

import unicodedata
from functools import lru_cache

from render.canvas import Canvas, Spot, lettering
from render.symbols import font

TALL = 46  # height of the letters, in pixels: 1/24 of the width of a poster

_MISSING = "\U0010ffff"
"""No font has a glyph for this one, and never will: what is drawn in its place is drawn for all that are missing."""


def legible(name: str) -> str:
    """A name as it can be drawn, or nothing if the font lacks one of its letters.

    Letters in fancy dress, such as 𝓜𝓲𝓷𝓪, are drawn as what they stand for. Signs that the font lacks, such as emoji,
    are left out; a name must have a letter or a digit besides.
    """
    plain = unicodedata.normalize("NFKC", name)
    parts = [(unicodedata.category(letter)[0], letter) for letter in plain]
    drawn = [letter for kind, letter in parts if kind in "LN" or (kind in "PS" and _has_glyph(letter)) or kind == "Z"]
    spoken = [letter for kind, letter in parts if kind in "LNM" and letter not in _JOINERS]
    if not any(letter.isalnum() for letter in spoken) or not all(map(_has_glyph, spoken)):
        return ""
    return " ".join("".join(drawn).split())


def width(name: str) -> int:
    """The width of a name in pixels."""
    return round(font(TALL).getlength(name))


def shortened(name: str, room: int) -> str:
    """A name that is at most ``room`` pixels wide: what does not fit becomes an ellipsis."""
    if width(name) <= room:
        return name
    while width(f"{name}…") > room:
        name = name[:-1].rstrip()
    return f"{name}…"


def write_name(picture: Canvas, at: Spot, name: str) -> None:
    """Write a name that begins ``at`` a point, on the line of its middle."""
    theme = picture.theme
    picture.lay(lettering(name, TALL, theme.letters, theme.table, theme), at, "lm")


_JOINERS = "\ufe0e\ufe0f"  # marks that only say how the sign before them is to be drawn


@lru_cache(maxsize=512)
def _has_glyph(letter: str) -> bool:
    """Tell whether the font has a glyph for a letter that stands alone; a mark that belongs above another has none."""
    face = font(TALL)
    return not unicodedata.combining(letter) and bytes(face.getmask(letter)) != bytes(face.getmask(_MISSING))
