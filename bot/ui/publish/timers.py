"""What happens because time passes: due timers are claimed in the store, and acted upon (decision 0008)."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from operator import attrgetter

from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.publish.publisher import Publisher

LOG = logging.getLogger(__name__)


class DueTimers:
    """Does what is due; ``acts`` say what, by kind. Of several processes, one handles each timer."""

    def __init__(
        self, timers: Timers, publisher: Publisher, acts: Mapping[str, Callable[[TimerRow], Awaitable[object]]]
    ) -> None:
        self._timers = timers
        self._publisher = publisher
        self._acts = acts

    async def sweep(self) -> None:
        """Act upon the timers that are due, where the bot is. One that fails is left for a while, and keeps no other
        from its turn.
        """
        guilds = await self._timers.due_in()
        here = [
            timer
            for timer in await self._timers.due()
            if not guilds.get(timer.subject) or self._publisher.channels.is_here(guilds[timer.subject])
        ]
        await self._publisher.each("the timer of game", here, self._act, attrgetter("kind", "subject"))

    async def _act(self, timer: TimerRow) -> None:
        if timer.kind in self._acts:
            await self._acts[timer.kind](timer)
        else:
            LOG.warning("a timer of another version of the bot is left alone: %s", timer)
