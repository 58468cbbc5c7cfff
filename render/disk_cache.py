"""A folder with folded stamps, one in each file: what was painted once is there for every process that comes later.

Several processes may share it. A file appears whole or not at all, and nothing of a damaged one is used.

Why: decision 0052.
"""

import contextlib
import logging
import os
import platform
import struct
import tempfile
from collections.abc import Callable, Hashable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from PIL import features

import game
from render.stamp import FoldedStamp
from render.symbols import FONT

LOG = logging.getLogger(__name__)

Key: TypeAlias = "tuple[Callable[..., object], tuple[Hashable, ...]]"
"""What a stamp shows: the function that paints it, and its arguments."""

LIBRARIES = ("pil", "freetype2", "raqm", "harfbuzz")  # what Pillow draws with
MOST = 64 << 20  # room for files, in bytes. Three themes take some 20 MB.
LEFT = 0.75  # what share of that room stays taken when files must go
BLOCK = 4096  # files take whole blocks of so many bytes
DIGEST = 16  # bytes of the digest with which a file begins

_HEAD = struct.Struct("<HHII")
"""The width and height of a stamp, its length once unfolded, and how many bytes its boxes take."""


class Folder:
    """Folded stamps by what they show, in files. When they take more than ``room`` bytes, the oldest go.

    What cannot be read is not there, and what cannot be written is not kept: one warning says so.
    """

    def __init__(self, path: Path, room: int = MOST) -> None:
        self.path = path
        self.room = room
        self._taken: int | None = None
        self._lock = Lock()
        self._complained = False

    def get(self, key: Key) -> FoldedStamp | None:
        """The stamp, if its file is there and sound."""
        name = self.name(key)
        try:
            content = (self.path / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._complain("be read", error)
            return None
        if content[:DIGEST] == _digest(name, content[DIGEST:]):
            return _stamp(content[DIGEST:])
        LOG.warning("%s was damaged; what it showed is painted anew", self.path / name)
        with contextlib.suppress(OSError):
            (self.path / name).unlink()
        return None

    def put(self, key: Key, piece: FoldedStamp) -> bool:
        """Keep a stamp. Returns whether that was possible."""
        name = self.name(key)
        content = _HEAD.pack(piece.width, piece.height, piece.length, len(piece.boxes)) + piece.boxes + piece.data
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(self.path / name, _digest(name, content) + content)
            self._make_room(len(content))
        except OSError as error:
            self._complain("be written", error)
            return False
        return True

    def name(self, key: Key) -> str:
        """The name of the file of a stamp. It is another one if the stamp is painted by anything else."""
        return blake2b(_said(key).encode(), key=_painter(), digest_size=DIGEST).hexdigest()

    def _write(self, path: Path, content: bytes) -> None:
        """Not synced to the disk: what a crash of the machine leaves unfinished has a wrong digest."""
        handle, name = tempfile.mkstemp(dir=self.path)
        new = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            new.replace(path)
        except OSError:
            new.unlink(missing_ok=True)
            raise

    def _make_room(self, size: int) -> None:
        """Delete the oldest files if there are too many; other processes may do so at the same time."""
        with self._lock:
            if self._taken is not None:
                self._taken += _on_disk(size)
            if self._taken is None or self._taken > self.room:
                self._taken = self._tidied()

    def _tidied(self) -> int:
        """The bytes that all files take once there are not too many."""
        files = list[tuple[float, int, Path]]()
        for path in self.path.iterdir():
            with contextlib.suppress(FileNotFoundError):
                about = path.stat()
                files.append((about.st_mtime, _on_disk(about.st_size), path))
        taken = sum(size for _, size, _ in files)
        least = self.room * LEFT if taken > self.room else self.room
        for _, size, path in sorted(files):
            if taken <= least:
                break
            path.unlink(missing_ok=True)
            taken -= size
        return taken

    def _complain(self, what: str, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            reason = error.strerror or error
            LOG.warning("%s cannot %s (%s): patches are painted anew after each start", self.path, what, reason)


def _on_disk(size: int) -> int:
    return -(-size // BLOCK) * BLOCK


def _stamp(content: bytes) -> FoldedStamp:
    width, height, length, boxes = _HEAD.unpack_from(content)
    data = _HEAD.size + boxes
    return FoldedStamp(width, height, content[_HEAD.size : data], content[data:], length)


def _said(what: Hashable) -> str:
    """The same words for the same thing in every process, and others for another."""
    if isinstance(what, tuple):
        return f"({', '.join(map(_said, what))})"
    name = getattr(what, "__qualname__", None)
    return f"{what.__module__}.{name}" if name else repr(what)


def _digest(name: str, content: bytes) -> bytes:
    return blake2b(content, key=name.encode(), digest_size=DIGEST).digest()


@cache
def _painter() -> bytes:
    """A digest of all that stamps are painted by: our sources, Pillow, the font, and what kind of machine this is."""
    here, rules = Path(__file__).parent, Path(game.__file__).parent
    files = [*sorted(here.glob("*.py")), here / "palettes.txt", *sorted(rules.glob("*.py"))]
    said = [platform.machine(), platform.python_version(), *(str(features.version(each)) for each in LIBRARIES)]
    digest = blake2b("\n".join(said).encode())
    for file in [*files, FONT]:
        digest.update(file.read_bytes())
    return digest.digest()
