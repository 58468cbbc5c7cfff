"""Tunes the C library's allocator for a bot that draws in threads, and is to stay small for months.

Why: decision 0048.
"""

import contextlib
import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Their numbers in malloc.h."""

LARGE = 1 << 20
"""Pieces of memory of at least so many bytes go back to the system as soon as they are free.

Our pictures are just smaller (1.04 million pixels): outside of the heap, each would cost a tenth more CPU.
"""

SPARE = 4 * LARGE
"""So many free bytes may stay at the end of the heap: room for a picture and its encoding.

With the 128 KB that glibc keeps there once LARGE is set, the memory of each picture of a table would be returned and
requested again, which takes a fifth of its CPU.
"""


def keep_small() -> None:
    """Make all threads share one heap, with large pieces outside of it. Call this before any thread is started.

    Otherwise each drawing thread has a heap of its own, full of holes: a third more memory in all. Only glibc does
    that, and has these settings.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        allow = ctypes.CDLL(None).mallopt
        allow(_ARENA_MAX, 1)
        allow(_MMAP_THRESHOLD, LARGE)
        allow(_TRIM_THRESHOLD, SPARE)


def trim_memory() -> None:
    """Return the holes in that heap to the system: about 20 MB after each sweep, in about 10 ms of another thread."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
