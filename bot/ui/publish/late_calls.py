"""Calls that were put off: somebody was at the table, had quiet hours, or had just been called to another game."""

from functools import partial

from bot.clock import now
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.games import GameRow
from bot.store.messages import ANCHOR, MessageRow
from bot.store.timers import TimerRow
from bot.ui.pages.offers import Offer
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import CALL_AFTER, Notifier, age
from bot.ui.publish.offers import Offers
from bot.ui.publish.recent_activity import RecentActivity
from bot.ui.words.notifications import called
from game import other

LEASE = 30
"""Seconds after which a claimed call is tried again: soon, while Discord knows the nonce of a board that may exist."""


class LateCalls:
    """Calls people after all, once, if that is still of use."""

    def __init__(
        self, matches: Matches, timers: Timers, notifier: Notifier, boards: Boards, activity: RecentActivity
    ) -> None:
        self._matches = matches
        self._timers = timers
        self._notifier = notifier
        self._boards = boards
        self._activity = activity

    async def call(self, timer: TimerRow) -> None:
        """Call whom a board should have called, if they have done nothing since; of many games to the most urgent."""
        match = await self._matches.load(timer.subject)
        user = called(match)
        if user is None or await self._knows(match, user):
            await self._timers.done(timer)
            return
        later = await self._notifier.later_for(match, user)
        acted_at = self._activity.acted_at(match.id, user)
        if acted_at > (match.acted_at or 0) and acted_at + CALL_AFTER > now():  # they know, and think
            later = max(later or 0, int(acted_at) + CALL_AFTER)
        if later is None:
            await self._timers.done(timer)
        elif later:
            await self._timers.postpone(timer, later)
        else:
            await self._call(timer, match, user)

    async def _knows(self, match: Match, user: int) -> bool:
        """Tell whether a call is of no use: a question of the match has just called them, they have seen its end, or
        they have looked at it in their quiet hours.
        """
        acted_at = self._activity.acted_at(match.id, user)
        if self._notifier.was_called(match, user):
            return True
        if acted_at <= (match.acted_at or 0):
            return False
        return match.outcome is not None or await self._notifier.was_quiet(match, user, int(acted_at))

    async def _call(self, timer: TimerRow, match: Match, user: int) -> None:
        waiting = [] if match.outcome else await self._waiting_for(user, match.guild_id)
        urgent = waiting[0].id if waiting else match.id
        claim = partial(self._timers.claim, timer, now() + LEASE)
        for called_to in {urgent: None, match.id: None}:  # the most urgent one, unless its board cannot be posted now
            if await self._boards.call_late(called_to, user, claim, len(waiting)):
                await self._timers.called(waiting)
                return

    async def _waiting_for(self, user: int, guild_id: int) -> list[GameRow]:
        rows = [row for row in await self._matches.running_of(user) if row.mover == user and row.guild_id == guild_id]
        public = [row for row in rows if row.place != "private"]
        return sorted(public, key=lambda row: (row.deadline is None, row.deadline or row.id))


class LateQuestions:
    """Puts questions to people once more, who were not called to them."""

    def __init__(
        self, matches: Matches, timers: Timers, notifier: Notifier, offers: Offers, activity: RecentActivity
    ) -> None:
        self._matches = matches
        self._timers = timers
        self._notifier = notifier
        self._offers = offers
        self._activity = activity

    async def ask(self, timer: TimerRow) -> None:
        """Call somebody to the newest question that is put to them in a match, if they have done nothing since."""
        match, messages = await self._matches.with_messages(timer.subject)
        seat = 1 if timer.kind == "ask1" else 2
        user, offer = match.user_at(seat), next((row for row in messages if _is_put_to(row, seat, match)), None)
        later = await self._notifier.later_for(match, user) if user else None
        has_acted = offer and user and now() - self._activity.acted_at(match.id, user) < age(offer)
        if user is None or offer is None or later is None or has_acted or self._notifier.was_called(match, user):
            await self._timers.done(timer)
        elif later:
            await self._timers.postpone(timer, later)
        elif claimed := await self._timers.claim(timer, now() + LEASE):
            await self._offers.call_late(match, offer, user)
            await self._timers.done(claimed)


def _is_put_to(row: MessageRow, seat: int, match: Match) -> bool:
    is_offer = row.role not in ("board", ANCHOR) and row.state == "live" and row.revision == match.revision
    return is_offer and Offer.parse(row.role).seat == other(seat)
