"""Growing pauses for what Discord keeps refusing."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

LONGEST_PAUSE = 6 * 60 * 60
"""The longest time between two tries, in seconds."""


class Backoff:
    """How long to leave something alone after Discord refused it: ``first`` seconds, then twice as long each time."""

    def __init__(self, first: float, now: Callable[[], float]) -> None:
        self._first = first
        self._now = now
        self._pauses: dict[Hashable, tuple[float, float]] = {}

    def is_waiting(self, what: Hashable) -> bool:
        """Whether to leave something alone for now."""
        until, _ = self._pauses.get(what, (0.0, 0.0))
        return until > self._now()

    def note(self, what: Hashable, *, has_worked: bool, for_ever: bool = False) -> None:
        """Note whether a try has worked; ``for_ever`` leaves it alone until the next start."""
        if has_worked:
            self._pauses.pop(what, None)
            return
        _, last = self._pauses.get(what, (0.0, self._first / 2))
        pause = min(2 * last, LONGEST_PAUSE)
        self._pauses[what] = (math.inf if for_ever else self._now() + pause, pause)
