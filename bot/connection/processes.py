"""Which process is which, and whether one that ran on this machine has ended.

A process holds a *lifeline*: a lock on a folder that the others see too, which the system releases when the process
ends, and not before. Process ids would mean nothing in another container.
"""

import os
import secrets
import socket
import struct
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

_SHARED = Path("/dev/shm")  # noqa: S108 (nothing is written there)
"""Where lifelines are if the games are not in a file."""

_LOCK = struct.Struct("hhqqi4x")
"""Linux's ``struct flock``: the kind of a lock, from where it counts, its first byte, how many, and a process."""

_HOLDING: dict[Path, int] = {}
"""The descriptors on which this process holds its lifelines. They are never closed: that would cut them."""


def own_name(folder: Path | None = None) -> str:
    """Name this process: where it runs, its process id there, a unique word, and where its lifeline is.

    That is on the ``folder`` of its file, if it has one. An earlier name of this process counts as ended.
    """
    word = secrets.token_hex(8)
    return " ".join((_here(), str(os.getpid()), word, _hold(folder or _SHARED, word))).rstrip()


def in_short(name: str) -> str:
    """A process as people call it: by its process id, and whether it is on this machine."""
    where, number, _, _ = _parts(name)
    return f"process {number} {'on this machine' if where == _here() else 'elsewhere'}"


def is_here(name: str, folder: Path | None = None) -> bool:
    """Tell whether we can see when a process ends: its lifeline is on this machine, and on our folder."""
    where, _, _, lifeline = _parts(name)
    machine = _machine(where)
    return machine != "" and machine == _machine(_here()) and lifeline == _identity(folder or _SHARED) != ""


def has_ended(name: str, folder: Path | None = None) -> bool:
    """Tell whether a process is known to have ended: it has held a lifeline here, and holds it no more."""
    return is_here(name, folder) and not _is_held(folder or _SHARED, _parts(name)[2])


def _parts(name: str) -> list[str]:
    """Split a name into where the process runs, its process id, its word, and where its lifeline is, if it has one."""
    return [*name.split(" "), "", "", ""][:4]


def _here() -> str:
    """Name the scope of our process id: this machine since it was booted, and this container on it."""
    try:
        booted = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"linux/{booted}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()[:60].replace(" ", "-")


def _machine(where: str) -> str:
    return where.rpartition("/")[0]


def _hold(folder: Path, word: str) -> str:
    """Hold a lifeline until this process ends, and release an earlier one. Returns where it is, or nothing."""
    try:
        if folder not in _HOLDING:
            _HOLDING[folder] = os.open(folder, os.O_RDONLY)
        fcntl.fcntl(_HOLDING[folder], fcntl.F_OFD_SETLK, _LOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, 0, 0, 0))
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
