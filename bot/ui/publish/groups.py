"""The public messages of groups: each is posted once, and edited whenever its games have changed how people stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.matches.groups import Groups
from bot.store.groups import GroupRow
from bot.ui.kit.budget import SOON, Budget
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say
from bot.ui.pages.groups import group_page
from bot.ui.publish.channels import Backoff, Channels
from bot.ui.publish.messages import Messages, nonce_of


class GroupPosts:
    """Does with groups what is due, and shows them. ``speak`` gives the words of a language."""

    def __init__(
        self,
        groups: Groups,
        messages: Messages,
        channels: Channels,
        budget: Budget,
        tasks: Tasks,
        backoff: Backoff,
        speak: Callable[[str], Say],
    ) -> None:
        self._groups = groups
        self._messages = messages
        self._channels = channels
        self._budget = budget
        self._tasks = tasks
        self._backoff = backoff
        self._speak = speak

    def begin(self) -> None:
        """Do in the background what is due and owed, unless that is going on; then once more after it."""
        self._tasks.coalesce("groups", self._sweep)

    async def _sweep(self) -> None:
        for group_id in await self._groups.due():
            await self._groups.settle(group_id)
        for group in await self._groups.owed():
            what, show = ("group", group.id), partial(self._show, group)
            if not self._backoff.is_waiting(what):
                await self._backoff.attempt(what, show, "group %s cannot be shown now", group.id)
            elif group.stage == "going":
                go_on = partial(self._go_on, group.id)
                await self._backoff.attempt(("course", group.id), go_on, "group %s cannot go on now", group.id)

    async def _go_on(self, group_id: int) -> bool:
        """Do what follows from the games of a group while its message is left alone. Always True, for ``attempt``."""
        await self._groups.settle(group_id)
        return True

    async def _show(self, group: GroupRow) -> bool:
        """Do what follows from the games of a group, even where nothing can be shown; then edit its message, or post it
        where there is none. False if that is still owed.
        """
        cross_table = await self._groups.settle(group.id)
        if not self._channels.is_open(group.guild_id, group.channel_id):
            return False
        async with self._budget.turn(SOON):
            if cross_table.group.stage == "off":
                return await self._take_down(group)
            where, page = (group.guild_id, group.channel_id), group_page(self._speak(group.language), cross_table)
            if group.message_id and await self._messages.edit(*where, group.message_id, page):
                await self._groups.note_message(cross_table, group.message_id)
                return True
            message = await self._messages.post(*where, page, nonce_of("group", group.id, group.message_id or ""))
            await self._groups.note_message(cross_table, message.id)
            if group.message_id:
                await self._messages.take_down(group.channel_id, group.message_id)
        return True

    async def _take_down(self, group: GroupRow) -> bool:
        if group.message_id and not await self._messages.take_down(group.channel_id, group.message_id):
            return False
        await self._groups.remove(group.id)
        return True
