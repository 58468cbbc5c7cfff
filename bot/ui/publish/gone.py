"""Messages that are gone from Discord, and are soon forgotten, all together: one commit for many games."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable

from bot.matches.postings import Postings
from bot.store.errors import StoreError
from bot.ui.kit.tasks import Tasks

LOG = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds after which messages that are gone are forgotten. Killed before, the bot deletes them once more: Discord says
that they are gone already.
"""

KEPT = 10_000
"""How many messages are known to be gone, at most."""


class Gone:
    """Knows which doomed messages were deleted, whether the store has forgotten them yet or not."""

    def __init__(self, postings: Postings, tasks: Tasks) -> None:
        self._postings = postings
        self._tasks = tasks
        self._known: OrderedDict[int, None] = OrderedDict()
        self._waiting: set[int] = set()

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._known

    def note(self, message_ids: Iterable[int]) -> None:
        """Note that some doomed messages are gone."""
        is_waiting = bool(self._waiting)
        self._waiting.update(message_ids)
        self._known.update(dict.fromkeys(message_ids))
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        if self._waiting and not is_waiting:
            self._tasks.later(PAUSE, lambda: self._tasks.soon(self._forget))

    async def _forget(self) -> None:
        gone, self._waiting = [*self._waiting], set()
        try:
            await self._postings.forget(gone)
        except StoreError as error:  # the sweep comes by them again
            LOG.debug("messages that are gone cannot be forgotten now: %s", error)
