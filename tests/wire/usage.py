"""What a process has used of the machine, as Linux counts it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """Seconds of CPU of a whole process and of its main thread (the event loop's), and its memory now, in bytes."""

    cpu: float = 0.0
    loop: float = 0.0
    memory: int = 0

    def since(self, before: Usage) -> Usage:
        """The seconds since another time, and the memory now."""
        return Usage(self.cpu - before.cpu, self.loop - before.loop, self.memory)


@dataclass(frozen=True)
class Holding:
    """What a process holds: its memory in bytes, its open files and its threads; and the memory of its children."""

    memory: int
    files: int
    threads: int
    children: int


def holding_of(pid: int) -> Holding:
    """What a running process holds."""
    process = Path("/proc", str(pid))
    return Holding(
        usage_of(pid).memory,
        len(list((process / "fd").iterdir())),
        len(list((process / "task").iterdir())),
        sum(usage_of(child).memory for child in children_of(pid)),
    )


def children_of(pid: int) -> set[int]:
    """The processes that a running process has started, and that still run."""
    tasks = Path("/proc", str(pid), "task").iterdir()
    return {int(child) for task in tasks for child in (task / "children").read_text().split()}


def usage_of(pid: int) -> Usage:
    """What a running process has used since it began; nothing where there is no /proc."""
    process = Path("/proc", str(pid))
    if not process.exists():
        return Usage()
    resident = re.search(r"^VmRSS:\s*(\d+) kB", (process / "status").read_text(), re.MULTILINE)
    return Usage(
        _seconds(process / "stat"),
        _seconds(process / "task" / str(pid) / "stat"),
        1024 * int(resident[1]) if resident else 0,
    )


def _seconds(stat: Path) -> float:
    """User and system time; the counting of fields begins after the name, which may hold anything."""
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
