"""Encoding pictures to bytes: PNG and GIF."""

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
"""The filter byte before each row of pixels: none, as flat colours and repeating prints deflate best unfiltered."""

BAND = 160
"""How many rows are deflated at a time. Each band has a code of its own, which saves a fiftieth of the bytes, and takes
about 0.1 ms, in which other threads run: clicks are answered while pictures are encoded.
"""

ImageFile.MAXBLOCK = 8 * 1024
"""How many bytes Pillow encodes at a time (its default is 65,536); after each block other threads get a turn."""


def png(picture: Image.Image) -> bytes:
    """A picture of mode P as PNG, one byte per pixel: there are always more than 16 colours.

    Pillow would write the same pixels with its own zlib, at several times the cost.
    """
    header = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)  # 8 bits per pixel; 3: palette colours
    colours = bytes(picture.getpalette() or ())
    pixels = b"".join(_deflated(picture))
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(part for name, data in chunks for part in _chunk(name, data))


def _deflated(picture: Image.Image) -> Iterator[bytes]:
    # Pillow pads each row with a zero, which serves as the filter byte of the next row
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
    """Pictures of one palette as GIF, each with its duration in milliseconds, looping for ever."""
    images, milliseconds = zip(*frames, strict=True)
    file = _File()
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, loop=0, optimize=True, disposal=1
    )
    return file.getvalue()


class _File(io.BytesIO):
    """A file in memory. The writer yields after every block, so that clicks are answered while pictures are encoded."""

    def write(self, block: Any, /) -> int:
        written = super().write(block)
        step_aside()
        return written
