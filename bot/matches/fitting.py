"""Finds out how all stand on a ladder, beside the event loop: few games go to a thread, many to another process."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.matches.standings import Ratings, rate, read, spell
from bot.store.ladder_rows import EndedRow

FEW = 2_000
"""So many games are left to a thread, which takes some 30 ms: a process takes longer to start."""

PROGRAM = (sys.executable, "-m", "bot.matches.standings")

HERE = Path(__file__).parents[2]
"""The folder of our packages, where the program is found wherever the bot was started."""

NICE = 10
"""How far the process stands back, as Unix counts it."""


async def rate_async(games: AsyncIterator[Sequence[EndedRow]]) -> Ratings:
    """Tell how all stand by the games of a server, which come some at a time, and are not kept if they are many.

    Raises OSError if the other process fails.
    """
    first: list[EndedRow] = []
    async for some in games:
        first += some
        if len(first) > FEW:
            return await _elsewhere(first, games)
    return await asyncio.to_thread(rate, first)


async def _elsewhere(first: Sequence[EndedRow], games: AsyncIterator[Sequence[EndedRow]]) -> Ratings:
    process = await asyncio.create_subprocess_exec(*PROGRAM, stdin=PIPE, stdout=PIPE, cwd=HERE, start_new_session=True)
    into, out = process.stdin, process.stdout
    assert into is not None
    assert out is not None
    try:
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        into.write(spell(first).encode())
        async for some in games:
            into.write(spell(some).encode())
            await into.drain()
        into.close()
        lines = [line.decode() async for line in out]
        if status := await process.wait():
            raise OSError(f"the fit of a ladder ended with status {status}")
        return read(lines)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
