"""A midnight at which much is owed at once: walls and reminders go as fast as Discord's limit allows, clicks first."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.matches.daily import Reminder
from bot.matches.walls import Hung, Wall
from bot.store.walls import WallRow
from bot.ui.kit.budget import LATER, NOW, Budget
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import speaker
from bot.ui.publish.channels import Backoff
from bot.ui.publish.daily import DailyPosts
from bot.ui.publish.publisher import Publisher
from tests.loop import Clock

LIMIT, TAKES, SETTLES = 50, 0.3, 0.01
"""Discord's requests a second, the seconds that each takes it, and those that a database takes for a Sunday quilt."""


class Midnight:
    """So many walls, reminders and Sunday quilts that are due in one instant; database and Discord only wait."""

    def __init__(self, clock: Clock, walls: int, reminders: int, sundays: int = 0) -> None:
        self.budget = Budget(LIMIT, clock.time)
        self.done, self.under_way, self.most = Counter[str](), Counter[str](), Counter[str]()
        self._walls, self._reminders = range(1, walls + 1), range(1, reminders + 1)
        self._sundays, self._noted = range(sundays), set[int]()

    def begin(self) -> None:
        publisher = Publisher(
            self._with(edit=self.edit),
            self._with(is_open=lambda *_: True),
            self.budget,
            Tasks(),
            Backoff(60, lambda: 0),
            speaker,
        )
        dailies = self._with(reminders_due=self.reminders_due, claim=self.claim)
        walls = self._with(due=self.nothing, hang=None, owed=self.owed, of=self.wall_of, note_message=self.note)
        DailyPosts(
            dailies, self._with(due=self.sundays_due, settle=self.settle), walls, self._with(send=self.send), publisher
        ).begin()

    def _with(self, **what: Any) -> Any:
        return SimpleNamespace(**what)

    async def nothing(self, *_: object) -> list[Any]:
        return []

    async def sundays_due(self) -> Sequence[int]:
        return self._sundays

    async def settle(self, _: object) -> None:
        await asyncio.sleep(SETTLES)

    async def owed(self) -> list[WallRow]:
        return [
            WallRow(number, 1, 1, number, "en", 0, message_id=number)
            for number in self._walls
            if number not in self._noted
        ]

    async def note(self, row: WallRow, _: int) -> None:
        self._noted.add(row.guild_id)

    async def wall_of(self, row: WallRow) -> Wall:
        attempt: Any = None  # which no page of a day that goes on shows
        return Wall(row, (Hung(1, attempt, 1),), 40)

    async def reminders_due(self) -> list[tuple[int, int]]:
        return [(user, 1) for user in self._reminders]

    async def claim(self, user: int, number: int) -> Reminder:
        return Reminder(user, number, "en", 0, 0)

    async def edit(self, *_: object) -> bool:
        return await self._ask("wall")

    async def send(self, *_: object) -> bool:
        return await self._ask("reminder")

    async def _ask(self, what: str) -> bool:
        await self.budget.take(LATER)
        self.under_way[what] += 1
        self.most[what] = max(self.most[what], self.under_way[what])
        await asyncio.sleep(TAKES)
        self.under_way[what] -= 1
        self.done[what] += 1
        return True


@pytest.mark.parametrize(
    ("walls", "reminders", "sundays"), [(1_000, 0, 0), (0, 1_000, 0), (500, 500, 0), (1_000, 0, 1_000)]
)
async def test_a_thousand_go_in_25_seconds_fifteen_of_a_kind_at_once(
    loop_clock: Clock, walls: int, reminders: int, sundays: int
) -> None:
    """So ten thousand walls of a time zone go up in less than five minutes, also where a week ends with the day."""
    midnight = Midnight(loop_clock, walls, reminders, sundays)
    midnight.begin()
    await loop_clock.advance(25)
    assert midnight.done == Counter(wall=walls, reminder=reminders)
    assert max(midnight.most.values()) <= 15


async def test_what_an_answer_needs_passes_a_thousand_walls(loop_clock: Clock) -> None:
    midnight = Midnight(loop_clock, 1_000, 1_000)
    midnight.begin()
    await loop_clock.advance(10)
    click = asyncio.ensure_future(midnight.budget.take(NOW))
    await loop_clock.advance(0.1)
    assert click.done()
    assert midnight.done["wall"] < 1_000
