"""What happens because time passes: due timers are claimed in the store, and acted upon (decision 0008)."""

import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.kit.failure import UNREACHED, report
from bot.ui.publish.channels import Channels

LOG = logging.getLogger(__name__)


class DueTimers:
    """Does what is due; ``acts`` say what, by kind. Of several processes, one handles each timer."""

    def __init__(
        self, timers: Timers, channels: Channels, acts: Mapping[str, Callable[[TimerRow], Awaitable[object]]]
    ) -> None:
        self._timers = timers
        self._channels = channels
        self._acts = acts

    async def sweep(self) -> None:
        """Act upon the timers that are due, where the bot is; what fails keeps no other from its turn."""
        guilds = await self._timers.due_in()
        for timer in await self._timers.due():
            if timer.subject in guilds and not self._channels.is_here(guilds[timer.subject]):
                continue
            if timer.kind not in self._acts:
                LOG.warning("a timer of another version of the bot is left alone: %s", timer)
                continue
            try:
                await self._acts[timer.kind](timer)
            except UNREACHED as error:
                LOG.warning("game %s: the call (%s) waits: %s", timer.subject, timer.kind, error)
            except Exception as error:
                report(LOG, error, "the timer %s of game %s failed and will be tried again", timer.kind, timer.subject)
