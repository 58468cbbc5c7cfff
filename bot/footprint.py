"""How the C library gives out memory: for a bot that draws in threads, and is to stay small for months.

Why: decision 0048.
"""

import contextlib
import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Their numbers in malloc.h."""

LARGE = 1 << 20
"""From so many bytes on, a piece of memory goes back to the system as soon as it is not needed.

Our pictures are just smaller (1.04 million pixels): outside of the heap, each would cost a tenth more CPU.
"""

SPARE = 4 * LARGE
"""So many free bytes may lie at the end of the heap: room for a picture, and what it is encoded to.

With the 128 KB that glibc leaves there once LARGE is set, each table would be given back and asked for again, which
takes a fifth of its CPU.
"""


def keep_small() -> None:
    """Let all threads share one heap, and large pieces lie outside of it; before any thread is started.

    Each thread that draws would else have a heap of its own, full of holes: a third more memory in all. This is
    glibc's; other C libraries do not do that, and know nothing of it.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        allow = ctypes.CDLL(None).mallopt
        allow(_ARENA_MAX, 1)
        allow(_MMAP_THRESHOLD, LARGE)
        allow(_TRIM_THRESHOLD, SPARE)


def trim_memory() -> None:
    """Give the holes in that heap back to the system: some 20 MB, in some 10 ms of another thread.

    Between two sweeps, holes come of whatever is drawn, sent and forgotten.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
