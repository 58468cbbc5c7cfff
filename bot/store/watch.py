"""Watching the file of a database: whatever is written to one that was deleted is gone with the program."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.store.errors import FileLost


class WatchedFile:
    """The file that is open, as long as it is at its path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity = _identity(path)

    def check(self) -> None:
        """Raise FileLost if the file was deleted, moved or replaced."""
        if _identity(self.path) != self._identity:
            raise FileLost(f"The database {self.path} was deleted, moved or replaced while the bot ran.")

    def beside(self) -> Path:
        """Where all that it holds is saved when it is lost."""
        return self.path.with_name(f"{self.path.name}.saved-{datetime.now(UTC):%Y%m%d-%H%M%S}")

    def drop_wal(self) -> None:
        """Remove its WAL, which would be played into whatever is at the path now."""
        self.path.with_name(self.path.name + "-wal").unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at a path from another one that takes its place; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
