"""Encoding pictures to bytes: PNG and GIF."""

import struct
from collections.abc import Iterable

from PIL import Image, ImageChops, ImageFile

from render import deflate

SIGNATURE = b"\x89PNG\r\n\x1a\n"
NO_FILTER = b"\0"
"""The filter byte before each row of pixels: none, as flat colours and repeating prints deflate best unfiltered."""

_COLOUR_TYPES = {"P": 3, "RGBA": 6}
"""What a PNG says of its pixels, by the mode of the picture."""

ImageFile.MAXBLOCK = 8 * 1024
"""How many bytes Pillow encodes at a time (its default is 65,536); after each block other threads get a turn."""


def png(picture: Image.Image) -> bytes:
    """A picture of mode P as PNG, one byte per pixel: there are always more than 16 colours. Or one of mode RGBA.

    Pillow would write the same pixels with its own zlib, at several times the cost.
    """
    header = struct.pack(">IIBBBBB", *picture.size, 8, _COLOUR_TYPES[picture.mode], 0, 0, 0)  # 8 bits per sample
    colours = [(b"PLTE", bytes(picture.getpalette() or ()))] if picture.mode == "P" else []
    # Pillow pads each row with a zero, which serves as the filter byte of the next row
    rows = memoryview(picture.tobytes("raw", picture.mode, picture.width * len(picture.getbands()) + 1))[:-1]
    pixels = deflate.small(NO_FILTER + rows)
    chunks = ((b"IHDR", header), *colours, (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(part for name, data in chunks for part in _chunk(name, data))


def _chunk(name: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = deflate.LIBRARY.crc32(data, deflate.LIBRARY.crc32(name))
    return struct.pack(">I", len(data)), name, data, struct.pack(">I", checksum)


def gif(frames: Iterable[tuple[Image.Image, int]]) -> bytes:
    """Pictures of one palette as GIF, each with its duration in milliseconds, looping for ever.

    Neighbours that look the same become one, shown as long as both. Two pictures are held at a time; Pillow would hold
    them all, and take half as long again.
    """
    remaining = iter(frames)
    shown, duration = next(remaining)
    parts = [_gif_head(shown), _gif_part(shown, (0, 0), None)]
    for picture, milliseconds in remaining:
        if part := _gif_change(shown, picture):
            _set_duration(parts[-1], duration)
            parts.append(part)
            duration = 0
        duration += milliseconds
        shown = picture
    _set_duration(parts[-1], duration)
    return b"".join((*parts, b";"))


def _gif_head(picture: Image.Image) -> bytearray:
    """The size, the one table of 256 colours, and that it is repeated for ever."""
    size = struct.pack("<HHBxx", *picture.size, 0xF7)
    colours = bytes(picture.getpalette() or ()).ljust(3 * 256, b"\0")
    return bytearray(b"GIF89a" + size + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")


def _gif_change(shown: Image.Image, picture: Image.Image) -> bytearray | None:
    """Find what a picture changes of the one that is shown, or None. An unused colour lets the rest through."""
    changes = ImageChops.subtract_modulo(picture, shown)
    box = changes.getbbox(alpha_only=False)
    if box is None:
        return None
    part = picture.crop(box)
    counts = part.histogram()
    clear = counts.index(0) if 0 in counts else None
    if clear is not None:
        part.paste(clear, mask=changes.crop(box).point([255, *[0] * 255], "1"))
    return _gif_part(part, box[:2], clear)


def _gif_part(pixels: Image.Image, corner: tuple[int, int], clear: int | None) -> bytearray:
    """Pixels that stay until others cover them, shown for no time yet; those of the colour ``clear`` change nothing."""
    control = struct.pack("<2sBBHBx", b"!\xf9", 4, 0b100 | (clear is not None), 0, clear or 0)
    where = struct.pack("<cHHHHBB", b",", *corner, *pixels.size, 0, 8)  # 8 bits per pixel
    return bytearray(control + where + pixels.tobytes("gif", "P", 8, 0) + b"\0")


def _set_duration(part: bytearray, milliseconds: int) -> None:
    struct.pack_into("<H", part, 4, milliseconds // 10)
