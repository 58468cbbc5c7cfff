"""Which process is which, and whether one that ran on this machine has ended."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path


def own_name() -> str:
    """A name for this process: where it runs, its number there, and a word that no other has."""
    return f"{_here()} {os.getpid()} {secrets.token_hex(8)}"


def in_short(name: str) -> str:
    """A process as people speak of it: by its number, and whether it is here."""
    where, _, rest = name.partition(" ")
    number = rest.partition(" ")[0]
    return f"process {number} {'on this machine' if where == _here() else 'elsewhere'}"


def has_ended(name: str) -> bool:
    """Whether a process is known to have ended, because it ran here. (One with our own number cannot run any more.)"""
    number = _number_of(name)
    return number is not None and (number == os.getpid() or not _runs(number))


def is_here(name: str) -> bool:
    """Whether we shall know when a process has ended."""
    return _number_of(name) is not None


def _number_of(name: str) -> int | None:
    """The number by which we know a process; None if it runs elsewhere."""
    where, _, rest = name.partition(" ")
    number = rest.partition(" ")[0]
    return int(number) if where == _here() and where.startswith("linux") and number.isdigit() else None


def _here() -> str:
    """Where numbers of processes mean the same: this machine since its start, and this container on it."""
    try:
        booted = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"linux/{booted}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()[:60].replace(" ", "-")


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)  # asks only; a service may not see the others in /proc
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        status = Path(f"/proc/{number}/stat").read_text("ascii", errors="replace")
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] not in "ZX"
