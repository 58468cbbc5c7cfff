"""The one source of time: Discord's clock, as its answers tell it, and not this machine's.

Why: decision 0041.
"""

import logging
import math
import time
from collections.abc import Callable

from discord.utils import utcnow

LOG = logging.getLogger(__name__)

WORTH_TELLING, RIGHT_AGAIN = 2.0, 1.0
"""The machine's clock counts as wrong if it is off by so many seconds, and as right again below the second figure."""

Seconds = Callable[[], float]

_COUNTS_SLEEP = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""A clock that nobody can set and that counts while the machine sleeps: on Linux the first, on macOS the second. On
Windows, Python's own does.
"""


def steady() -> float:
    """Seconds since an arbitrary moment, by a clock that nobody can set."""
    return time.monotonic() if _COUNTS_SLEEP is None else time.clock_gettime(_COUNTS_SLEEP)


class Clock:
    """Tells the time, in seconds since 1970: Discord's, or the machine's before Discord has told any.

    Between two answers it follows ``steady``, so setting the machine's clock does no harm.
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
        """The seconds by which the machine's clock is ahead; negative if it is behind."""
        return self._machine() - self.time()

    @property
    def complaint(self) -> str:
        """What is wrong with the machine's clock, as the end of a sentence; nothing if it is right."""
        off = self.off
        way = "fast" if off > 0 else "slow"
        return "" if abs(off) < WORTH_TELLING else f"this machine's clock is {abs(off):,.0f} s {way}"

    @property
    def is_in_doubt(self) -> bool:
        """Whether the machine's clock has jumped since we last heard the time: it was set, or the machine stood still,
        and the steady clock with it.
        """
        return abs(self.off - self._off_when_heard) >= WORTH_TELLING

    def hear(self, earliest: float, latest: float = math.inf) -> None:
        """Hear from Discord that the time is between ``earliest`` and ``latest``.

        If ours is, nothing changes. So an answer that took long says little, but nothing wrong; and after many answers,
        each at another moment of its second, the time is known to within tenths.
        """
        time = self.time()
        self._offset += max(earliest, min(time, latest)) - time
        self._off_when_heard = self.off
        if self.complaint and not self._is_told:
            self._is_told = True
            LOG.warning("%s: the bot goes by Discord's time, but set it right", self.complaint)
        elif self._is_told and abs(self.off) < RIGHT_AGAIN:
            self._is_told = False
            LOG.info("this machine's clock is right again")


def _machine() -> float:
    """By discord.py's clock, which tests can move."""
    return utcnow().timestamp()


CLOCK = Clock(_machine, _machine)
"""Follows the machine's clock until it is given a steady one to `hold`."""


def now() -> int:
    """The time in whole seconds since 1970."""
    return int(CLOCK.time())
