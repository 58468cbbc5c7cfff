"""Background work in its own tasks, which the bot waits for before it stops."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from bot.ui.kit.failure import report

LOG = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]


class _Answer:
    """An answer that is being given, and what is to begin once it is."""

    def __init__(self) -> None:
        self.then: list[Callable[[], object]] | None = []


_ANSWER: ContextVar[_Answer | None] = ContextVar("answer", default=None)
"""The answer for which the current context works. Units of work and background tasks inherit it."""


class Tasks:
    """The answers that are being given, and the work that goes on in the background."""

    def __init__(self) -> None:
        self._answering: set[asyncio.Task[Any]] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._wanted: dict[Hashable, Work] = {}
        self._keyed: dict[Hashable, asyncio.Task[None]] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._given_up = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note that the current task answers somebody, and that the answer is given when the context is left."""
        task, answer = asyncio.current_task(), _Answer()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        before = _ANSWER.set(answer)
        try:
            yield
        finally:
            _ANSWER.reset(before)
            waiting, answer.then = answer.then or [], None
            for begin in waiting:
                begin()

    def once_answered(self, begin: Callable[[], object]) -> None:
        """Begin something when the answer is given for which the current context works, or else at once."""
        answer = _ANSWER.get()
        if answer is None or answer.then is None:
            begin()
        else:
            answer.then.append(begin)

    def soon(self, work: Work) -> None:
        """Do some work in the background."""
        if self._given_up:
            return
        task = asyncio.create_task(_logged(work))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def coalesce(self, key: Hashable, work: Work) -> None:
        """Do some work in the background, one at a time for each key; if asked again meanwhile, once more after it."""
        if self._given_up:
            return
        self._wanted[key] = work
        if key not in self._keyed:
            task = self._keyed[key] = asyncio.create_task(self._run(key))
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    def drop(self, key: Hashable) -> None:
        """Forget that some work was asked for that has not begun, because it is done in another way."""
        self._wanted.pop(key, None)

    def later(self, seconds: float, begin: Callable[[], object]) -> None:
        """Begin some work after so many seconds, unless the bot has stopped by then: nobody waits for it."""

        def run() -> None:
            self._timers.discard(timer)
            begin()

        timer = asyncio.get_running_loop().call_later(seconds, run)
        self._timers.add(timer)

    def close(self) -> None:
        """Begin nothing more."""
        self._given_up = True
        self._wanted.clear()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    async def _run(self, key: Hashable) -> None:
        try:
            while work := self._wanted.pop(key, None):
                await _logged(work)
        finally:
            del self._keyed[key]

    async def all_answered(self) -> None:
        """Wait until nobody is being answered."""
        while self._answering:
            await asyncio.wait(self._answering)

    async def idle(self) -> None:
        """Wait until nothing is going on in the background."""
        while self._background:
            await asyncio.wait(self._background)

    async def give_up(self) -> None:
        """Stop the background work where it is, and begin no more."""
        self.close()
        for task in self._background:
            task.cancel()
        if self._background:
            await asyncio.wait(self._background)


async def _logged(work: Work) -> None:
    try:
        await work()
    except Exception as error:
        report(LOG, error, "a message could not be written")
