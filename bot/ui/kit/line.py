"""The line to Discord: whether it is so slow that an answer had better be put off before its picture is sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SLOW_SECONDS = 1.2
"""How long a picture may be expected to take until its answer is put off first. Discord waits for 3 seconds, of which
the work may have taken some, and what is uploaded beside it slows it down."""

LATENCY = 0.3
"""How many seconds of any answer are Discord's own, whatever its size."""


class Line:
    """Knows how fast answers with pictures have reached Discord lately, by a ``clock`` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pace = 0.0
        """In seconds a byte."""

    def is_slow_for(self, size: int) -> bool:
        """Tell whether so many bytes would take long."""
        return size * self._pace > SLOW_SECONDS

    @contextmanager
    def carrying(self, size: int) -> Iterator[None]:
        """Note how long so many bytes take. The latest answers count most."""
        begun = self._clock()
        yield
        if size:
            self._pace = (self._pace + max(0.0, self._clock() - begun - LATENCY) / size) / 2
