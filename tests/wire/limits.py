"""What Discord counts, and how fast a line is: limits that no single request shows."""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.wire.faults import Fault

INVALID = (401, 403, 429)
"""Answers that Discord counts: 10,000 in ten minutes get an address banned."""

IDENTIFY_SECONDS = 5.0
"""How long Discord waits after the start of one shard until it takes the next one of the same bucket."""

_CHUNK = 16 * 1024

_LOOK = 0.02


def is_counted(path: str) -> bool:
    """Whether a request counts towards the limit: answers to interactions do not."""
    return not path.startswith(("/interactions/", "/webhooks/"))


class Stalls:
    """For how long this process stood still lately: whatever came in that time is only seen at its end."""

    def __init__(self) -> None:
        self._due = math.inf
        self._seen: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            self._due = time.perf_counter() + _LOOK
            await asyncio.sleep(_LOOK)
            now = time.perf_counter()
            self._seen = [(at, stall) for at, stall in self._seen if at > now - 1] + [(now, now - self._due)]

    def longest(self) -> float:
        """The longest one that is under way, or has ended within the last second, in seconds."""
        now = time.perf_counter()
        return max([now - self._due, 0.0, *(stall for at, stall in self._seen if at > now - 1)])


@dataclass
class GlobalLimit:
    """At most so many requests a second in all, answers to interactions not counted. None: no limit.

    ``taken`` counts those that were not refused. They may all have come sooner than they were seen, by as much as
    ``late`` says; only what came too soon in any case is refused.
    """

    a_second: int | None = None
    taken: int = 0
    late: Callable[[], float] = lambda: 0.0
    _recent: list[float] = field(default_factory=list)

    def refusal(self, path: str) -> Fault | None:
        """The refusal of a request that comes too soon."""
        if self.a_second is None or not is_counted(path):
            return None
        now = time.perf_counter()
        begin = now - 1 + self.late()
        self._recent = [then for then in self._recent if then > begin]
        if len(self._recent) < self.a_second:
            self._recent.append(now)
            self.taken += 1
            return None
        wait = self._recent[0] - begin
        return Fault(429, 0, "You are being rate limited.", wait, everywhere=True)


@dataclass
class Starts:
    """Who may begin a session now: at most ``total`` times, and if ``is_strict``, one shard of each of
    ``concurrency`` buckets within `IDENTIFY_SECONDS`. ``refused`` counts those who came too soon.
    """

    total: int = 1000
    concurrency: int = 1
    is_strict: bool = False
    used: int = 0
    refused: int = 0
    _last: dict[int, float] = field(default_factory=dict)

    def described(self) -> dict[str, int]:
        """What Get Gateway Bot says of it."""
        left = max(self.total - self.used, 0)
        return {"total": self.total, "remaining": left, "reset_after": 0, "max_concurrency": self.concurrency}

    @property
    def are_used_up(self) -> bool:
        """Whether there have been too many today: then Discord takes the token back."""
        return self.used >= self.total

    def admits(self, shard: int) -> bool:
        """Whether a shard may begin a session now; each try counts."""
        self.used += 1
        bucket, now = shard % self.concurrency, time.perf_counter()
        if self.is_strict and now < self._last.get(bucket, -math.inf) + IDENTIFY_SECONDS:
            self.refused += 1
            return False
        self._last[bucket] = now
        return True


@dataclass
class Uplink:
    """The bot's line to Discord, which all its requests share, in bytes a second. None: no time at all. ``left`` are
    the bytes that are on their way.
    """

    speed: float | None = None
    left: int = 0
    _line: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def carry(self, size: int, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Let a request of so many bytes take its time, as long as it ``is_wanted``; others get their turn between its
        parts.
        """
        self.left += size
        while self.speed and size and is_wanted():
            part = min(_CHUNK, size)
            async with self._line:
                await asyncio.sleep(part / self.speed)
            size -= part
            self.left -= part
        self.left -= size
