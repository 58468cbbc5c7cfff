"""What a process may do while another takes its place: act at all, and answer which interactions (decision 0049).

*A fence* is for a process that was frozen: stopped, swapped out, or on a machine that slept or was moved. Meanwhile
another one may have taken its place, and it is the last to know. So before it does anything that others see, it looks
first. As long as it looks regularly, that costs nothing.

*A portion* is the interactions that are a process's own, by nothing but their ids, in which Discord's time is written.
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

    async def check(self) -> None:
        """Look, or wait for a look that is under way, but not for long. Raises what that raises.

        A look in vain counts too: if the database is away, nobody can take our place, and people are told that it is
        away. But who was frozen has to wait until it answers, or breaks off.
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

    async def pass_(self) -> None:
        """Wait until it is known how things stand. Nothing is asked as long as that is so."""
        while self._steady() - self._known_at >= self._seconds:
            if self._steady() - self._begun_at >= self._seconds:
                LOG.info("this process was not there for a while: it looks whether its place is still its own")
            with contextlib.suppress(Exception):  # whoever looks regularly tells of it
                await self.check()

    def close(self) -> None:
        """Look no more, and let everything pass."""
        self._known_at = math.inf
        if self._looking:
            self._looking.cancel()


def _error_of(looking: asyncio.Task[None]) -> BaseException | None:
    """Fetch what a look has raised. Done as it ends, or asyncio would log that when nobody waits for it any more."""
    return looking.exception() if looking.done() and not looking.cancelled() else None


KEPT_SECONDS = 2.0
"""How long an interaction is kept whose owner is not known yet. Discord waits for 3 s."""

FAR_SECONDS = 5.0
"""A cutover that lies further ahead than this was named by a clock that is wrong."""

_EPOCH = 1_420_070_400
_A_SECOND = 1000 << 22


class Portion:
    """The interactions from a cutover on, which is None as long as it is not known, and below another if there is one.

    ``newest`` is the newest that has arrived, whosever it is. ``time`` gives seconds, Discord's as far as we know.
    """

    def __init__(self, time: Callable[[], float]) -> None:
        self.begins: int | None = 0
        self.ends: int | None = None
        self.newest = 0
        self._time = time
        self._known = asyncio.Event()

    def hear(self, interaction: int) -> None:
        """Note that an interaction has arrived."""
        self.newest = max(self.newest, interaction)

    async def holds(self, interaction: int) -> bool:
        """Tell whether it holds an interaction. If that is not known yet, this waits for up to 2 s."""
        if self.begins is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._known.wait(), KEPT_SECONDS)
        if self.begins is None or interaction < self.begins:
            return False
        return self.ends is None or interaction < self.ends

    def begin_at(self, cutover: int) -> None:
        """Let it begin at a cutover."""
        self.begins = cutover
        self._known.set()

    def cutover_in(self, seconds: float) -> int:
        """An id so many seconds ahead: of Discord's time, if what has arrived shows that ours is behind."""
        return max(_id_at(self._time()), self.newest) + int(seconds * _A_SECOND) + 1

    def is_far(self, cutover: int) -> bool:
        """Tell whether a cutover lies so far ahead that it cannot be meant."""
        return cutover > self.cutover_in(FAR_SECONDS)


def _id_at(seconds: float) -> int:
    """The first id that Discord can give at a moment."""
    return int((seconds - _EPOCH) * 1000) << 22
