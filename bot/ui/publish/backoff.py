"""Growing pauses for what Discord keeps refusing."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from bot.ui.kit.pauses import pause_after
from bot.ui.kit.tasks import Tasks

QUICK = (2.0, 8.0, 30.0)
"""Seconds after which a match that was refused is tried again by itself; then it is left to the sweep."""

LONGEST_PAUSE = 6 * 60 * 60
"""The longest time between two tries, in seconds."""


class Backoff:
    """How long to leave something alone after Discord refused it: ``first`` seconds, then twice as long each time, up
    to ``longest``.

    Before that come the pauses in ``quick``, one after each of the first refusals.
    """

    def __init__(
        self, first: float, now: Callable[[], float], quick: tuple[float, ...] = (), longest: float = LONGEST_PAUSE
    ) -> None:
        self._first = first
        self._longest = longest
        self._now = now
        self._quick = quick
        self._refused: dict[Hashable, tuple[int, float]] = {}

    def is_waiting(self, what: Hashable) -> bool:
        """Whether to leave something alone for now."""
        _, until = self._refused.get(what, (0, 0.0))
        return until > self._now()

    def worked(self, what: Hashable) -> None:
        """Note that a try has worked."""
        self._refused.pop(what, None)

    def failed(self, what: Hashable, *, for_ever: bool = False) -> float:
        """Note that a try has failed. Returns the pause in seconds; ``for_ever`` lasts until the next start.

        The pause of a try during a pause is what is left of that: else several tries at once would make it hours.
        """
        times, until = self._refused.get(what, (0, 0.0))
        if self.is_waiting(what) and not for_ever:
            return until - self._now()
        pause = math.inf if for_ever else self._pause_after(times)
        self._refused[what] = (times + 1, self._now() + pause)
        return pause

    def retry(self, what: Hashable, tasks: Tasks, again: Callable[[], object]) -> None:
        """Note that a try has failed. After the ``quick`` pauses, try again; after longer ones, the sweep does."""
        pause = self.failed(what)
        if self._quick and pause <= self._quick[-1]:
            tasks.later(pause, again)

    def _pause_after(self, times: int) -> float:
        if times < len(self._quick):
            return self._quick[times]
        return pause_after(times - len(self._quick) + 1, self._first, self._longest)
