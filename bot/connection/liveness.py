"""Whether processes live: another one, by its signs of life, and this one, which may have been frozen.

A process that was stopped, swapped out, or whose machine slept or was moved, is the last to know that another one has
taken its place. So a *fence* makes it look before it does anything visible. That costs nothing as long as it looks
regularly. Why: decision 0042 and decision 0049.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable

import aiohttp

LOG = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds to wait for a look at a time."""

MOST_BETWEEN = 1.0
"""Of the seconds between two looks, at most so many count: we know nothing about those in which we could not look."""


class Replaced(aiohttp.ClientError):
    """Raised in place of a request, because another process has taken the place of this one."""


class Fence:
    """Relies on what a ``look`` has found for ``seconds``, by the ``steady`` clock. Before the first look everything
    passes.
    """

    def __init__(self, look: Callable[[], Awaitable[None]], seconds: float, steady: Callable[[], float]) -> None:
        self._look = look
        self._seconds = seconds
        self._steady = steady
        self._known_at = math.inf
        self._begun_at = 0.0
        self._looking: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Look, or join a look that is under way, and wait for it briefly. Raises what the look raises.

        A failed look counts too: while the database is away, nobody can take our place, and people are told that it is
        away. But a process that was frozen must wait for the reply or for an error.
        """
        began = self._steady()
        was_sure = began - self._known_at < self._seconds
        if self._looking is None or self._looking.done():
            self._begun_at = began
            self._looking = asyncio.create_task(self._check_once())
            self._looking.add_done_callback(_error_of)
        looking, begun_at = self._looking, self._begun_at
        await asyncio.wait([looking], timeout=PATIENCE)
        error = _error_of(looking)
        if looking.done() and not error:
            return
        now = self._steady()
        is_news = was_sure or (error is not None and now - begun_at < self._seconds)
        if is_news and now - began < self._seconds:
            self._known_at = began
        if error:
            raise error

    async def _check_once(self) -> None:
        await self._look()
        self._known_at = self._begun_at

    async def wait_until_confirmed(self) -> None:
        """Wait until a look has confirmed our place. Returns at once while the last one still counts."""
        while self._steady() - self._known_at >= self._seconds:
            if self._steady() - self._begun_at >= self._seconds:
                LOG.info("this process was not there for a while: it looks whether its place is still its own")
            with contextlib.suppress(Exception):  # the polling loop logs it
                await self.check()

    def close(self) -> None:
        """Stop looking, and let everything pass."""
        self._known_at = math.inf
        if self._looking:
            self._looking.cancel()


def _error_of(looking: asyncio.Task[None]) -> BaseException | None:
    """Fetch what a look has raised, as soon as it ends: asyncio logs errors that nobody fetches."""
    return looking.exception() if looking.done() and not looking.cancelled() else None


class LivenessTimer:
    """Measures how long another process has given no sign of life, by a ``steady`` clock."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._sign: object = None
        self._looked_at = self._seconds = 0.0

    def silence(self, sign: object) -> float:
        """The seconds for which its sign has not changed; 0.0 if it has since the last look."""
        now = self._steady()
        self._seconds = self._seconds + min(now - self._looked_at, MOST_BETWEEN) if sign == self._sign else 0.0
        self._sign, self._looked_at = sign, now
        return self._seconds
