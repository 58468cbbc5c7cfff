"""The public messages of groups: each is posted once, and edited whenever its games have changed how people stand."""

from functools import partial

from bot.matches.group_course import CrossTable
from bot.matches.groups import Groups
from bot.store.groups import GroupRow
from bot.ui.kit.budget import SOON
from bot.ui.pages.groups import group_page
from bot.ui.publish.messages import nonce_of
from bot.ui.publish.player_names import PlayerNames
from bot.ui.publish.publisher import Publisher


class GroupPosts:
    """Does with groups what is due, and shows them."""

    def __init__(self, groups: Groups, names: PlayerNames, publisher: Publisher) -> None:
        self._groups = groups
        self._names = names
        self._publisher = publisher

    def begin(self) -> None:
        """Do in the background what is due and owed, unless that is going on; then once more after it."""
        self._publisher.tasks.coalesce("groups", self._sweep)

    async def names_in(self, cross_table: CrossTable) -> dict[int, str]:
        """Find what the people in a cross table are called."""
        users = [row.member.user_id for row in cross_table.rows]
        return await self._names.of(cross_table.group.guild_id, users)

    async def _sweep(self) -> None:
        await self._publisher.each("the course of group", await self._groups.due(), self._groups.settle)
        await self._publisher.each("the course of group", await self._groups.owed(), self._go_on)

    async def _go_on(self, group: GroupRow) -> None:
        cross_table = await self._groups.settle(group.id)
        await self._publisher.show_each("group", [cross_table.group], partial(self._show, cross_table))

    async def _show(self, cross_table: CrossTable, group: GroupRow) -> bool:
        """Edit the message of a group, or post it where there is none. False if that is still owed."""
        async with self._publisher.budget.turn(SOON):
            if group.stage == "off":
                is_gone = await self._publisher.take_down(group)
                if is_gone:
                    await self._groups.remove(group.id)
                return is_gone
            page = group_page(self._publisher.say(group), cross_table, names=await self.names_in(cross_table))
            if group.message_id and await self._publisher.edit(group, page):
                await self._groups.note_message(group, group.message_id)
                return True
            message = await self._publisher.post(group, page, nonce_of("group", group.id, group.message_id or ""))
            await self._groups.note_message(group, message.id)
            await self._publisher.take_down(group)
        return True
