"""Fits strengths beside the event loop: a few games in a thread, many in a process of their own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.matches.bradley_terry import Fit, Played, fit, read, spell

FEW = 2_000
"""So many games are fitted in a thread, in some 15 ms: a process takes longer to start."""

AT_ONCE = 1_000
"""How many lines are written, or read, before others may go on."""

PROGRAM = (sys.executable, "-m", "bot.matches.bradley_terry")

HERE = Path(__file__).parents[2]
"""The folder of our packages, where the program is found wherever the bot was started."""

NICE = 10
"""How far the process stands back, as Unix counts it."""


async def fitted(games: Sequence[Played], fixed: Mapping[str, float]) -> Fit:
    """Fit strengths to games. Raises OSError if the other process fails."""
    if len(games) <= FEW:
        return await asyncio.to_thread(fit, games, fixed)
    process = await asyncio.create_subprocess_exec(*PROGRAM, stdin=PIPE, stdout=PIPE, cwd=HERE, start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        for first in range(0, len(games), AT_ONCE):
            some = spell(games[first : first + AT_ONCE], {} if first else fixed)
            process.stdin.write("".join(f"{line}\n" for line in some).encode())
            await process.stdin.drain()
        process.stdin.close()
        lines = [line.decode() async for line in process.stdout]
        if status := await process.wait():
            raise OSError(f"the fit of {len(games)} games ended with status {status}")
        return read(lines)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
