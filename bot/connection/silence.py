"""For how long another process has given no sign of life, by what it writes into the database (decision 0042)."""

from __future__ import annotations

from collections.abc import Callable

_STEP = 1.0
"""The most seconds between two looks that count: who could not look, as while the database was away, knows nothing."""


class Silence:
    """How long the signs of one other process have stayed the same, by a ``steady`` clock."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._sign: object = None
        self._looked_at = 0.0
        self._seconds = 0.0

    def since(self, sign: object) -> float:
        """The seconds for which its sign is what it is now: 0.0 if it has given another one since the last look."""
        now = self._steady()
        self._seconds = self._seconds + min(now - self._looked_at, _STEP) if sign == self._sign else 0.0
        self._sign, self._looked_at = sign, now
        return self._seconds
