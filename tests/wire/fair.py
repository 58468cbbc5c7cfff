"""A clock that is fair to a bot on a busy machine: it stands still while the bot waits for a processor.

Discord's three seconds are held against it, so that a late answer tells of the bot, and not of what runs beside it.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

TICK = 0.5
"""Seconds after which the clock looks again who has waited: many times as long as any thread waits at a time, since the
system counts that only when it is over.
"""


class Process(Protocol):
    """A process, and its exit status once it has ended."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...


class FairClock:
    """Counts the seconds in which those whom it watches could run: all seconds, less those in which one of their
    threads had work and no processor, as Linux counts it. Where the system does not say that, it counts all seconds.

    It watches this process, where the stand-in runs, and the bots; not the engines that they start, since no answer
    waits for them without end, and not PostgreSQL, although answers wait for it. Several threads may wait at the same
    time: so in each tick only the one that waited longest counts, which is too little if they waited one after the
    other, and too much if no answer needed that thread. A bot that sleeps, hangs or computes waits for no processor,
    and is late; but that can hide behind any thread that waits meanwhile, of any bot or of this process.
    """

    def __init__(self, system: Path = Path("/proc"), now: Callable[[], float] = time.perf_counter) -> None:
        self._system = system
        self._now = now
        self._watched: list[Process] = []
        self._looked = self._shown = now()
        self._starved = 0.0
        self._waits = dict(self._look())

    def watch(self, process: Process) -> None:
        """Watch a process that has just been started, until it ends."""
        self._watched.append(process)

    def time(self) -> float:
        """The seconds until now, in which nobody waited for a processor. It never goes back."""
        now = self._now()
        if now - self._looked >= TICK:
            waits = dict(self._look())
            longest = max((waits[thread] - self._waits.get(thread, 0.0) for thread in waits), default=0.0)
            self._starved += min(max(longest, 0.0), now - self._looked)
            self._waits, self._looked = waits, now
        self._shown = max(self._shown, now - self._starved)
        return self._shown

    def starved(self) -> float:
        """The seconds that it has stood still in all."""
        self.time()
        return self._starved

    def _look(self) -> Iterator[tuple[str, float]]:
        """For how many seconds each thread has waited since it began."""
        self._watched = [process for process in self._watched if process.returncode is None]
        for pid in (os.getpid(), *(process.pid for process in self._watched)):
            with contextlib.suppress(OSError):  # it has just ended, or the system says nothing
                for thread in (self._system / str(pid) / "task").iterdir():
                    with contextlib.suppress(OSError):
                        yield thread.name, int((thread / "schedstat").read_text().split()[1]) / 1e9


FAIR = FairClock()
"""The clock of this process: it knows all bots that are started here."""
