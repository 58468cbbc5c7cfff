"""How public messages come about that are no match's board, such as those of duels and walls (decision 0080)."""

from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import discord

from bot.clock import now
from bot.store.challenges import ChallengeRow
from bot.store.duels import DuelRow
from bot.store.groups import GroupRow
from bot.store.walls import WallRow
from bot.ui.kit.budget import Budget
from bot.ui.kit.page import Page
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say
from bot.ui.publish.channels import Backoff, Channels
from bot.ui.publish.messages import Messages

Row = ChallengeRow | DuelRow | GroupRow | WallRow
"""A row with a public message, which is None until it is posted."""

T = TypeVar("T")
R = TypeVar("R", bound=Row)


SURELY_OLDER = 5
"""Seconds by which a message is older than the request for it if it was made before: clocks may differ a little."""


def _key_of(row: object) -> Hashable:
    key: Hashable = getattr(row, "id", row)
    return key


@dataclass(frozen=True, slots=True)
class Publisher:
    """Posts the messages of rows, and goes through those that are owed. Raises `UNREACHED` when Discord refuses."""

    messages: Messages
    channels: Channels
    budget: Budget
    tasks: Tasks
    backoff: Backoff
    speak: Callable[[str], Say]

    async def each(
        self,
        kind: str,
        rows: Iterable[T],
        work: Callable[[T], Awaitable[object]],
        key_of: Callable[[T], Hashable] = _key_of,
    ) -> None:
        """Do some work for each row. Never raises: a row whose work does, or returns False, is left for a while."""
        for row in rows:
            key = key_of(row)
            await self.backoff.attempt((kind, key), partial(work, row), "%s %s waits", kind, key)

    async def show_each(
        self,
        kind: str,
        rows: Iterable[R],
        show: Callable[[R], Awaitable[object]],
        key_of: Callable[[R], Hashable] = _key_of,
    ) -> None:
        """Do some work for each row whose channel is open when its turn comes, like `each`."""
        are_open = (row for row in rows if self.channels.is_open(row.guild_id, row.channel_id))
        await self.each(kind, are_open, show, key_of)

    def say(self, row: Row) -> Say:
        """The words in which the message of a row speaks."""
        return self.speak(row.language)

    async def post(self, row: Row, page: Page, nonce: str, ping: int | None = None) -> discord.Message:
        """Post the message of a row, which notifies the user ``ping`` or nobody: see `Messages.post`.

        If a crash came before an earlier one was noted, Discord gives back that one, which may show an older state.
        """
        begun = now()
        message = await self.messages.post(row.guild_id, row.channel_id, page, nonce, ping)
        if message.created_at.timestamp() < begun - SURELY_OLDER:
            await self.messages.edit(row.guild_id, row.channel_id, message.id, page, ping)
        return message

    async def edit(self, row: Row, page: Page, ping: int | None = None) -> bool:
        """Show a page on the message of a row. False if it has none, or if it cannot be edited: see `Messages.edit`."""
        if row.message_id is None:
            return False
        return await self.messages.edit(row.guild_id, row.channel_id, row.message_id, page, ping)

    async def take_down(self, row: Row) -> bool:
        """Delete the message of a row, if it has one. True if it is gone. Never raises."""
        return row.message_id is None or await self.messages.take_down(row.channel_id, row.message_id)
