"""Pictures, drawn and encoded in worker threads, and kept while they are likely to be wanted again.

Animations wait for their turn: a few people's at a time, one for each of them, none for ever.
"""

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import render
from render import DAYLIGHT, THEMES, Theme

F = TypeVar("F")

WORKERS = 2
"""Threads. More would only get in each other's way (``make bench``)."""

KEPT = 64
"""How many encoded pictures are kept, of some 50 to 100 KB each."""

KEPT_ANIMATIONS = 4 << 20
"""How many bytes of animations are kept, of some 1.1 MB each."""

NICE = 10
"""Niceness of the drawing threads: next to a busy process on the same core they get a tenth of it."""

NICER = 15
"""Niceness of the thread that draws animations."""


PLACES = 4
"""How many people can wait for an animation at a time. One takes half a second, or some seconds on a small host."""

WAITING_SECONDS = 60.0
"""How long somebody waits for an animation until it is drawn and shown."""


class Busy(Exception):
    """So many animations are being drawn that one more would have to wait too long, or one for the same user."""


class Stopped(Exception):
    """Nobody waits any more for what was being drawn."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw: a function of `render` and its arguments, as PNG, or as GIF if it ``is_animated``.

    A value: the same drawing is made only once.
    """

    draw: Callable[..., Any]
    arguments: tuple[Hashable, ...]
    options: tuple[tuple[str, Hashable], ...] = ()
    is_animated: bool = False

    def encoded(self, theme: Theme, stopped: threading.Event | None = None) -> bytes:
        """Draw it in a theme. Raises Stopped in the middle of an animation if told so."""
        drawn = self.draw(*self.arguments, **dict(self.options), theme=theme)
        return render.gif(_until(stopped, drawn)) if self.is_animated else render.png(drawn)


def drawing(draw: Callable[..., Any], *arguments: Hashable, **options: Hashable) -> Drawing:
    """A drawing of one picture."""
    return Drawing(draw, arguments, tuple(options.items()))


def animation(draw: Callable[..., Any], *arguments: Hashable, **options: Hashable) -> Drawing:
    """A drawing of several pictures in sequence."""
    return Drawing(draw, arguments, tuple(options.items()), is_animated=True)


class Pictures:
    """Draws drawings. Animations have a thread of their own, so that they never hold up pictures."""

    def __init__(self) -> None:
        self._workers = workers()
        self._animator = workers(1, NICER)
        self._kept: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()
        self._animations: OrderedDict[Hashable, bytes] = OrderedDict()

    async def draw(self, drawing: Drawing, theme: str | None = None) -> bytes:
        """A picture as PNG, in the theme of that name; daylight for None and for unknown names."""
        colours = THEMES.get(theme or "", DAYLIGHT)
        key = (drawing, colours)
        pending = self._kept.get(key)
        if pending is None or pending.cancelled() or (pending.done() and pending.exception()):
            pending = asyncio.get_running_loop().run_in_executor(self._workers, drawing.encoded, colours)
            self._kept[key] = pending
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(pending)  # a cancelled click must not cancel a picture that others wait for

    async def animate(self, drawing: Drawing, theme: str | None, stopped: threading.Event) -> bytes:
        """An animation, after those that were asked for before. Raises Stopped once ``stopped`` is set."""
        colours = THEMES.get(theme or "", DAYLIGHT)
        key = (drawing, colours)
        animation = self._animations.pop(key, None)
        if animation is None:
            loop = asyncio.get_running_loop()
            animation = await loop.run_in_executor(self._animator, drawing.encoded, colours, stopped)
        self._animations[key] = animation
        while sum(map(len, self._animations.values())) > KEPT_ANIMATIONS:
            self._animations.popitem(last=False)
        return animation

    async def draw_once(self, drawing: Drawing) -> bytes:
        """A picture in daylight that is not kept, after all animations that were asked for before."""
        return await asyncio.get_running_loop().run_in_executor(self._animator, drawing.encoded, DAYLIGHT)

    async def warm_up(self, first: Drawing) -> None:
        """Get the colours of all themes ready (they may have to be chosen again), and draw a first picture."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._workers, render.palette, theme) for theme in THEMES.values()))
        await self.draw(first)

    def close(self) -> None:
        """Stop the workers once they have finished what they are drawing."""
        self._workers.shutdown(cancel_futures=True)
        self._animator.shutdown(cancel_futures=True)


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


def workers(count: int = WORKERS, nice: int = NICE) -> ThreadPoolExecutor:
    """Threads that draw."""
    return ThreadPoolExecutor(count, thread_name_prefix="render", initializer=_stand_back, initargs=(nice,))


def _stand_back(nice: int) -> None:
    """Give way to the event loop; on Linux only, where niceness is per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def _until(stopped: threading.Event | None, frames: Iterable[F]) -> Iterator[F]:
    for frame in frames:
        if stopped and stopped.is_set():
            raise Stopped
        yield frame
