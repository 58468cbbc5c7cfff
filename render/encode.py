"""From pictures to the bytes that are sent."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from PIL import Image, ImageFile

from render import deflate
from render.aside import step_aside

SIGNATURE = b"\x89PNG\r\n\x1a\n"
NO_FILTER = b"\0"
"""What stands before each row of pixels: flat colours and repeating prints are smaller just as they are."""

BAND = 160
"""Rows that are deflated in one go, with a code of their own, which saves a fiftieth. It takes some 0.1 ms, in which
other threads may run: clicks are answered while pictures are encoded.
"""

ImageFile.MAXBLOCK = 8 * 1024
"""Bytes of a GIF that Pillow encodes in one go (65,536 if one lets it): after each, others may have the processor."""


def png(picture: Image.Image) -> bytes:
    """A picture of mode P as PNG, a byte a pixel: there are always more than 16 colours.

    Pillow would write the same pixels with its own zlib, at several times the cost.
    """
    header = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)  # 8 bits a pixel; 3: numbers of palette colours
    colours = bytes(picture.getpalette() or ())
    pixels = b"".join(_deflated(picture))
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(part for name, data in chunks for part in _chunk(name, data))


def _deflated(picture: Image.Image) -> Iterator[bytes]:
    # Pillow pads rows to the length asked for with zeros: each is the filter of the row that follows
    rows = memoryview(picture.tobytes("raw", "P", picture.width + 1))[:-1]
    band = BAND * (picture.width + 1)
    compressor = deflate.compressor()
    yield compressor.compress(NO_FILTER)
    for start in range(0, len(rows), band):
        yield compressor.compress(rows[start : start + band])
        yield compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


def _chunk(name: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = deflate.LIBRARY.crc32(data, deflate.LIBRARY.crc32(name))
    return struct.pack(">I", len(data)), name, data, struct.pack(">I", checksum)


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
        step_aside()
        return written
