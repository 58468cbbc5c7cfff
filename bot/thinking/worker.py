"""A process that thinks: ``python -m engine``. What it is asked, and what it answers, are lines of text."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

PROGRAM = (sys.executable, "-m", "engine")
"""The program that thinks, and its arguments."""

HERE = Path(__file__).parents[2]
"""The folder of our packages, where the program is found wherever the bot was started."""

NICE = 5
"""How far the process stands back, as Unix counts it: those who click come first."""

STOPPED = "stopped"
"""The end of an answer that was interrupted."""

COMPLAINT = "error"
"""How the answer begins to a question that cannot be obeyed; why stands behind it."""

STOP_SECONDS = 3.0
"""How long the process may take to drop a question. It looks up from its search some ten times a second."""

GOODBYE_SECONDS = 1.0
"""How long the process may take to end when nobody has any more questions."""


class Unanswered(Exception):
    """There is no answer: the process has failed at it, or does not understand the question, or the bot ends."""


class Failed(Exception):
    """A process has died, is silent for too long, or talks nonsense; the text says which."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a process is asked: ``ask`` gives the lines, once more from where it stands if it was interrupted.

    ``hear`` is given the answer line by line, and returns whether that was the last one. It raises ValueError or
    LookupError if the line is nonsense. ``patience`` is how many seconds may pass without a line. ``steps`` says how
    much of the answer is known, and need not be found again if it was interrupted.
    """

    ask: Callable[[], Sequence[str]]
    hear: Callable[[str], bool]
    patience: float
    steps: Callable[[], int] = int


class Worker:
    """One such process. It is started by the first question, and again by the next one after it has failed."""

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
                _check_no_complaint(line)
                if question.hear(line):
                    return True
        except TimeoutError:
            raise await self._failed(self._why_late(question.patience)) from None
        except (ValueError, LookupError) as error:
            raise await self._failed(f"it talks nonsense: {error}") from error
        except OSError as error:
            raise await self._failed(str(error)) from error

    @property
    def is_interrupted(self) -> bool:
        """Whether it was told to drop the question that it was asked last."""
        return self._stop_by is not None

    def interrupt(self) -> None:
        """Let the process drop the question that it is working on. It has `STOP_SECONDS` for that."""
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
        """The next line of the answer, without its number. Raises TimeoutError, OSError, and ValueError if it is too
        long, or no text, or answers no question of ours.

        Lines that answer earlier questions come too late: nobody waits for them any more.
        """
        until = self._stop_by or asyncio.get_running_loop().time() + patience
        try:
            async with asyncio.timeout_at(until) as self._waiting:
                while True:
                    line = await _next_line(process)
                    number, _, text = line.partition(" ")
                    if number == str(self._number):
                        return text
                    if not (number.isdecimal() and int(number) < self._number):
                        raise ValueError(line)
        finally:
            self._waiting = None

    def _why_late(self, patience: float) -> str:
        if self._stop_by:
            return f"it did not stop within {STOP_SECONDS:g} s"
        return f"it was silent for {patience:g} s"

    async def _failed(self, why: str) -> Failed:
        """End a process that is of no use any more."""
        process, self._process = self._process, None
        if process:
            await _killed(process)
        return Failed(why)


async def _next_line(process: Process) -> str:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise ConnectionResetError(await _end_of(process))
    return line.decode().strip()


def _check_no_complaint(line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == COMPLAINT:
        raise Unanswered(rest)


async def _end_of(process: Process) -> str:
    """Say how a process has ended, with the last line of what it had to say about that."""
    assert process.stderr is not None
    *_, last = ["", *(await process.stderr.read()).decode(errors="replace").split("\n")[-2:-1]]
    status = await process.wait()
    return f"it ended with status {status}{last and f' ({last[:200]})'}"


async def _killed(process: Process) -> None:
    """End a process that may still run, and let go of its pipes.

    They are closed first: asyncio keeps them until they have been read to their end, and so long, nobody who waits for
    the process hears of it. That may be for ever if the buffer is full, or if somebody has inherited their other ends.
    """
    process._transport.close()  # type: ignore[attr-defined] # asyncio has no other door; it kills the process, too
    await process.wait()
