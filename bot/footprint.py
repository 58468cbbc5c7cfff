"""How the C library gives out memory: for a bot that draws in threads, and is to stay small for months."""

from __future__ import annotations

import contextlib
import ctypes

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Their numbers in malloc.h."""

LARGE = 1 << 20
"""From so many bytes on, a piece of memory goes back to the system as soon as it is not needed.

Our pictures are just smaller (1.04 million pixels): outside of the heap, each would cost a tenth more CPU.
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


def give_back() -> None:
    """Give the holes in that heap back to the system: some 20 MB, in some 10 ms of another thread.

    Between two sweeps, holes come of whatever is drawn, sent and forgotten.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
