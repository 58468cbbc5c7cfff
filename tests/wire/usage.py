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
