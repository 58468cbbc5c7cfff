"""The one source of time, which a machine whose clock jumps cannot lead astray."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from discord.utils import utcnow

LOG = logging.getLogger(__name__)

ALLOWED = 600.0
"""Seconds by which the machine's clock may be off."""

Seconds = Callable[[], float]


class Clock:
    """Tells the time, in seconds since 1970: the machine's, unless that is not to be believed.

    It has jumped if it disagrees with ``steady``, which counts seconds from wherever it likes. And Discord tells us the
    time over and over: see `hear`. As long as the machine's clock is wrong, time goes on from what was right last.
    """

    def __init__(self, machine: Seconds, steady: Seconds) -> None:
        self._machine = machine
        self.hold(steady)

    def hold(self, steady: Seconds) -> None:
        """From now on, hold on to the machine's present time by this clock."""
        self._steady = steady
        self._offset = self._machine() - steady()
        self._is_off = False
        self.is_in_doubt = False
        """Whether the machine's clock has jumped, and nobody has told us the time since."""

    def time(self) -> float:
        """The time."""
        machine, right = self._machine(), self._steady() + self._offset
        is_off = abs(machine - right) > ALLOWED
        if is_off and not self._is_off:
            self.is_in_doubt = True
            off = timedelta(seconds=round(abs(machine - right)))
            LOG.warning("this machine's clock is %s off: until it is right again, it is not believed", off)
        if self._is_off and not is_off:
            LOG.info("this machine's clock is right again")
        self._is_off = is_off
        if is_off:
            return right
        self._offset += machine - right  # it may be set right little by little
        return machine

    def hear(self, at: float) -> None:
        """Hear from Discord what time it is."""
        if abs(at - self.time()) > ALLOWED:
            self._offset = at - self._steady()
            self.time()
        self.is_in_doubt = False


def _machine() -> float:
    """By discord.py's clock, which tests can move."""
    return utcnow().timestamp()


CLOCK = Clock(_machine, _machine)
"""Believes the machine, until somebody gives it a steady clock to `hold` on to."""


def now() -> int:
    """The time in whole seconds since 1970."""
    return int(CLOCK.time())
