"""Deflating and inflating: with ISA-L where it is installed, in an eighth of zlib's time; with zlib elsewhere."""

import zlib
from types import ModuleType

NAME: str
LIBRARY: ModuleType
"""`zlib` or its like: any call on more than a few bytes lets other threads run."""

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
    deflated: bytes = LIBRARY.compress(data, LEVEL)
    return deflated


def large(data: bytes, size: int) -> bytes:
    """Inflate some bytes that will be so many."""
    inflated: bytes = LIBRARY.decompress(data, bufsize=size + 64)
    return inflated
