"""The public messages of daily quilts: who has sewn one, and at the end of the day the wall; and reminders.

Each is posted once; the wall takes the place of the message by an edit, which notifies nobody (decision 0069).
"""

from collections.abc import Sequence
from operator import attrgetter

from bot.matches.daily import Dailies
from bot.matches.sundays import Sundays
from bot.matches.walls import Walls
from bot.store.changes import Change
from bot.store.walls import WallRow
from bot.ui.kit.budget import LATER
from bot.ui.kit.page import Page
from bot.ui.kit.texts import url_of
from bot.ui.pages.daily import open_page, wall_page
from bot.ui.pages.sundays import open_sunday_page, sunday_wall_page
from bot.ui.publish.direct import DirectMessages
from bot.ui.publish.messages import nonce_of
from bot.ui.publish.publisher import Publisher

AT_ONCE = 15
"""How many walls are shown at once, and how many people are reminded beside them. Discord takes a third of a second for
each: so they go as fast as its limit allows, and everything else passes them.
"""

_which = attrgetter("channel_id", "guild_id", "is_sunday", "number")
"""What tells walls apart, and one in another channel from the one before."""


class DailyPosts:
    """Shows what walls owe, and reminds people who want that."""

    def __init__(
        self, dailies: Dailies, sundays: Sundays, walls: Walls, direct: DirectMessages, publisher: Publisher
    ) -> None:
        self._dailies = dailies
        self._sundays = sundays
        self._walls = walls
        self._direct = direct
        self._publisher = publisher

    def follow(self, changes: Sequence[Change]) -> None:
        """See to Sunday quilts that have just been finished, once their sewers are answered."""
        if any(change.game.duel == "sunday" for change in changes):
            self._publisher.tasks.once_answered(self.begin)

    def begin(self) -> None:
        """Do in the background what is owed, unless that is going on; then once more after it."""
        self._publisher.tasks.coalesce("Sunday quilts", self._settle)
        self._publisher.tasks.coalesce("walls", self._hang)
        self._publisher.tasks.coalesce("daily reminders", self._remind_all)

    async def _settle(self) -> None:
        if due := await self._sundays.due():
            await self._publisher.each("the Sunday quilt of game", due, self._sundays.settle)
            self._publisher.tasks.coalesce("walls", self._hang)

    async def _hang(self) -> None:
        await self._publisher.each("the wall", await self._walls.due(), self._walls.hang, _which)
        await self._publisher.show_each("wall", await self._walls.owed(), self._show, _which, AT_ONCE)

    async def _remind_all(self) -> None:
        due = await self._dailies.reminders_due()
        await self._publisher.each("the reminder of user", due, self._remind, at_once=AT_ONCE)

    async def _show(self, row: WallRow) -> None:
        async with self._publisher.budget.turn(LATER):
            page = await self._page(row)
            if page is None:
                if await self._publisher.take_down(row):
                    await self._walls.note_message(row, None)
            elif await self._publisher.edit(row, page):
                await self._walls.note_message(row, row.message_id)
            else:
                kind = "sunday wall" if row.is_sunday else "wall"
                nonce = nonce_of(kind, row.guild_id, row.channel_id, row.number, row.message_id or "")
                message = await self._publisher.post(row, page, nonce)
                await self._walls.note_message(row, message.id)

    async def _page(self, row: WallRow) -> Page | None:
        say = self._publisher.say(row)
        if row.is_sunday:
            games = await self._sundays.wall(row)
            return (sunday_wall_page if row.is_up else open_sunday_page)(say, games) if games.matches else None
        wall = await self._walls.of(row)
        return (wall_page if row.is_up else open_page)(say, wall) if wall.quilts else None

    async def _remind(self, due: tuple[int, int]) -> None:
        async with self._publisher.budget.turn(LATER):
            reminder = await self._dailies.claim(*due)
            if reminder is None:
                return
            say = self._publisher.speak(reminder.language).anywhere
            words = say("direct.daily", number=reminder.number)
            if reminder.channel_id:
                words = say("direct.text", words=words, link=url_of(reminder.guild_id, reminder.channel_id))
            await self._direct.send(reminder.user, words, nonce_of("daily", reminder.user, reminder.number))
