"""How far something is that takes long, for whoever looks on: a line of standard error that is written anew.

Nothing is written where nobody does, as in cron or in a pipe.
"""

import sys
import time

WIDTH = 40
"""How many characters the bar takes."""

SOON = 5.0
"""Seconds after which it can be told how long the rest will take."""


class Progress:
    """A progress bar of so many ``things``; until they are counted, it says what goes on ``before``."""

    def __init__(self, things: str, before: str = "") -> None:
        self._things = things
        self._done = 0
        self._begun = time.monotonic()
        self._is_seen = sys.stderr.isatty()
        if before:
            self._write(f"{before} …")

    def __call__(self, more: int, total: int) -> None:
        """Show that more of all are done."""
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
