"""How public messages come about that are no match's board, such as those of duels and walls (decision 0080)."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import discord

from bot.clock import now
from bot.store.challenges import ChallengeRow
from bot.store.duels import DuelRow
from bot.store.groups import GroupRow
from bot.store.pending_boards import PendingBoard
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
P = TypeVar("P", bound=Row | PendingBoard)


CLOCKS_DIFFER = 2.0
"""By how many seconds our clock and Discord's may differ untold."""


def _key_of(row: object) -> Hashable:
    key: Hashable = getattr(row, "id", row)
    return key


async def _shared(rows: Iterable[T], work: Callable[[T], Awaitable[object]], at_once: int) -> None:
    """Do some work for each row, so many at once."""
    left = iter(rows)

    async def go_on() -> None:
        for row in left:
            await work(row)

    workers = [asyncio.create_task(go_on()) for _ in range(at_once)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:  # where one is stopped, all are
            worker.cancel()


@dataclass(frozen=True, slots=True)
class Publisher:
    """Posts the messages of rows, and goes through those that are owed. Raises `UNREACHED` when Discord refuses.

    ``since`` tells since when this process answers.
    """

    messages: Messages
    channels: Channels
    budget: Budget
    tasks: Tasks
    backoff: Backoff
    speak: Callable[[str], Say]
    since: Callable[[], float] = float

    async def each(
        self,
        kind: str,
        rows: Iterable[T],
        work: Callable[[T], Awaitable[object]],
        key_of: Callable[[T], Hashable] = _key_of,
        at_once: int = 1,
    ) -> None:
        """Do some work for each row, so many ``at_once``. Never raises: a row whose work does, or returns False, is
        left for a while.
        """
        await _shared(rows, partial(self._attempt, kind, work, key_of), at_once)

    async def show_each(
        self,
        kind: str,
        rows: Iterable[R],
        show: Callable[[R], Awaitable[object]],
        key_of: Callable[[R], Hashable] = _key_of,
        at_once: int = 1,
    ) -> None:
        """Do some work for each row in a channel, like `each` and `in_channels`."""
        await self.in_channels(rows, partial(self._attempt, kind, show, key_of), at_once)

    async def in_channels(self, rows: Iterable[P], work: Callable[[P], Awaitable[object]], at_once: int) -> None:
        """Do some work for each row, in so many channels ``at_once``: in each, one row after the other while it is
        open, so that one that refuses is asked once.
        """
        channels: dict[tuple[int, int], list[P]] = defaultdict(list)
        for row in rows:
            channels[row.guild_id, row.channel_id].append(row)

        async def go_through(where: tuple[int, int]) -> None:
            for row in channels[where]:
                if self.channels.is_open(*where):
                    await work(row)

        await _shared(channels, go_through, at_once)

    async def _attempt(
        self, kind: str, work: Callable[[T], Awaitable[object]], key_of: Callable[[T], Hashable], row: T
    ) -> None:
        key = key_of(row)
        await self.backoff.attempt((kind, key), partial(work, row), "%s %s waits", kind, key)

    def say(self, row: Row) -> Say:
        """The words in which the message of a row speaks."""
        say = self.speak(row.language)
        return say if row.guild_id else say.in_conversation

    async def post(self, row: Row, page: Page, nonce: str, ping: int | None = None) -> discord.Message:
        """Post the message of a row, which notifies the user ``ping`` or nobody: see `Messages.post`.

        If a crash came before an earlier one was noted, Discord gives back that one, which may show an older state: it
        was made before the post began, or before this process took over, perhaps a moment after another was killed.
        """
        begun = now()
        message = await self.messages.post(row.guild_id, row.channel_id, page, nonce, ping)
        if message.created_at.timestamp() < max(begun - CLOCKS_DIFFER, self.since() + CLOCKS_DIFFER):
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
