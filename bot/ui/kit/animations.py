"""Animations wait for their turn: a few people's at a time, one for each of them, none for ever."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.ui.kit.pictures import Drawing, Pictures, Stopped

PLACES = 4
"""How many people can wait for an animation at a time. One takes half a second, or some seconds on a small host."""

WAITING_SECONDS = 60.0
"""How long somebody waits for an animation until it is drawn and shown."""


class Busy(Exception):
    """So many animations are being drawn that one more would have to wait too long, or one for the same user."""


class Animations:
    """Draws animations for people who wait for them."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._waiting: dict[int, asyncio.Timeout] = {}
        self._has_stopped = False

    @asynccontextmanager
    async def queued(self, user: int) -> AsyncIterator[None]:
        """Let a user wait for their turn to `draw` an animation and show it.

        Raises Busy if too many wait, TimeoutError when it takes too long, and Stopped after `stop`.
        """
        if self._has_stopped:
            raise Stopped
        if user in self._waiting or len(self._waiting) >= PLACES:
            raise Busy
        try:
            async with asyncio.timeout(WAITING_SECONDS) as self._waiting[user]:
                yield
        except TimeoutError:
            if self._has_stopped:
                raise Stopped from None
            raise
        finally:
            del self._waiting[user]

    async def draw(self, drawing: Drawing, theme: str | None) -> bytes:
        """An animation. It is drawn no further when nobody waits for it any more."""
        stopped = threading.Event()
        try:
            return await self._pictures.animate(drawing, theme, stopped)
        finally:
            stopped.set()

    def stop(self) -> None:
        """Let nobody wait any longer: the bot stops."""
        self._has_stopped = True
        for limit in self._waiting.values():
            if not limit.expired():
                limit.reschedule(0)
