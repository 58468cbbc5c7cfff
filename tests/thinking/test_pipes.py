"""Whoever loses a process closes the pipes to it, and leaves none running."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.thinking.worker import Failed, Question, Worker
from tests.wire.world import LONG_ENOUGH

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

HOLDER = """
import subprocess, sys, time
_, number = sys.stdin.readline().split()
print(number, subprocess.Popen(["sleep", "600"]).pid, flush=True)
{then}
"""
"""A program whose child has inherited its pipes, and holds them open when it is gone itself."""


def pipes() -> int:
    """How many ends of pipes this process holds, and of what asyncio takes for one."""
    held = [each.readlink() for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return sum(str(each).startswith(("pipe:", "socket:")) for each in held)


class Held:
    """A worker that runs such a program, and the child of that."""

    def __init__(self, then: str) -> None:
        self.worker = Worker((sys.executable, "-c", HOLDER.format(then=then)))
        self.pids: list[int] = []

    async def begin(self) -> None:
        assert await self.worker.answer(Question(list, self._hear, LONG_ENOUGH))

    def _hear(self, line: str) -> bool:
        self.pids.append(int(line))
        return True


@pytest.fixture
async def before() -> AsyncIterator[int]:
    """How many pipes there were before the test; so many are left after it."""
    await (await asyncio.create_subprocess_exec("true")).wait()  # the loop's own are made by its first process
    count = pipes()
    yield count
    assert pipes() == count


async def gone(held: Held, before: int) -> None:
    """See that no pipe is held any more, although somebody else does; and end that somebody."""
    try:
        await asyncio.sleep(0)  # asyncio closes what it was told to in its next round
        assert pipes() == before
    finally:
        for pid in held.pids:
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("then", ["time.sleep(60)", "sys.exit('I have had enough')"], ids=["hangs", "dies"])
async def test_a_process_that_is_given_up_leaves_no_pipes(then: str, before: int) -> None:
    held = Held(then)
    await held.begin()
    with pytest.raises(Failed):
        await held.worker.answer(Question(list, lambda _: True, 0.5))
    await gone(held, before)


@pytest.mark.parametrize("then", ["time.sleep(60)", "sys.stdin.readline()"], ids=["hangs", "obeys"])
async def test_nor_does_one_that_is_told_to_end(then: str, before: int) -> None:
    held = Held(then)
    await held.begin()
    await held.worker.close()
    await gone(held, before)


async def test_nor_does_one_that_nobody_waits_for_to_end(before: int) -> None:
    held = Held("time.sleep(60)")
    await held.begin()
    assert len(children()) == 1
    closing = asyncio.create_task(held.worker.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await gone(held, before)
    assert children() == set()


def children() -> set[int]:
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {int(pid) for pid in found if b"sleep" in Path(f"/proc/{pid}/cmdline").read_bytes()}
