"""Whoever loses a process closes the pipes to it, and leaves none running."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.thinking.worker import Failed, Question, Worker
from tests.thinking.building import pids
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


@asynccontextmanager
async def held(then: str) -> AsyncIterator[Worker]:
    """A worker that runs such a program. At the end no pipe is held here any more, although the child holds some."""
    await (await asyncio.create_subprocess_exec("true")).wait()  # the loop's own pipes are made by its first process
    before, pids = pipes(), list[int]()

    def hear(line: str) -> bool:
        pids.append(int(line))
        return True

    worker = Worker((sys.executable, "-c", HOLDER.format(then=then)))
    assert await worker.answer(Question(list, hear, LONG_ENOUGH))
    try:
        yield worker
        await asyncio.sleep(0)  # asyncio closes what it was told to in its next round
        assert pipes() == before
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("then", ["time.sleep(60)", "sys.exit('I have had enough')"], ids=["hangs", "dies"])
async def test_a_process_that_is_given_up_leaves_no_pipes(then: str) -> None:
    async with held(then) as worker:
        with pytest.raises(Failed):
            await worker.answer(Question(list, lambda _: True, 0.5))


@pytest.mark.parametrize("then", ["time.sleep(60)", "sys.stdin.readline()"], ids=["hangs", "obeys"])
async def test_nor_does_one_that_is_told_to_end(then: str) -> None:
    async with held(then) as worker:
        await worker.close()


async def test_nor_does_one_that_nobody_waits_for_to_end() -> None:
    async with held("time.sleep(60)") as worker:
        assert len(pids("sleep")) == 1
        closing = asyncio.create_task(worker.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
    assert pids("sleep") == set()
