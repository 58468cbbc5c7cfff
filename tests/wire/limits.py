"""What Discord counts, and how fast a line is: limits that no single request shows."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from tests.wire.faults import Fault

INVALID = (401, 403, 429)
"""Answers that Discord counts: 10,000 in ten minutes get an address banned."""

_CHUNK = 16 * 1024


@dataclass
class GlobalLimit:
    """At most so many requests a second in all, answers to interactions not counted. None: no limit."""

    a_second: int | None = None
    _recent: list[float] = field(default_factory=list)

    def refusal(self, path: str) -> Fault | None:
        """The refusal of a request that comes too soon."""
        if self.a_second is None or path.startswith(("/interactions/", "/webhooks/")):
            return None
        now = time.perf_counter()
        self._recent = [then for then in self._recent if then > now - 1]
        if len(self._recent) < self.a_second:
            self._recent.append(now)
            return None
        wait = self._recent[0] + 1 - now
        return Fault(429, 0, "You are being rate limited.", wait, everywhere=True)


@dataclass
class Uplink:
    """The bot's line to Discord, which all its requests share, in bytes a second. None: no time at all."""

    speed: float | None = None
    _line: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def carry(self, size: int) -> None:
        """Let a request of so many bytes take its time; others get their turn between its parts."""
        while self.speed and size > 0:
            async with self._line:
                await asyncio.sleep(min(_CHUNK, size) / self.speed)
            size -= _CHUNK
