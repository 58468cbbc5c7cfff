"""Calls that were put off: somebody was at the table, had quiet hours, or had just been called to another game."""

import logging
from collections.abc import Sequence

from bot.clock import now
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.timers import Timers
from bot.store.games import GameRow
from bot.store.messages import ANCHOR, MessageRow
from bot.store.timers import TimerRow
from bot.ui.kit.failure import UNREACHED, is_final
from bot.ui.pages.offers import Offer
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import CALL_AFTER, Notifier, age
from bot.ui.publish.offers import Offers
from bot.ui.publish.recent_activity import RecentActivity
from bot.ui.words.notifications import called
from game import other

LOG = logging.getLogger(__name__)

LEASE = 30
"""Seconds after which a claimed call, or one whose board is to come first, is tried again: soon, while Discord knows
the nonce of a board that may exist.
"""


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
        if (seen_at := self._seen_at(match, user)) + CALL_AFTER > now():  # they know, and think
            later = max(later or 0, seen_at + CALL_AFTER)
        if later is None:
            await self._timers.done(timer)
        elif later:
            await self._timers.postpone(timer, later)
        elif match.id in (owed := await self._matches.not_shown()):  # after a kill: its board calls when it comes
            await self._timers.postpone(timer, now() + LEASE)
        else:
            await self._call(timer, match, user, owed)

    async def _knows(self, match: Match, user: int) -> bool:
        """Tell whether a call is of no use: a question of the match has just called them, they have seen its end, or
        they have looked at it in their quiet hours.
        """
        if self._notifier.was_called(match, user):
            return True
        seen_at = self._seen_at(match, user)
        return seen_at > 0 and (match.outcome is not None or await self._notifier.was_quiet(match, user, seen_at))

    def _seen_at(self, match: Match, user: int) -> int:
        """Tell when a user has last pressed something about a match as it is now; 0 if we do not know of it. What they
        pressed in the second in which it came to be so may have been before.
        """
        acted_at = int(self._activity.acted_at(match.id, user))
        return acted_at if acted_at > (match.acted_at or 0) else 0

    async def _call(self, timer: TimerRow, match: Match, user: int, owed: set[int]) -> None:
        """Call a user to the most urgent of the games that wait for them whose board can be posted. Those whose board
        is ``owed`` call them when it comes.
        """
        found = [] if match.outcome else await self._waiting_for(user, match.guild_id)
        waiting = [game for game in found if game.id not in owed]
        games: Sequence[GameRow | Match] = waiting or [match]
        claimed: TimerRow | None = None

        async def claim() -> TimerRow | None:
            nonlocal claimed
            claimed = claimed or await self._timers.claim(timer, now() + LEASE)
            return claimed

        for number, game in enumerate(games, 1):
            try:
                if await self._boards.call_late(game.id, user, claim, waiting[number - 1 :]):
                    return
            except UNREACHED as error:
                if number == len(games) or not is_final(error) or self._notifier.was_called(game, user):
                    raise
                LOG.info("game %s cannot call user %s, and the next one does: %s", game.id, user, error)

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
