"""Deflating and inflating: with ISA-L where it is installed, in an eighth of zlib's time; with zlib elsewhere."""

import zlib
from typing import Protocol


class Library(Protocol):
    """The interface of `zlib` and its kin. Any call on more than a few bytes lets other threads run."""

    def compress(self, data: bytes, /, level: int) -> bytes:
        """Deflate some bytes."""
        ...

    def decompress(self, data: bytes, /, wbits: int = ..., bufsize: int = ...) -> bytes:
        """The data as it was before it was deflated."""
        ...

    def crc32(self, data: bytes, before: int = 0, /) -> int:
        """The checksum of some bytes; ``before`` is the checksum of the bytes ahead of them."""
        ...


NAME: str
LIBRARY: Library
LEVEL: int
"""How hard it works. With ISA-L, 1 takes just as long, and 3 takes three times as long for more bytes. With zlib, 6
takes twice as long for a seventh fewer bytes, and 1 saves a tenth of the time for a seventh more.
"""

try:
    from isal import isal_zlib
except ImportError:  # there is no wheel for this machine
    NAME, LIBRARY, LEVEL = "zlib", zlib, 3
else:
    NAME, LIBRARY, LEVEL = "isal", isal_zlib, 2


def small(data: bytes) -> bytes:
    """Deflate some bytes; the library's ``decompress`` restores them."""
    return LIBRARY.compress(data, LEVEL)


def large(data: bytes, size: int) -> bytes:
    """Inflate some bytes that will be so many."""
    return LIBRARY.decompress(data, bufsize=size + 64)
