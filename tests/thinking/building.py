"""Programs in the place of the engine."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.thinking.queue import Thinking
from bot.thinking.worker import Question
from tests.wire.usage import children_of
from tests.wire.world import LONG_ENOUGH

EVER = 600.0
"""More seconds than any test may take."""


def standin(*arguments: str) -> tuple[str, ...]:
    """The stand-in with some arguments: see `tests.thinking.standin`."""
    return (sys.executable, "-m", "tests.thinking.standin", *arguments)


@asynccontextmanager
async def thinking(*arguments: str, workers: int = 1) -> AsyncIterator[Thinking]:
    """So many processes of the stand-in."""
    one = Thinking(workers, standin(*arguments))
    try:
        async with asyncio.timeout(LONG_ENOUGH):  # the test waits for nothing longer than that
            yield one
    finally:
        await one.close()


async def until(holds: Callable[[], object], pause: float = 0.0) -> None:
    """Wait until something holds; it is looked at in each round of the loop, or after a pause in seconds."""
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(pause)


async def started(processes: int = 1) -> None:
    await until(lambda: len(pids()) >= processes, 0.01)


def pids(of: str = "standin") -> set[int]:
    """The processes that think for this one, or others that it has started, by a word of their commands."""
    return {pid for pid in children_of(os.getpid()) if of.encode() in _command_of(pid)}


def _command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def counting(heard: list[str], to: int = 5, *, again: int = 0) -> Question:
    """A long question, which goes on from where it stood when it is put once more; with ``again``, so far from there.

    So the first process cannot have come to its end before it is interrupted, and the next one does.
    """

    def hear(line: str) -> bool:
        heard.append(line)
        return line == "done"

    def ask() -> list[str]:
        return [f"count {again if again and heard else to - len(heard)}"]

    return Question(ask, hear, EVER, lambda: len(heard))
