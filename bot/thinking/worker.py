"""A process that thinks, ``python -m engine``: it reads questions and writes answers, as lines of text."""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

from engine.native.build import slowly

LOG = logging.getLogger(__name__)

PROGRAM = (sys.executable, "-m", "engine")
"""The program that thinks, and its arguments."""

HERE = Path(__file__).parents[2]
"""The folder of our packages, where the program is found wherever the bot was started."""

NICE = 5
"""The process's niceness on Unix: people who click come first."""

STOPPED = "stopped"
"""The end of an answer that was interrupted."""

COMPLAINT = "error"
"""How the answer to a question begins that the process rejects; the reason follows."""

STOP_SECONDS = 3.0
"""How long the process may take to drop a question. It checks for that some ten times a second."""

GOODBYE_SECONDS = 1.0
"""How long the process may take to end when it is told to."""


class Unanswered(Exception):
    """Raised if the engine failed, rejected the question, or the bot is shutting down."""


class Failed(Exception):
    """Raised if a process died, was silent for too long, or talks nonsense; the text says which."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a process: ``ask`` gives its lines; after an interruption, those that ask for the rest.

    ``hear`` is given the answer line by line, and returns whether that was the last one. It raises ValueError or
    LookupError if the line is nonsense. ``patience`` is how many seconds may pass without a line. ``steps`` says how
    much of the answer is known, and need not be found again after an interruption.
    """

    ask: Callable[[], Sequence[str]]
    hear: Callable[[str], bool]
    patience: float
    steps: Callable[[], int] = int


class Worker:
    """One such process. The first question starts it, and so does the next one after a failure."""

    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        self._program = program
        self._process: Process | None = None
        self._number = 0
        self._stop_by: float | None = None
        self._waiting: asyncio.Timeout | None = None

    async def answer(self, question: Question) -> bool:
        """Let a question hear its answer. False if it was interrupted. Raises Failed, and Unanswered if the answer is
        a complaint about the question.
        """
        self._stop_by = None
        self._number += 1
        try:
            process = self._process or await self._start()
            if self._stop_by:
                return False
            for line in (f"id {self._number}", *question.ask()):
                self._write(process, line)
            while True:
                line = await self._line(process, question.patience)
                if line == STOPPED and self._stop_by:
                    return False
                word, _, rest = line.partition(" ")
                if word == COMPLAINT:
                    raise Unanswered(rest)
                if question.hear(line):
                    return True
        except TimeoutError:
            silent = f"it was silent for {question.patience:g} s"
            why = f"it did not stop within {STOP_SECONDS:g} s" if self._stop_by else silent
            raise await self._failed(why) from None
        except (ValueError, LookupError) as error:
            raise await self._failed(f"it talks nonsense: {error}") from error
        except OSError as error:
            raise await self._failed(str(error)) from error

    @property
    def is_interrupted(self) -> bool:
        """Whether it was told to drop its last question."""
        return self._stop_by is not None

    def interrupt(self) -> None:
        """Tell the process to drop its question, within `STOP_SECONDS`."""
        if self._stop_by:
            return
        self._stop_by = asyncio.get_running_loop().time() + STOP_SECONDS
        if self._process:
            self._write(self._process, "stop")
        if self._waiting and not self._waiting.expired():
            self._waiting.reschedule(min(self._stop_by, self._waiting.when() or inf))

    async def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        self._write(process, "quit")
        process.stdin.close()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await process.wait()
        finally:
            await _killed(process)

    async def _start(self) -> Process:
        await asyncio.to_thread(_note_slow_search)
        # In a session of its own: Ctrl-C is for the bot, which ends it.
        process = self._process = await asyncio.create_subprocess_exec(
            *self._program, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=HERE, start_new_session=True
        )
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        return process

    def _write(self, process: Process, line: str) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{line}\n".encode())

    async def _line(self, process: Process, patience: float) -> str:
        """The next line of the answer, without its number; late answers to earlier questions are skipped. Raises
        TimeoutError, OSError, and ValueError if it is too long, or no text, or answers no question of ours.
        """
        assert process.stdout is not None
        until = self._stop_by or asyncio.get_running_loop().time() + patience
        try:
            async with asyncio.timeout_at(until) as self._waiting:
                while True:
                    read = await process.stdout.readline()
                    if not read.endswith(b"\n"):
                        raise ConnectionResetError(await _end_of(process))
                    line = read.decode().strip()
                    number, _, text = line.partition(" ")
                    if number == str(self._number):
                        return text
                    if not (number.isdecimal() and int(number) < self._number):
                        raise ValueError(line)
        finally:
            self._waiting = None

    async def _failed(self, why: str) -> Failed:
        process, self._process = self._process, None
        if process:
            await _killed(process)
        return Failed(why)


@cache
def _note_slow_search() -> None:
    """Say it once in the log if the search is not compiled."""
    if sentence := slowly():
        LOG.warning("%s", sentence)


async def _end_of(process: Process) -> str:
    """Say how a process has ended, with the last line of its stderr."""
    assert process.stderr is not None
    *_, last = ["", *(await process.stderr.read()).decode(errors="replace").split("\n")[-2:-1]]
    status = await process.wait()
    return f"it ended with status {status}{last and f' ({last[:200]})'}"


async def _killed(process: Process) -> None:
    """End a process that may still run, and close its pipes.

    They are closed first: asyncio's wait() returns only once they have been read to their end, which may be never if
    the buffer is full, or if some other process has inherited their other ends.
    """
    process._transport.close()  # type: ignore[attr-defined] # asyncio has no other door; it kills the process, too
    await process.wait()
