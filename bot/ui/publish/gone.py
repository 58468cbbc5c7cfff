"""Messages that are gone from Discord, and are soon forgotten, all together: one commit for many games."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.matches.postings import Postings
from bot.store.errors import StoreError
from bot.ui.kit.tasks import Tasks

LOG = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds after which messages that are gone are forgotten. Killed before, the bot deletes them once more: Discord says
that they are gone already.
"""


class Gone:
    """Knows which doomed messages were deleted, until the store has forgotten them."""

    def __init__(self, postings: Postings, tasks: Tasks) -> None:
        self._postings = postings
        self._tasks = tasks
        self._ids: set[int] = set()

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._ids

    def note(self, message_ids: Iterable[int]) -> None:
        """Note that some doomed messages are gone."""
        is_waiting = bool(self._ids)
        self._ids.update(message_ids)
        if self._ids and not is_waiting:
            self._soon()

    def _soon(self) -> None:
        self._tasks.later(PAUSE, lambda: self._tasks.soon(self._forget))

    async def _forget(self) -> None:
        gone = [*self._ids]
        try:
            await self._postings.forget(gone)
        except StoreError as error:  # the sweep deletes them once more
            LOG.info("messages that are gone cannot be forgotten now: %s", error)
        finally:
            self._ids.difference_update(gone)
            if self._ids:
                self._soon()
