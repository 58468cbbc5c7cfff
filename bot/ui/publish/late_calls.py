"""Calls that were put off because the player to move was at the table when their turn came."""

from functools import partial

from bot.clock import now
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.timers import Timers
from bot.store.timers import TimerRow
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import CALL_AFTER
from bot.ui.publish.recent_activity import RecentActivity

LEASE = 30
"""Seconds after which a claimed call is tried again: soon, while Discord knows the nonce of a board that may exist."""


class LateCalls:
    """Calls players to move after all."""

    def __init__(
        self, matches: Matches, timers: Timers, preferences: Preferences, boards: Boards, activity: RecentActivity
    ) -> None:
        self._matches = matches
        self._timers = timers
        self._preferences = preferences
        self._boards = boards
        self._activity = activity

    async def call(self, timer: TimerRow) -> None:
        """Call the player to move, if they have done nothing since their turn came."""
        match = await self._matches.load(timer.subject)
        user = match.mover
        if user is None or (await self._preferences.of(user)).notify == "nothing":
            await self._timers.done(timer)
            return
        acted_at = self._activity.acted_at(match.id, user)
        if acted_at > (match.acted_at or 0) and acted_at + CALL_AFTER > now():  # they know, and think
            await self._timers.postpone(timer, int(acted_at) + CALL_AFTER)
        else:
            await self._boards.call_to_move(match.id, partial(self._timers.claim, timer, now() + LEASE))
