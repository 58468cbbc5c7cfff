"""Programs in the place of the engine."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.thinking.queue import Thinking
from bot.thinking.worker import Question


def standin(*arguments: str) -> tuple[str, ...]:
    """The stand-in with some arguments: see `tests.thinking.standin`."""
    return (sys.executable, "-m", "tests.thinking.standin", *arguments)


@asynccontextmanager
async def thinking(*arguments: str, workers: int = 1) -> AsyncIterator[Thinking]:
    """So many processes of the stand-in."""
    one = Thinking(workers, standin(*arguments))
    try:
        yield one
    finally:
        await one.close()


def pids() -> set[int]:
    """The processes that think for this one."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {int(pid) for pid in children if b"standin" in _command_of(pid)}


def _command_of(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def counting(heard: list[str], to: int = 5, patience: float = 5.0) -> Question:
    """A long question, which goes on from where it stood when it is put once more."""

    def hear(line: str) -> bool:
        heard.append(line)
        return line == "done"

    return Question(lambda: [f"count {to - len(heard)}"], hear, patience, lambda: len(heard))
