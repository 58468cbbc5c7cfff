"""Whoever leaves something open is told so, and nobody else."""

from __future__ import annotations

import asyncio
import socket
import sys
from dataclasses import dataclass
from typing import Any

from tests.leaks import left_open


@dataclass
class Knot:
    """Something that nobody but itself refers to: it goes when garbage is collected."""

    holds: Any
    itself: Knot | None = None

    def __post_init__(self) -> None:
        self.itself = self


async def test_a_process_that_was_not_let_go_is_noticed_while_it_still_runs() -> None:
    command = (sys.executable, "-c", "input()")
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    assert left_open() == [f"the process {process.pid} was not let go"]
    await process.communicate(b"\n")
    assert left_open() == []


def test_a_socket_in_the_garbage_is_noticed() -> None:
    Knot(socket.socket())
    (told,) = left_open()
    assert "unclosed <socket" in told
    assert left_open() == []
