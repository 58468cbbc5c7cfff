"""Which interactions are a process's own, by nothing but their ids, in which Discord's time is written."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

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
        """Whether it holds an interaction. If that is not known yet, this waits for up to 2 s."""
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
        """Whether a cutover lies so far ahead that it cannot be meant."""
        return cutover > self.cutover_in(FAR_SECONDS)


def _id_at(seconds: float) -> int:
    """The first id that Discord can give at a moment."""
    return int((seconds - _EPOCH) * 1000) << 22
