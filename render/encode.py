"""From pictures to the bytes that are sent."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from typing import Any

from PIL import Image, ImageFile

PNG_LEVEL = 3
"""How hard a PNG is compressed, 1 to 9: 6 takes twice as long for a sixth less, 1 saves a tenth of the time."""

ImageFile.MAXBLOCK = 8 * 1024
"""Bytes that Pillow encodes in one go (65,536 if one lets it): after each, somebody else may have the processor."""


def png(picture: Image.Image) -> bytes:
    """A picture of mode P as PNG. Its colours are chosen already, so this takes a fraction of a default PNG's time."""
    file = _File()
    picture.save(file, "PNG", compress_level=PNG_LEVEL)
    return file.getvalue()


def gif(frames: Iterable[tuple[Image.Image, int]]) -> bytes:
    """Pictures of one palette as GIF, each with the milliseconds that it is shown, again and again for ever."""
    images, milliseconds = zip(*frames, strict=True)
    file = _File()
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, loop=0, optimize=True, disposal=1
    )
    return file.getvalue()


class _File(io.BytesIO):
    """A file in memory. Who writes it steps aside after every block: clicks are answered while pictures are encoded."""

    def write(self, block: Any, /) -> int:
        written = super().write(block)
        if hasattr(os, "sched_yield"):  # not on Windows
            os.sched_yield()
        return written
