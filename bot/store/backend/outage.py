"""Times in which a database does not do its part: told once a minute, not press by press (decision 0087)."""

import logging
import math
from datetime import UTC, datetime
from secrets import token_hex
from time import monotonic

from sqlalchemy import Connection

from bot.store.backend.errors import DatabaseAway, in_short
from bot.store.kv import save_value

LOG = logging.getLogger(__name__)

SILENCE_SECONDS = 60.0
"""How often it is logged that an outage goes on."""

ROOM = 2**15
"""Bytes that are stored to see whether anything can be, written with twice as many letters."""


class Outage:
    """What a database cannot do now, in words, and since when; and what is logged when it can again.

    Before it ``has_answered``, nothing is logged: the caller that opens the database is told.
    """

    def __init__(self, trouble: str, ending: str) -> None:
        self._trouble = trouble
        self._ending = ending
        self._advice = ""
        self._warned_at = self._failed_at = -math.inf
        self._is_told = self.has_answered = False
        self.since: datetime | None = None
        """When it began; None while all is well."""
        self.why = ""
        """What the database said when it began."""
        self.is_settled = False
        """Whether all is known to be well: then `end` need not be told."""

    @property
    def sentence(self) -> str:
        """Say what the trouble is, since when, and what to do; nothing while all is well."""
        since = f" since {self.since:%Y-%m-%d %H:%M:%S} UTC" if self.since else ""
        return since and f"{self._trouble.capitalize()}{since} ({self.why}){self._advice}."

    @property
    def seconds(self) -> float:
        """For how long it has lasted; 0 while all is well."""
        return (datetime.now(UTC) - self.since).total_seconds() if self.since else 0.0

    def note(self, error: BaseException, advice: str = "") -> DatabaseAway:
        """Note an error that shows the outage, and what to do about it. Returns what to raise in its place."""
        at, why, advice = monotonic(), in_short(error), advice and f": {advice}"
        if self.since is None:
            self.since, self.why, self._advice, self._is_told = datetime.now(UTC), why, advice, False
            self.is_settled = False
        if self.has_answered and at - self._warned_at >= SILENCE_SECONDS:
            self._warned_at, self._is_told = at, True
            LOG.warning("%s (%s)%s", self._trouble, why, advice)
        self._failed_at = at
        if isinstance(error, DatabaseAway):
            return error
        return DatabaseAway(f"{self._trouble.capitalize()} ({why}){advice}.")

    def end(self, begun: float) -> None:
        """Note that what was ``begun`` at a moment has worked. It may have been done just before the outage."""
        self.has_answered = True
        if self.since and begun > self._failed_at:
            self.since, self.why = None, ""
            if self._is_told:
                LOG.info("%s", self._ending)
        self.is_settled = self.since is None


def try_to_store(connection: Connection) -> None:
    """Store as much as needs room of its own: on a full disk, a few words still fit into what is there."""
    save_value(connection, "room", token_hex(ROOM))
    save_value(connection, "room", "")
