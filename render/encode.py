"""From pictures to the bytes that are sent."""

from __future__ import annotations

import io
from collections.abc import Iterable

from PIL import Image

PNG_LEVEL = 3
"""How hard a PNG is compressed, 1 to 9: 6 takes twice as long for a sixth less, 1 saves a tenth of the time."""


def png(picture: Image.Image) -> bytes:
    """A picture of mode P as PNG. Its colours are chosen already, so this takes a fraction of a default PNG's time."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=PNG_LEVEL)
    return file.getvalue()


def gif(frames: Iterable[tuple[Image.Image, int]]) -> bytes:
    """Pictures of one palette as GIF, each with the milliseconds that it is shown, again and again for ever."""
    images, milliseconds = zip(*frames, strict=True)
    file = io.BytesIO()
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, loop=0, optimize=True, disposal=1
    )
    return file.getvalue()
