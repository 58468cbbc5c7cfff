"""Animations wait for their turn: a few people's at a time, one for each of them, none for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bot.ui.kit.pictures import Drawing, Pictures

PLACES = 4
"""How many people can wait for an animation at a time. One takes half a second, or some seconds on a small host."""

DRAWING_SECONDS = 60.0
"""How long somebody waits for an animation."""


class Busy(Exception):
    """So many animations are being drawn that one more would have to wait too long, or one for the same user."""


class Animations:
    """Draws animations for people who wait for them."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._waiting: dict[int, threading.Event] = {}

    @contextmanager
    def place(self, user: int) -> Iterator[None]:
        """A place among those who wait: `draw` draws for them. Whoever leaves it waits no more. Raises Busy."""
        if user in self._waiting or len(self._waiting) >= PLACES:
            raise Busy
        stopped = self._waiting[user] = threading.Event()
        try:
            yield
        finally:
            stopped.set()
            del self._waiting[user]

    async def draw(self, user: int, drawing: Drawing, theme: str | None) -> bytes:
        """An animation as GIF, for a user who has a place. Raises TimeoutError, and Stopped after `stop`."""
        async with asyncio.timeout(DRAWING_SECONDS):
            return await self._pictures.animate(drawing, theme, self._waiting[user])

    def stop(self) -> None:
        """Draw no further: the bot stops."""
        for stopped in self._waiting.values():
            stopped.set()
