"""A fence for a process that was frozen: stopped, swapped out, or on a machine that slept or was moved.

Meanwhile another one may have taken its place, and it is the last to know. So before it does anything that others see,
it looks first. As long as it looks regularly, that costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable

import aiohttp

LOG = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that a look is waited for at a time."""


class Replaced(aiohttp.ClientError):
    """A request that is not made, because another process has taken the place of this one."""


class Fence:
    """Takes it for granted that what a ``look`` has found still holds ``seconds`` later, counted by ``steady``.

    Before the first look everything passes.
    """

    def __init__(self, look: Callable[[], Awaitable[None]], seconds: float, steady: Callable[[], float]) -> None:
        self._look = look
        self._seconds = seconds
        self._steady = steady
        self._known_at = math.inf
        self._begun_at = 0.0
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Look, or wait for a look that is under way, but not for long. Raises what that raises.

        A look in vain counts too: if the database is away, nobody can take our place, and people are told that it is
        away. But who was frozen has to wait until it answers, or breaks off.
        """
        began = self._steady()
        was_sure = began - self._known_at < self._seconds
        if self._looking is None or self._looking.done():
            self._begun_at = began
            self._looking = asyncio.create_task(self._look_once())
            self._looking.add_done_callback(_fetched)
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self._looking)
        except Exception:
            now, has_failed = self._steady(), self._looking.done()
            is_news = was_sure or (has_failed and now - self._begun_at < self._seconds)
            if is_news and now - began < self._seconds:
                self._known_at = began
            if has_failed:
                raise

    async def _look_once(self) -> None:
        await self._look()
        self._known_at = self._begun_at

    async def pass_(self) -> None:
        """Wait until it is known how things stand. Nothing is asked as long as that is so."""
        while self._steady() - self._known_at >= self._seconds:
            if self._steady() - self._begun_at >= self._seconds:
                LOG.info("this process was not there for a while: it looks whether its place is still its own")
            with contextlib.suppress(Exception):  # whoever looks regularly tells of it
                await self.look()

    def close(self) -> None:
        """Look no more, and let everything pass."""
        self._known_at = math.inf
        if self._looking:
            self._looking.cancel()


def _fetched(looking: asyncio.Task[None]) -> None:
    """Fetch what a look has raised, which asyncio would log if nobody waited for it any more."""
    if not looking.cancelled():
        looking.exception()
