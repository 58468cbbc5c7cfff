"""The public messages of daily quilts: who has sewn one, and at the end of the day the wall; and reminders.

Each is posted once; the wall takes the place of the message by an edit, which notifies nobody (decision 0069).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.matches.daily import Dailies, Reminder
from bot.matches.sundays import Sundays
from bot.matches.walls import Walls
from bot.store.changes import Change
from bot.store.walls import WallRow
from bot.ui.kit.budget import NOW, Budget
from bot.ui.kit.page import Page
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say, url_of
from bot.ui.pages.daily import open_page, wall_page
from bot.ui.pages.sundays import open_sunday_page, sunday_wall_page
from bot.ui.publish.channels import Backoff, Channels
from bot.ui.publish.messages import Messages, nonce_of


class DailyPosts:
    """Shows what walls owe, and reminds people who want that. ``speak`` gives the words of a language."""

    def __init__(
        self,
        dailies: Dailies,
        sundays: Sundays,
        walls: Walls,
        messages: Messages,
        channels: Channels,
        budget: Budget,
        tasks: Tasks,
        backoff: Backoff,
        speak: Callable[[str], Say],
    ) -> None:
        self._dailies = dailies
        self._sundays = sundays
        self._walls = walls
        self._messages = messages
        self._channels = channels
        self._budget = budget
        self._tasks = tasks
        self._backoff = backoff
        self._speak = speak

    def follow(self, changes: Sequence[Change]) -> None:
        """See to Sunday quilts that have just been finished, once whoever has done so is answered."""
        if any(change.game.duel == "secret" for change in changes):
            self._tasks.once_answered(self.begin)

    def begin(self) -> None:
        """Do in the background what is owed, unless that is going on; then once more after it."""
        self._tasks.coalesce("daily quilts", self._sweep)

    async def _sweep(self) -> None:
        await self._sundays.settle()
        for where in await self._walls.due():
            await self._walls.hang(*where)
        for row in await self._walls.owed():
            if self._channels.is_open(row.guild_id, row.channel_id):
                what, show = (row.channel_id, row.guild_id, row.number), partial(self._show_in_turn, row)
                message = "daily quilt %s cannot be shown in server %s now"
                await self._backoff.attempt(what, show, message, row.number, row.guild_id)
        for reminder in await self._dailies.to_remind():
            await self._remind(reminder)

    async def _show_in_turn(self, row: WallRow) -> bool:
        async with self._budget.turn(NOW):
            await self._show(row)
        return True

    async def _show(self, row: WallRow) -> None:
        """Post what a wall owes, or show it anew; take it down if nobody's quilt is on it any more."""
        page, where = await self._page(row), (row.guild_id, row.channel_id)
        if page is None:
            if row.message_id is None or await self._messages.take_down(row.channel_id, row.message_id):
                await self._walls.note_message(row, None)
            return
        if row.message_id and await self._messages.edit(*where, row.message_id, page):
            await self._walls.note_message(row, row.message_id)
            return
        message = await self._messages.post(*where, page, nonce_of("wall", *where, row.number, row.message_id or ""))
        await self._walls.note_message(row, message.id)

    async def _page(self, row: WallRow) -> Page | None:
        """Compose what is to be seen; None if nobody's quilt is on the wall."""
        say = self._speak(row.language)
        if row.is_sunday:
            games = await self._sundays.wall(row)
            return (sunday_wall_page if row.is_up else open_sunday_page)(say, games) if games.matches else None
        wall = await self._walls.of(row)
        return (wall_page if row.is_up else open_page)(say, wall) if wall.quilts else None

    async def _remind(self, reminder: Reminder) -> None:
        say = self._speak(reminder.language)
        words = say("direct.daily", number=reminder.number)
        if reminder.channel_id:
            words = say("direct.text", words=words, link=url_of(reminder.guild_id, reminder.channel_id))
        await self._messages.tell(reminder.user, words, nonce_of("daily", reminder.user, reminder.number))
