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
from bot.ui.publish.delivery import Call, Notifier
from bot.ui.publish.messages import is_call, nonce_of
from bot.ui.publish.publisher import Publisher

LOG = logging.getLogger(__name__)

LEASE = 30
"""Seconds after which a claimed call is tried again, while Discord still knows its nonce."""


class DuelPosts:
    """Ends duels, and posts what they owe."""

    def __init__(self, duels: Duels, timers: Timers, boards: Boards, notifier: Notifier, publisher: Publisher) -> None:
        self._duels = duels
        self._timers = timers
        self._boards = boards
        self._notifier = notifier
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
        call = Call()
        if is_new:
            call = await self._notifier.to_mention(match, called, page.notification, f"duel {shows}")
            if call.later:
                await self._duels.owe_call(duel, call.later)
        await self._post(duel, page, call.mention, nonce_of("duel", duel.id, shows, "" if is_new else duel.message_id))
        self._notifier.note(match, call)

    async def call(self, timer: TimerRow) -> None:
        """Call after all whom the message of a duel should have called, and post it again."""
        duel_id = await self._duels.of_game(timer.subject)
        if duel_id is None:
            await self._timers.done(timer)
            return
        duel = await self._duels.find(duel_id)
        page, user, match = await self._page(duel)
        notice = f"duel {duel.to_show} late"
        call = await self._notifier.to_mention(match, user, page.notification, notice)
        if call.later:
            await self._timers.postpone(timer, call.later)
        elif call.mention is None:  # they want none by now, or were told in private
            await self._timers.done(timer)
        elif claimed := await self._timers.claim(timer, now() + LEASE):
            async with self._publisher.budget.turn(NOW):
                await self._post(duel, page, call.mention, nonce_of(duel.id, notice))
            self._notifier.note(match, call)
            await self._timers.done(claimed)

    async def _post(self, duel: DuelRow, page: Page, ping: int | None, nonce: str) -> None:
        message = await self._publisher.post(duel, page, nonce, ping)
        await self._duels.note_message(duel, message.id, owed=is_call(message))
        self._boards.refresh(duel.game1)  # which deletes the message that this one replaces
        if is_call(message) and await self._publisher.edit(replace(duel, message_id=message.id), page, ping):
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
