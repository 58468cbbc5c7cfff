"""An event loop whose clock a test sets: what waits for a time comes when the test says so, on a busy machine too.

It is for what waits in the loop alone, by the fixture `loop_clock`. The worlds of `tests.ui` have a clock of their own.
"""

import asyncio
from typing import Any


class Clock:
    """The clock of an event loop; it stands still until the test lets time pass.

    It reads what the loop keeps to itself, `_scheduled` and `_ready`: asyncio tells nobody what comes next, nor when
    all wait. Only a selector of our own would hear both, and it needs a loop that is made with it: longer than this.
    """

    def __init__(self, loop: Any) -> None:
        self._loop = loop
        self._time: float = loop.time()

    def time(self) -> float:
        return self._time

    def hold_up(self, seconds: float) -> None:
        """Let so much time pass in which nothing goes on, as if the process stood still."""
        self._time += seconds

    async def advance(self, seconds: float) -> None:
        """Let so much time pass: what is due meanwhile comes in order, each at its own time."""
        end = self._time + seconds
        await self.rest()
        while self._loop._scheduled and (due := self._loop._scheduled[0].when()) <= end:
            self._time = max(self._time, due)
            await self.rest()
        self._time = max(self._time, end)

    def give_up(self) -> None:
        """Cancel all tasks: what one of them waits for does not come."""
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def rest(self) -> None:
        """Let all tasks go on until each waits for the time, or for something from outside of the loop."""
        await asyncio.sleep(0)
        while self._loop._ready:  # noqa: ASYNC110
            await asyncio.sleep(0)
