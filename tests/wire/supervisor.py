"""What Docker's ``restart: unless-stopped`` does: whatever ends is started again, however it has ended."""

import asyncio
import signal
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from tests.wire.process import Bot

PAUSE = 0.1
"""Seconds before something is started again."""


class Supervisor:
    """Keeps some processes running in ``async with``, and stops them at the end; ``restarts`` counts."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self._bots = bots
        self._tasks: list[asyncio.Task[None]] = []
        self.restarts = 0

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(bot.start() for bot in self._bots))
        self._tasks = [asyncio.create_task(self._keep(bot)) for bot in self._bots]
        return self

    async def _keep(self, bot: Bot) -> None:
        while True:
            await bot.ended(3600)
            await asyncio.sleep(PAUSE)
            self.restarts += 1
            await bot.start()

    def pull_the_plug(self) -> None:
        """Kill all at the same time, and start none again."""
        self._leave()
        for bot in self._bots:
            bot.send(signal.SIGKILL)

    def _leave(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType) -> None:
        self._leave()
        await asyncio.wait(self._tasks)
        for bot in self._bots:
            if bot.running:
                await bot.stop()
