"""The public messages of matches, one at a time: each step of posting one is noted, so that it can be finished later.

A message that mentions somebody says its page's call in plain words, because a phone shows nothing else in a
notification, and has the picture and the buttons of the page. While Discord's limit leaves room it is edited into the
page at once, or else when somebody clicks it. If the operator wants calls of words alone, such a message is noted as
owed, and always edited at once. No edit notifies anybody (decision 0046).
"""

import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot.matches.match import Match
from bot.matches.postings import Noted, Postings
from bot.store.backend.errors import StoreError
from bot.store.games import GameRow
from bot.store.messages import MessageRow
from bot.ui.kit.custom_id import ids_in
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.publish.messages import is_call, nonce_of
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.recent_activity import RecentActivity

LOG = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds after which messages that are gone are forgotten. Killed before, the bot deletes them again in vain."""

KEPT = 10_000
"""How many messages are known to be gone, at most."""

REMEMBERED = 10_000
"""For how many matches this process remembers the board that it posted or edited last."""

NO_REVISION = -1
"""The revision of a message that shows we cannot tell what: no match is ever there."""


class Call(NamedTuple):
    """Whom a message mentions, if anybody; or when they are to be called in place of that (in seconds since 1970)."""

    mention: int | None = None
    later: int = 0


class Posts:
    """Posts, edits and deletes the messages of matches. Raises `UNREACHED` when Discord refuses."""

    def __init__(self, postings: Postings, publisher: Publisher, activity: RecentActivity) -> None:
        self._postings = postings
        self._activity = activity
        self._messages = publisher.messages
        self._channels = publisher.channels
        self._budget = publisher.budget
        self._tasks = publisher.tasks
        self._gone: OrderedDict[int, None] = OrderedDict()
        """The doomed messages that were deleted, whether the store has forgotten them yet or not."""
        self._to_forget: set[int] = set()
        self._boards: OrderedDict[int, int] = OrderedDict()

    async def post(
        self,
        match: Match,
        page: Page,
        role: str,
        call: Call,
        nonce: str,
        *,
        calls: bool = False,
        stands_for: Sequence[GameRow] = (),
    ) -> Noted:
        """Post a page, with a call or without. If it ``calls`` whom its role is to call, they are owed no other one in
        this match and those that it ``stands_for``. Discord may give back an earlier try, which a kill has left
        unnoted: that message says whether they were called.

        Once a call is posted nothing is raised: if it is words alone, the match is owed its page.
        """
        ping = call.mention
        message = await self._messages.post(match.guild_id, match.channel_id, page, nonce, ping)
        is_same = _is_same_call(message, page)
        has_called = calls and (is_same or call == Call())
        if is_same and ping is not None:
            self._activity.note_call(ping, match.guild_id, match.id)
        row = _row_of(match, message, role, page, ping)
        if role == "board":
            self._remember(match, row)
        noted = await self._postings.note_post(row, match, calls=has_called, stands_for=stands_for)
        if row.owed and noted.is_current:
            try:
                return noted.then(await self.complete(match, row, page, ping))
            except UNREACHED as error:
                LOG.warning("game %s: a call is not complete: %s", match.id, error)
                return Noted(False, noted.doomed)
        if noted.is_current and is_call(message):
            await self.dress(match, row, page, ping)
        return noted

    async def complete(self, match: Match, row: MessageRow, page: Page, ping: int | None) -> Noted:
        """Turn plain words into their page. If Discord refuses the edit, the page is posted anew without a mention."""
        edited = await self.edit(match, row, page, ping)
        return edited or await self.post(match, page, row.role, Call(), after(match, row))

    async def dress(self, match: Match, row: MessageRow, page: Page, ping: int | None) -> None:
        """Turn a whole call into its page if that is free or there is room. If Discord refuses, it is usable."""
        if not self._budget.has_room and not self.is_free(row):
            return
        try:
            await self._messages.edit(match.guild_id, row.channel_id, row.message_id, page, ping)
        except UNREACHED as error:
            LOG.info("game %s: a call does not become its page now: %s", match.id, error)

    def is_free(self, row: MessageRow) -> bool:
        """Tell whether Discord does not count an edit of a message."""
        return self._messages.is_free(row.message_id)

    async def edit(
        self, match: Match, row: MessageRow, page: Page, ping: int | None = None, *, may_be_gone: bool = False
    ) -> Noted | None:
        """Show a page on a message that stands, unless it ``may_be_gone`` and is. None if Discord refuses the edit.

        Whom the message has called, ``ping``, it still marks.
        """
        where = match.guild_id, row.channel_id, row.message_id
        if not await self._messages.edit(*where, page, ping, may_be_gone=may_be_gone):
            return None
        if row.role == "board":
            self._remember(match, row)
        return await self._postings.note_edit(row, match)

    async def take_down(self, doomed: list[MessageRow]) -> bool:
        """Delete messages. False if some are to be tried again soon: channels that refuse us are left to the sweep."""
        gone = {
            row.message_id
            for row in doomed
            if row.message_id in self._gone or await self._messages.take_down(row.channel_id, row.message_id)
        }
        self._gone.update(dict.fromkeys(gone))
        while len(self._gone) > KEPT:
            self._gone.popitem(last=False)
        if gone and not self._to_forget:
            self._tasks.later(PAUSE, lambda: self._tasks.soon(self._forget))
        self._to_forget |= gone
        return all(row.message_id in gone or self._channels.is_refusing(row.channel_id) for row in doomed)

    async def _forget(self) -> None:
        gone, self._to_forget = [*self._to_forget], set()
        try:
            await self._postings.forget(gone)
        except StoreError as error:  # the sweep comes by them again
            LOG.debug("messages that are gone cannot be forgotten now: %s", error)

    def board_of(self, match_id: int) -> int | None:
        """The message of a match's board, if this process has posted or edited it lately."""
        return self._boards.get(match_id)

    def _remember(self, match: Match, board: MessageRow) -> None:
        self._boards[match.id] = board.message_id
        self._boards.move_to_end(match.id)
        if len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)

    async def stands(self, match_id: int, message_id: int) -> bool:
        """Tell whether a message stands: we showed its match's board on it last, or the store says so."""
        return self._boards.get(match_id) == message_id or await self._postings.stands(message_id)

    async def owe(self, message_ids: list[int]) -> None:
        """Owe some boards an edit, whatever they show."""
        await self._postings.owe(message_ids)

    async def doom_board(self, match_id: int) -> None:
        """Doom the board of a match: from now on a new one is owed, even if we crash on the way."""
        self._boards.pop(match_id, None)
        await self._postings.doom_board(match_id)

    async def adopt(self, row: MessageRow, match: Match) -> None:
        """Note a message that a crash has left as the board of a match, which has called the player to move."""
        await self._postings.note_post(row, match, calls=True)

    async def doom_orphan(self, orphan: MessageRow) -> None:
        """Doom a message that the store may not know; delete it now if its match is not known either."""
        if not await self._postings.note_orphan(orphan):
            await self.take_down([orphan])


def after(match: Match, before: MessageRow | None) -> str:
    """The nonce of a message that comes after another one.

    If a crash makes us post twice, Discord treats both as one message and returns the older one, which we recognise by
    the revision in its buttons or, while it is plain words, by whom it mentions.
    """
    return nonce_of(match.id, before.message_id if before else 0)


def _row_of(match: Match, message: discord.Message, role: str, page: Page, ping: int | None) -> MessageRow:
    """A message that was posted just now, by an earlier try, or before a restore: then we cannot tell whose move it is.
    If nobody is to be called, it is edited all the same; else it is replaced.
    """
    is_plain = not message.components
    if is_plain:
        shown = match.revision if _is_same_call(message, page) else NO_REVISION
    else:
        shown = next((custom_id.revision for custom_id in ids_in(message.components)), match.revision)
    to_move = match.to_move if shown == match.revision or ping is None else None
    return MessageRow(message.id, match.id, match.channel_id, role, shown, to_move, "live", owed=is_plain)


def _is_same_call(message: discord.Message, page: Page) -> bool:
    """Tell whether a message that was just posted, or by an earlier try, mentions whom its page calls."""
    return is_call(message) and _mentioned(message.content) == _mentioned(page.notification)


def _mentioned(words: str) -> str | None:
    first = re.search(r"<@!?(\d+)>", words)
    return first[1] if first else None
