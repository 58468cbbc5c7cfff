"""The results of matches that have ended: kept soon after, and by the sweep where a crash came between."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.matches.results import Results
from bot.store.changes import Change
from bot.ui.kit.tasks import Tasks

AT_ONCE, MOST = 25, 500
"""How many games are counted by one unit, and by one sweep: after an update there may be a million of them."""


class Counting:
    """Has results kept, in the background. Nothing waits for them, and nobody is told."""

    def __init__(self, results: Results, tasks: Tasks) -> None:
        self._results = results
        self._tasks = tasks

    def follow(self, changes: Sequence[Change]) -> None:
        """Count games that have just ended, once whoever has ended them is answered."""
        ended = [change.game.id for change in changes if not change.game.counted]
        if ended:
            self._tasks.once_answered(partial(self._tasks.soon, partial(self._results.keep, ended)))

    def begin(self) -> None:
        """Count in the background what is not counted yet, unless that is going on."""
        self._tasks.coalesce("results", self._sweep)

    async def _sweep(self) -> None:
        for _ in range(0, MOST, AT_ONCE):
            owed = await self._results.owed(AT_ONCE)
            if not owed:
                return
            await self._results.keep(owed)
