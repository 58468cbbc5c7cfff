"""Which process is which, and whether one that ran on this machine has ended.

Numbers tell, but not from one container to another. There, a lifeline tells: a lock that a process holds, without a
word, on the folder of the file that all of them use, and that the system takes from it when it ends, and not before.
"""

from __future__ import annotations

import os
import secrets
import socket
import struct
from pathlib import Path
from typing import NamedTuple

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

_LOCK = struct.Struct("hhqqi4x")
"""Linux's ``struct flock``: the kind of a lock, from where it counts, its first byte, how many, and a process."""


_HOLDING: dict[Path, int] = {}
"""The descriptors on which this process holds its lifelines. They are never closed: that would cut them."""


class _Name(NamedTuple):
    """The parts of a process's name; the lifeline is missing where there is none."""

    where: str
    number: str = ""
    word: str = ""
    lifeline: str = ""


def own_name(folder: Path | None = None) -> str:
    """A name for this process: where it runs, its number there, a word that no other has, and where its lifeline is.

    From now on it holds that, if its file is in a ``folder``.
    """
    word = secrets.token_hex(8)
    return " ".join((_here(), str(os.getpid()), word, _hold(folder, word) if folder else "")).rstrip()


def in_short(name: str) -> str:
    """A process as people speak of it: by its number, and whether it is here."""
    parts = _parts(name)
    return f"process {parts.number} {'on this machine' if parts.where == _here() else 'elsewhere'}"


def has_ended(name: str, folder: Path | None = None) -> bool:
    """Tell whether a process is known to have ended, because it ran here. (One with our own number cannot run any
    more.)

    Where the file of both is in a ``folder``, its lifeline tells that from another container, too.
    """
    number = _number_of(name)
    if number is not None and (number == os.getpid() or not _runs(number)):
        return True
    return folder is not None and _is_in_reach(name, folder) and not _is_held(folder, _parts(name).word)


def is_here(name: str, folder: Path | None = None) -> bool:
    """Tell whether we shall know when a process has ended."""
    return _number_of(name) is not None or (folder is not None and _is_in_reach(name, folder))


def _parts(name: str) -> _Name:
    return _Name(*name.split(" ")[:4])


def _number_of(name: str) -> int | None:
    """The number by which we know a process; None if it runs elsewhere."""
    where, number, *_ = _parts(name)
    return int(number) if where == _here() and where.startswith("linux") and number.isdigit() else None


def _here() -> str:
    """Name the scope of a process's number: this machine since its start, and this container on it."""
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


# --- lifelines


def _is_in_reach(name: str, folder: Path) -> bool:
    """Tell whether the system here can tell of a lifeline: it was held on this machine, and on this folder."""
    where, _, _, lifeline = _parts(name)
    machine, _, _ = where.rpartition("/")
    is_ours = machine != "" and machine == _here().rpartition("/")[0]
    return is_ours and lifeline != "" and lifeline == _identity(folder)


def _hold(folder: Path, word: str) -> str:
    """Hold a lifeline until this process ends. Returns where it is, or nothing where the system has none."""
    try:
        if folder not in _HOLDING:
            _HOLDING[folder] = os.open(folder, os.O_RDONLY)
        fcntl.fcntl(_HOLDING[folder], fcntl.F_OFD_SETLK, _lock(word, fcntl.F_RDLCK))
    except (OSError, AttributeError):
        return ""
    return _identity(folder)


def _is_held(folder: Path, word: str) -> bool:
    """Tell whether a process still holds its lifeline, as far as we can see."""
    try:
        opened = os.open(folder, os.O_RDONLY)
        try:
            kind, *_ = _LOCK.unpack(fcntl.fcntl(opened, fcntl.F_OFD_GETLK, _lock(word, fcntl.F_WRLCK)))
        finally:
            os.close(opened)
    except (OSError, AttributeError):
        return True
    return bool(kind != fcntl.F_UNLCK)


def _lock(word: str, kind: int) -> bytes:
    """A lock on the byte that belongs to a process."""
    return _LOCK.pack(kind, os.SEEK_SET, int(word, 16) >> 2, 1, 0)


def _identity(folder: Path) -> str:
    """Identify a folder among all others of this system."""
    try:
        status = folder.stat()
    except OSError:
        return ""
    return f"{status.st_dev:x}:{status.st_ino:x}"
