"""The one source of time: Discord's clock, as its answers tell it, whatever this machine's own shows.

Why: decision 0041.
"""

import logging
import math
import time
from collections.abc import Callable

from discord.utils import utcnow

LOG = logging.getLogger(__name__)

WORTH_TELLING, RIGHT_AGAIN = 2.0, 1.0
"""Seconds by which the machine's clock must be off to be complained of, and below which it is right again."""

Seconds = Callable[[], float]

_COUNTS_SLEEP = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""A clock that nobody can set, and that also counts while the machine sleeps: the first on Linux, the second on macOS,
and on Windows the one that Python takes anyway.
"""


def steady() -> float:
    """Seconds since some moment or other, by a clock that nobody can set."""
    return time.monotonic() if _COUNTS_SLEEP is None else time.clock_gettime(_COUNTS_SLEEP)


class Clock:
    """Tells the time, in seconds since 1970: Discord's, or the machine's as long as Discord has told nothing.

    Between two answers of Discord's it goes on by ``steady``, so it does not matter if somebody sets the machine's.
    """

    def __init__(self, machine: Seconds, steady: Seconds) -> None:
        self._machine = machine
        self._is_told = False
        self.hold(steady)

    def hold(self, steady: Seconds) -> None:
        """From now on, count from the machine's present time by this clock."""
        self._steady = steady
        self._offset = self._machine() - steady()
        self._off_when_heard = 0.0

    def time(self) -> float:
        """The time."""
        return self._steady() + self._offset

    @property
    def off(self) -> float:
        """By how many seconds the machine's clock is ahead; a negative number if it is behind."""
        return self._machine() - self.time()

    @property
    def complaint(self) -> str:
        """What is wrong with the machine's clock, as the end of a sentence; nothing if it is right."""
        off = self.off
        return "" if abs(off) < WORTH_TELLING else f"this machine's clock is {abs(off):,.0f} s {_way(off)}"

    @property
    def is_in_doubt(self) -> bool:
        """Whether the machine's clock has jumped, and nobody has told us the time since.

        Perhaps somebody has set it; perhaps the machine stood still, and what counts steadily with it.
        """
        return abs(self.off - self._off_when_heard) >= WORTH_TELLING

    def hear(self, earliest: float, latest: float = math.inf) -> None:
        """Hear from Discord that it is this late at least, and at most ``latest``.

        Where we are in between, nothing changes. So whatever was long on its way says little, and nothing wrong; and
        of many answers, each at another moment of its second, the time is soon known to within tenths.
        """
        time = self.time()
        self._offset += max(earliest, min(time, latest)) - time
        self._off_when_heard = self.off
        self._tell()

    def _tell(self) -> None:
        """Log once that the machine's clock is off, and once that it is right again."""
        if self.complaint and not self._is_told:
            self._is_told = True
            LOG.warning("%s: the bot goes by Discord's time, but set it right", self.complaint)
        elif self._is_told and abs(self.off) < RIGHT_AGAIN:
            self._is_told = False
            LOG.info("this machine's clock is right again")


def _way(off: float) -> str:
    return "fast" if off > 0 else "slow"


def _machine() -> float:
    """By discord.py's clock, which tests can move."""
    return utcnow().timestamp()


CLOCK = Clock(_machine, _machine)
"""Believes the machine, until somebody gives it a steady clock to `hold` on to."""


def now() -> int:
    """The time in whole seconds since 1970."""
    return int(CLOCK.time())
