"""A loop whose clock the test sets: what waits for a time waits until the test says that it has come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

ROUNDS = 20
"""So many rounds of the loop are enough for all that waits for nothing but its turn."""


class Clockwork:
    """The clock of a loop, which shows what it was set to. Threads, processes and sockets do not need it, and go on."""

    def __init__(self, now: float) -> None:
        self.now = now

    async def advance(self, seconds: float = 0.0) -> None:
        """Let so many seconds pass at once, and then everything happen that was due by then and needs no thread."""
        self.now += seconds
        for _ in range(ROUNDS):
            await asyncio.sleep(0)


@contextmanager
def stopped_clock() -> Iterator[Clockwork]:
    """Let the clock of the running loop stand still, but when the test advances it."""
    loop = asyncio.get_running_loop()
    clock = Clockwork(loop.time())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "time", lambda: clock.now)
        yield clock
