"""Deflating and inflating: by ISA-L where it is installed, which takes an eighth of zlib's time; by zlib elsewhere."""

from __future__ import annotations

import zlib
from typing import Protocol


class Compressor(Protocol):
    """Deflates what it is given piece by piece."""

    def compress(self, data: bytes | memoryview, /) -> bytes:
        """Take some bytes in; give out what is finished."""
        ...

    def flush(self, mode: int = zlib.Z_FINISH, /) -> bytes:
        """Give out the rest."""
        ...


class Library(Protocol):
    """What `zlib` and its likes offer. All of it lets other threads run while it works on more than a few bytes."""

    def compressobj(self, level: int, /) -> Compressor:
        """A compressor that works so hard."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """What was deflated."""
        ...

    def crc32(self, data: bytes, before: int = 0, /) -> int:
        """The checksum of some bytes; ``before`` is the one of the bytes before them."""
        ...


NAME: str
LIBRARY: Library
LEVEL: int
"""How hard is worked. ISA-L: 1 takes as long, 3 three times as long for more bytes. zlib: 6 takes twice as long for a
seventh less, 1 saves a tenth of the time for a seventh more.
"""

try:
    from isal import isal_zlib
except ImportError:  # there is no wheel for this machine
    NAME, LIBRARY, LEVEL = "zlib", zlib, 3
else:
    NAME, LIBRARY, LEVEL = "isal", isal_zlib, 2


def compressor() -> Compressor:
    """A compressor that takes little time for what it saves."""
    return LIBRARY.compressobj(LEVEL)


def small(data: bytes) -> bytes:
    """Bytes, deflated; the library's ``decompress`` gives them back."""
    deflating = compressor()
    return deflating.compress(data) + deflating.flush()
