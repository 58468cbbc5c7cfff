"""How far a long task is: one line of standard error, overwritten in place, and nothing where that is no terminal."""

import sys
import time

WIDTH = 40
"""How many characters the bar takes."""

SOON = 5.0
"""Seconds before the remaining time is estimated."""


class Progress:
    """A progress bar that counts ``things``. Until the first one, it says what goes on ``before``."""

    def __init__(self, things: str, before: str = "") -> None:
        self._things = things
        self._done = 0
        self._begun = time.monotonic()
        self._is_seen = sys.stderr.isatty()
        if before:
            self._write(f"{before} …")

    def __call__(self, more: int, total: int) -> None:
        """Show that ``more`` things are done, of ``total``."""
        if not self._done:
            self._begun = time.monotonic()
        self._done += more
        part = min(self._done / total, 1.0) if total else 1.0
        self._write(f"[{'=' * int(WIDTH * part):{WIDTH}}] {self._done} of {total} {self._things}{self._rest(part)}")

    def end(self) -> None:
        """Leave the line as it is."""
        if self._is_seen:
            sys.stderr.write("\n")

    def _rest(self, part: float) -> str:
        taken = time.monotonic() - self._begun
        if part in (0.0, 1.0) or taken < SOON:
            return ""
        minutes = taken * (1 - part) / part / 60
        return f", about {minutes:.0f} min left" if minutes >= 1 else ", less than a minute left"

    def _write(self, line: str) -> None:
        if self._is_seen:
            sys.stderr.write(f"\r{line}\x1b[K")
            sys.stderr.flush()
