"""Discord's limit on refused requests: after 10,000 in ten minutes it bans our address (decision 0044)."""

import logging
import time
from collections import deque
from collections.abc import Callable

import aiohttp

LOG = logging.getLogger(__name__)

CAREFUL, MOST = 3_000, 8_000
"""So many refused requests, and nothing more is sent to channels that refuse us; so many, and nothing but answers."""

SPAN, STEP = 600.0, 10.0
"""The seconds in which Discord counts, and in steps of how many we do."""

_REFUSED = (401, 403, 429)


class TooManyRefused(aiohttp.ClientError):
    """A request that is not made, because Discord has refused so many lately."""


class InvalidRequestCounter:
    """The requests that Discord has refused lately. ``now`` is a clock in seconds."""

    def __init__(self, careful: int = CAREFUL, most: int = MOST, now: Callable[[], float] = time.monotonic) -> None:
        self._careful, self._most = careful, most
        self._now = now
        self._steps: deque[list[float]] = deque()

    def note(self, status: int, scope: str = "") -> None:
        """Note how a request was answered; ``scope`` is whose limit a 429 speaks of. Shared ones don't count."""
        if status not in _REFUSED or scope == "shared":
            return
        if self._steps and self._now() - self._steps[-1][0] < STEP:
            self._steps[-1][1] += 1
        else:
            self._steps.append([self._now(), 1])
        if self.count in (self._careful, self._most):
            LOG.warning("%s", self.complaint)

    @property
    def count(self) -> int:
        """How many there were in the last ten minutes."""
        while self._steps and self._now() - self._steps[0][0] >= SPAN + STEP:
            self._steps.popleft()
        return int(sum(count for _, count in self._steps))

    @property
    def is_near_limit(self) -> bool:
        """Whether there were so many that nothing is to be sent to channels that are known to refuse us."""
        return self.count >= self._careful

    @property
    def is_full(self) -> bool:
        """Whether there were so many that only answers are to be sent."""
        return self.count >= self._most

    @property
    def complaint(self) -> str:
        """What is wrong and what the bot does about it, in a sentence; nothing if all is well."""
        if not self.is_near_limit:
            return ""
        does = "only answers" if self.is_full else "sends nothing to channels that refuse it"
        return f"Discord has refused {self.count} requests in ten minutes, and bans at 10000: the bot {does} for now."
