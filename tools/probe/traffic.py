"""The probe's requests: slow, watched, and stopped before Discord could take them amiss."""

from dataclasses import dataclass

import aiohttp

from bot.ui.kit.budget import Budget

INVALID = (401, 403, 429)
"""Answers that Discord counts: 10,000 in ten minutes get an address banned."""

MOST_INVALID = 20
"""After so many of them, the probe asks no more."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What Discord said of its limit with its last answer: how many more requests like that may follow, and for how
    many seconds that is all.
    """

    left: str
    seconds: str


class Traffic:
    """Paces and counts the requests of some clients: at most ``a_second`` of those that Discord counts.

    ``waits`` are the seconds that Discord has asked us to wait, one for each 429; ``limit`` is what it said last.
    """

    def __init__(self, a_second: float) -> None:
        self._budget = Budget(a_second)
        self._invalid = 0
        self.waits: list[float] = []
        self.limit: Limit | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """Make the hook through which a client's requests go."""
        trace = aiohttp.TraceConfig()
        self._budget.pace(trace)
        trace.on_request_end.append(self._hear)
        return trace

    @property
    def is_unwelcome(self) -> bool:
        """Whether Discord has refused so much that nothing more should be tried."""
        return self._invalid >= MOST_INVALID

    async def _hear(self, _: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        response = request.response
        self._invalid += response.status in INVALID
        if response.status == 429:
            self.waits.append(_number(response.headers.get("Retry-After")))
        left, seconds = (response.headers.get(f"X-RateLimit-{name}") for name in ("Remaining", "Reset-After"))
        self.limit = Limit(left, seconds) if left and seconds else None


def _number(text: str | None) -> float:
    try:
        return float(text or "")
    except ValueError:
        return 0.0
