"""What matches came to: results and groups follow soon after an end, or, after a crash, by the sweep, as ladders do."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.matches.ladders import Ladders
from bot.matches.results import Results
from bot.store.changes import Change
from bot.ui.publish.publisher import Publisher

AT_ONCE, MOST = 25, 500
"""How many games are counted by one unit, and by one sweep: after an update there may be a million of them."""

MOST_LADDERS = 50
"""How many ladders are fitted by one sweep: when a season begins, all of them are to be."""


class PostGame:
    """Has results kept in the background. Then ``then`` is called, for what follows from them. Ladders wait for
    the next sweep: until then, they are fitted anew when somebody looks.
    """

    def __init__(self, results: Results, ladders: Ladders, publisher: Publisher, then: Callable[[], None]) -> None:
        self._results = results
        self._ladders = ladders
        self._publisher = publisher
        self._tasks = publisher.tasks
        self._then = then

    def follow(self, changes: Sequence[Change]) -> None:
        """Count games that have just ended, once the people who have ended them are answered."""
        ended = [change.game.id for change in changes if not change.game.counted]
        if ended:
            self._tasks.once_answered(partial(self._tasks.soon, partial(self._count, ended)))

    def begin(self) -> None:
        """Count in the background what is not counted yet, unless that is going on."""
        self._tasks.coalesce("results", self._sweep)

    async def _count(self, games: Sequence[int]) -> None:
        await self._results.keep(games)
        self._then()

    async def _sweep(self) -> None:
        for _ in range(0, MOST, AT_ONCE):
            owed = await self._results.owed(AT_ONCE)
            if not owed:
                break
            await self._results.keep(owed)
            self._then()
        await self._publisher.each("the ladder of server", await self._ladders.owed(MOST_LADDERS), self._ladders.refit)
