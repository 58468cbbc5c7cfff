"""Pictures, drawn and encoded in worker threads, and kept while they are likely to be wanted again."""

from __future__ import annotations

import asyncio
import copy
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from PIL import Image

import render
from game import PATCHES, Placement, Position, Record, Setup
from render import DAYLIGHT, THEMES, Theme

WORKERS = 2
"""Threads. More would only get into each other's way (``make bench``)."""

KEPT = 64
"""How many encoded pictures are kept, of some 50 to 100 KB each."""


NICE = 10
"""How far the threads stand back: a busy neighbour on the same processor leaves them a tenth of it, not nothing."""


def workers(count: int = WORKERS) -> ThreadPoolExecutor:
    """Threads that draw."""
    return ThreadPoolExecutor(count, thread_name_prefix="render", initializer=_stand_back)


def _stand_back() -> None:
    """Let the event loop go before this thread: on Linux, where each thread has a niceness of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class Pictures:
    """Draws what `render` can draw, as PNG, in one theme. Asking twice for the same picture draws it once."""

    def __init__(self) -> None:
        self._theme = DAYLIGHT
        self._workers = workers()
        self._kept: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()

    def in_theme(self, name: str | None) -> Pictures:
        """The same workers and pictures in another theme; daylight for None and for names that are not known."""
        other = copy.copy(self)
        other._theme = THEMES.get(name or "", DAYLIGHT)
        return other

    async def table(
        self,
        position: Position,
        last: Placement | None = None,
        last_seat: int = 0,
        *,
        card: int = 0,
        next_budget: int | None = None,
    ) -> bytes:
        """The whole table, the placement sewn last outlined; in a solo game with the Automa's last and next card."""
        return await self._draw(
            render.draw_table, position, last=last, last_seat=last_seat, card=card, next_budget=next_budget
        )

    async def quilt(
        self,
        position: Position,
        seat: int,
        *,
        ghost: Placement | None = None,
        candidates: tuple[Placement, ...] = (),
        last: Placement | None = None,
        square: int | None = None,
    ) -> bytes:
        """One quilt, with a ghost and numbered candidates."""
        quilt = position.player(seat).quilt
        return await self._draw(
            render.draw_quilt, quilt, seat=seat, ghost=ghost, candidates=candidates, last=last, square=square
        )

    async def ring(self, position: Position) -> bytes:
        """All patches of the ring."""
        return await self._draw(render.draw_ring, position)

    async def poster(self, position: Position, winner: int = 0) -> bytes:
        """The quilts of a game that has ended: with their points, or with the ``winner`` if it was not played out."""
        return await self._draw(render.draw_poster, position, ended=True, winner=winner)

    async def replay(self, record: Record) -> bytes:
        """The whole game as GIF."""
        return await self._run(_gif_of, record)

    async def warm_up(self) -> None:
        """Choose the colours of all themes, which takes longer than a click could wait, and draw a first table."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._workers, render.palette, theme) for theme in THEMES.values()))
        await self.table(Setup("classic", tuple(range(len(PATCHES))), 1).start)

    def close(self) -> None:
        """Stop the workers once they have finished what they are drawing."""
        self._workers.shutdown(cancel_futures=True)

    async def _draw(self, draw: Callable[..., Image.Image], *args: Hashable, **options: Hashable) -> bytes:
        return await self._run(_png_of, draw, *args, **options)

    async def _run(self, work: Callable[..., bytes], *args: Hashable, **options: Hashable) -> bytes:
        key = (work, self._theme, args, tuple(options.items()))
        drawing = self._kept.get(key)
        if drawing is None or drawing.cancelled() or (drawing.done() and drawing.exception()):
            call = partial(work, *args, theme=self._theme, **options)
            drawing = asyncio.get_running_loop().run_in_executor(self._workers, call)
            self._kept[key] = drawing
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(drawing)  # a click that is cut off must not cancel another's picture


def _png_of(draw: Callable[..., Image.Image], *args: object, **options: object) -> bytes:
    return render.png(draw(*args, **options))


def _gif_of(record: Record, *, theme: Theme) -> bytes:
    return render.gif(render.draw_replay(record, theme=theme))
