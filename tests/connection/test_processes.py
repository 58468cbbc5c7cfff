"""A lifeline tells that a process has ended, on this machine and across its containers; a frozen process holds it."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.connection.handover import GONE_SECONDS, SETTLE_SECONDS
from bot.connection.processes import has_ended, in_short, is_here, own_name
from tests.connection.building import Stage, looked
from tests.wire.usage import children_of
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")

SCRIPT = """
import sys, pathlib
from bot.connection.processes import own_name
print(own_name(pathlib.Path(sys.argv[1]) if sys.argv[1] else None), flush=True)
input()
"""

CONTAINED = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
"""How a process gets numbers of its own, as in a container."""


@asynccontextmanager
async def another(folder: Path | None, *how: str) -> AsyncIterator[tuple[str, int]]:
    """A process that holds its lifeline: its name, and what to kill of it."""
    command = (*how, sys.executable, "-c", SCRIPT, str(folder or ""))
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=nowhere)
    assert process.stdout
    try:
        name = (await process.stdout.readline()).decode().strip()
        if not name:
            pytest.skip("this machine does not let us make containers")
        yield name, children_of(process.pid).pop() if how else process.pid
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


@pytest.mark.parametrize("how", [(), CONTAINED], ids=["here", "in a container"])
async def test_a_process_that_was_killed_is_not_waited_for_and_one_that_is_frozen_is(
    stage: Stage, how: tuple[str, ...]
) -> None:
    async with another(stage.database.folder, *how) as (name, number):
        assert not has_ended(name, stage.database.folder)
        await stage.start(name)
        os.kill(number, signal.SIGSTOP)
        waiting = await stage.start("waiting")
        await looked(waiting)
        assert not waiting.holds.is_set(), "it may wake"
        os.kill(number, signal.SIGKILL)
        async with asyncio.timeout(LONG_ENOUGH):
            while not waiting.holds.is_set():
                await looked(waiting)
                await asyncio.sleep(0.01)


@pytest.mark.slow
async def test_on_the_same_machine_a_standby_writes_nothing_more_and_keeps_its_place(stage: Stage) -> None:
    async with another(stage.database.folder) as (one, _), another(stage.database.folder) as (two, _):
        old, new = await stage.start(one), await stage.start(two)
        await stage.passing(SETTLE_SECONDS, old, new)
        ready = await stage.lease()
        await stage.passing(10, new, old)
        await stage.passing(2 * GONE_SECONDS, old)  # as if the other one was frozen
        assert (await stage.lease()).waited == ready.waited == 1
        assert (await stage.lease()).successor == two


def test_a_lifeline_tells_only_of_this_machine_and_this_folder(tmp_path: Path) -> None:
    name = own_name(tmp_path)
    where, number, word, lifeline = name.split(" ")
    system, booted, _ = where.split("/")
    cut = "0" * len(word)
    elsewhere = f"{system}/{booted}/pid:[1] {number}"
    assert in_short(name) == f"process {os.getpid()} on this machine"
    assert in_short(f"{elsewhere} {word}") == f"process {os.getpid()} elsewhere"
    assert is_here(name, tmp_path)
    assert not has_ended(name, tmp_path), "it is held"
    assert not has_ended(f"{elsewhere} {word} {lifeline}", tmp_path)
    assert has_ended(f"{elsewhere} {cut} {lifeline}", tmp_path)
    assert not has_ended(f"{elsewhere} {cut} {lifeline}", tmp_path.parent)
    assert not has_ended(f"{elsewhere} {cut} {lifeline}")
    assert not has_ended(f"{elsewhere} {cut}", tmp_path), "0.2.0 holds none without a file"
    assert not has_ended(f"{system}/another/pid:[1] {number} {cut} {lifeline}", tmp_path)
    own_name(tmp_path)
    assert has_ended(name, tmp_path), "this process has begun anew"


def test_a_process_elsewhere_may_run() -> None:
    assert not has_ended("another-machine 1 abc")
    assert not has_ended("old")
    assert not is_here("old")
