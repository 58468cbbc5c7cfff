"""The public messages of duels: one while both play, and then one that shows both games. Each is posted once."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.clock import now
from bot.matches.duels import Duels
from bot.matches.match import Match, Refusal
from bot.matches.timers import Timers
from bot.store.changes import Change
from bot.store.duels import DuelRow
from bot.store.timers import TimerRow
from bot.ui.kit.budget import NOW
from bot.ui.kit.page import Page
from bot.ui.pages.duels import begun_page, ended_page
from bot.ui.publish.boards import Boards
from bot.ui.publish.delivery import Notifier
from bot.ui.publish.messages import is_call, nonce_of
from bot.ui.publish.posts import Call
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.recent_activity import RecentActivity

LOG = logging.getLogger(__name__)

LEASE = 30
"""Seconds after which a claimed call is tried again, while Discord still knows its nonce."""


class DuelPosts:
    """Ends duels, and posts what they owe."""

    def __init__(
        self,
        duels: Duels,
        timers: Timers,
        boards: Boards,
        notifier: Notifier,
        activity: RecentActivity,
        publisher: Publisher,
    ) -> None:
        self._duels = duels
        self._timers = timers
        self._boards = boards
        self._notifier = notifier
        self._activity = activity
        self._publisher = publisher

    def follow(self, changes: Sequence[Change]) -> None:
        """See to duels that have just begun, or have had a game end, once the person behind it is answered."""
        if any(change.game.duel == "secret" for change in changes):
            self._publisher.tasks.once_answered(self.begin)

    def begin(self) -> None:
        """Do in the background what is owed, unless that is going on; then once more after it."""
        self._publisher.tasks.coalesce("duels", self._sweep)

    async def _sweep(self) -> None:
        await self._publisher.each("the end of duel", await self._duels.due(), self._duels.settle)
        await self._publisher.show_each("duel", await self._duels.owed(), self._show_in_turn)

    async def _show_in_turn(self, duel: DuelRow) -> bool:
        try:
            async with self._publisher.budget.turn(NOW):
                await self._show(duel)
        except Refusal:
            LOG.warning("duel %s: one of its games is not in the store", duel.id)
            return False
        return True

    async def _show(self, duel: DuelRow) -> None:
        """Post what a duel owes, or show it anew. A call becomes its page at once; else that is still owed."""
        page, called, match = await self._page(duel)
        shows, is_new = duel.to_show, duel.shown != duel.to_show
        if duel.message_id and not is_new and await self._publisher.edit(duel, page):
            await self._duels.note_message(duel, duel.message_id)
            return
        call = None
        if is_new:
            call = await self._notifier.to_mention(match, called, page.notification, f"duel {shows}")
        await self._post(duel, page, call, nonce_of("duel", duel.id, shows, "" if is_new else duel.message_id))

    async def call(self, timer: TimerRow) -> None:
        """Call after all whom the message of a duel should have called, and post it again, once it shows the duel."""
        duel_id = await self._duels.of_game(timer.subject)
        if duel_id is None:
            await self._timers.done(timer)
            return
        duel = await self._duels.find(duel_id)
        if duel.shown != duel.to_show:
            return
        page, user, match = await self._page(duel)
        notice = f"duel {duel.to_show}"
        call = await self._notifier.to_mention(match, user, page.notification, notice)
        if call.later:
            await self._timers.postpone(timer, call.later)
        elif call.mention is None:  # they want none by now, or were told in private
            await self._timers.done(timer)
        elif await self._timers.claim(timer, now() + LEASE):
            async with self._publisher.budget.turn(NOW):
                await self._post(duel, page, call, nonce_of(duel.id, notice, "late"))

    async def _post(self, duel: DuelRow, page: Page, call: Call | None, nonce: str) -> None:
        """Post the message of a duel, if it is new with a ``call`` or none. The message says whether it has called
        somebody, as it may be that of an earlier try, which a kill has left unnoted.
        """
        ping = call.mention if call else None
        message = await self._publisher.post(duel, page, nonce, ping)
        has_called, timers = is_call(message), dict[str, int | None]()
        if has_called and ping is not None:
            self._activity.note_call(ping, duel.guild_id, duel.game1)
        if call is not None:
            timers["duel"] = None if has_called or call == Call() else call.later or now()
        await self._duels.note_message(duel, message.id, owed=has_called, timers=timers)
        self._boards.refresh(duel.game1)  # which deletes the message that this one replaces
        if has_called and await self._publisher.edit(replace(duel, message_id=message.id), page, ping):
            await self._duels.note_message(duel, message.id)

    async def _page(self, duel: DuelRow) -> tuple[Page, int, Match]:
        """The page of a duel, whom it calls (who has asked for it, and at the end who had to wait for the other), and
        its first game.
        """
        say = self._publisher.say(duel)
        one, two = await self._duels.games(duel)
        if duel.ended_at is None:
            return begun_page(say, duel), duel.one, one
        called = duel.one if (one.ended_at or 0) <= (two.ended_at or 0) else duel.two
        return ended_page(say, duel, (one, two), called), called, one
