"""The public messages of matches, one at a time: each step of posting one is noted, so that it can be finished later.

A message that mentions somebody is posted as plain words, its page's call, because a phone shows nothing else in a
notification. It is noted as outdated, and edited into its page at once. The edit notifies nobody, now or later.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict

import discord

from bot.matches.match import Match
from bot.matches.postings import Noted, Postings, both
from bot.store.messages import MessageRow
from bot.ui.kit.custom_id import ids_in
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.publish.channels import Channels
from bot.ui.publish.messages import Messages, nonce_of

LOG = logging.getLogger(__name__)

REMEMBERED = 10_000
"""For how many matches this process remembers the board that it posted last."""

NO_REVISION = -1
"""The revision of a message that shows we cannot tell what: no match is ever there."""


class Posts:
    """Posts, edits and deletes the messages of matches. Raises `UNREACHED` when Discord refuses."""

    def __init__(self, postings: Postings, messages: Messages, channels: Channels) -> None:
        self._postings = postings
        self._messages = messages
        self._channels = channels
        self._boards: OrderedDict[int, int] = OrderedDict()

    async def post(self, match: Match, page: Page, role: str, ping: int | None, nonce: str) -> Noted:
        """Post a page, which notifies the user ``ping`` or nobody.

        Once the words of a call are posted nothing is raised: the match is owed its page.
        """
        message = await self._messages.post(match.guild_id, match.channel_id, page, nonce, ping)
        row = _row_of(match, message, role, page)
        if role == "board":
            self._remember(match.id, message.id)
        is_current, are_doomed = await self._postings.note_post(row, match)
        if row.outdated and is_current:
            try:
                return both((is_current, are_doomed), await self.complete(match, row, page))
            except UNREACHED as error:
                LOG.warning("game %s: a call is not complete: %s", match.id, error)
                is_current = False
        return is_current, are_doomed

    async def complete(self, match: Match, row: MessageRow, page: Page) -> Noted:
        """Turn plain words into their page. If Discord refuses the edit, the page is posted anew without a mention."""
        return await self.edit(match, row, page) or await self.post(match, page, row.role, None, after(match, row))

    async def edit(self, match: Match, row: MessageRow, page: Page, *, may_be_gone: bool = False) -> Noted | None:
        """Show a page on a message that stands, unless it ``may_be_gone`` and is. None if Discord refuses the edit."""
        where = match.guild_id, row.channel_id, row.message_id
        if not await self._messages.edit(*where, page, may_be_gone=may_be_gone):
            return None
        return await self._postings.note_edit(row, match)

    async def take_down(self, doomed: list[MessageRow]) -> bool:
        """Delete messages. False if some are to be tried again soon: channels that refuse us are left to the sweep."""
        gone = [row.message_id for row in doomed if await self._messages.take_down(row.channel_id, row.message_id)]
        if gone:
            await self._postings.forget(gone)
        return all(row.message_id in gone or self._channels.is_refusing(row.channel_id) for row in doomed)

    def is_newest_board(self, match_id: int, message_id: int) -> bool:
        """Whether this process has posted a message as the board of a match, and none since."""
        return self._boards.get(match_id) == message_id

    def forget_board(self, match_id: int) -> None:
        """Forget which board of a match was posted last."""
        self._boards.pop(match_id, None)

    def _remember(self, match_id: int, message_id: int) -> None:
        self._boards[match_id] = message_id
        if len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)


def after(match: Match, before: MessageRow | None) -> str:
    """The nonce of a message that comes after another one.

    If a crash makes us post twice, Discord treats both as one message and returns the older one, which we recognise by
    the revision in its buttons or, while it is plain words, by whom it mentions.
    """
    return nonce_of(match.id, before.message_id if before else 0)


def _row_of(match: Match, message: discord.Message, role: str, page: Page) -> MessageRow:
    """A message that was just posted, or that an earlier try posted: then we cannot tell whose move it names."""
    is_plain = not message.components
    if is_plain:
        shown = match.revision if _mentioned(message.content) == _mentioned(page.call) else NO_REVISION
    else:
        shown = next((custom_id.revision for custom_id in ids_in(message.components)), match.revision)
    to_move = match.to_move if shown == match.revision else None
    return MessageRow(message.id, match.id, match.channel_id, role, shown, to_move, "live", outdated=is_plain)


def _mentioned(words: str) -> str | None:
    """The first user whom some words mention: the one whom they call."""
    first = re.search(r"<@!?(\d+)>", words)
    return first[1] if first else None
