"""Edits that were cut off. Discord may still make one after newer ones, and then an old board would stand there."""

from collections.abc import Callable

LATE_SECONDS = 60.0
"""How long after it was cut off an edit may still be made."""


class UncertainEdits:
    """The messages that such an edit may have reached last. In memory only. ``now`` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[int, float] = {}

    def note(self, message_id: int) -> None:
        """Note that an edit of a message was cut off."""
        self._until[message_id] = self._now() + LATE_SECONDS

    def due(self) -> list[int]:
        """The messages that no such edit reaches any more, so that one more of ours is the last."""
        return [message_id for message_id, until in self._until.items() if until <= self._now()]

    def settle(self, message_ids: list[int]) -> None:
        """Note that messages which were due are edited once more."""
        for message_id in message_ids:
            if self._until[message_id] <= self._now():
                del self._until[message_id]
