"""Guests of tables: they look at games, replay them, ask for hints, take lessons, change settings and give up."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from tests.wire.bodies import controls_of
from tests.wire.people import Table, boards_in
from tests.wire.places import Message
from tests.wire.standin import answered
from tests.wire.world import Interaction

LOOKS = ("quilt1", "quilt2", "ring", "text", "patches", "overview")
STEPS = ("first", "previous", "following", "last", "mine")
THEMES = ("default", "daylight", "night", "contrast")
LESSONS = 6


class Guest:
    """Somebody at a table, in the name of one of its players or of a spectator, who does anything but make moves."""

    def __init__(self, table: Table, spectator: int, rng: random.Random) -> None:
        self._table = table
        self._rng = rng
        self._spectator = spectator
        self._user = spectator
        self._acts: dict[Callable[[], Awaitable[object]], int] = {
            self._look: 6,
            self._step: 4,
            self._animate: 1,
            self._ask_for_a_hint: 3,
            self._choose_a_theme: 2,
            self._list: 3,
            self._learn: 1,
            self._give_up: 1,
        }

    async def stay(self) -> None:
        """Do one thing after the other, for ever."""
        while True:
            self._user = self._rng.choice([*self._table.users, self._spectator])
            await self._rng.choices([*self._acts], [*self._acts.values()])[0]()

    async def _look(self) -> None:
        page = await self._more()
        for _ in range(self._rng.randint(1, 4)):
            page = await self._press(page, self._rng.choice(LOOKS))

    async def _step(self) -> None:
        page = await self._replay()
        for _ in range(self._rng.randint(1, 5)):
            page = await self._press(page, self._rng.choice(STEPS))

    async def _animate(self) -> None:
        await self._press(await self._replay(), "animation")

    async def _ask_for_a_hint(self) -> None:
        """Ask on one's own board, or, before one's first move, where all else is."""
        self._user = self._table.users[0]
        page = await self._more()
        if page and "hint" not in controls_of(page.body):
            page = await self._press(page, "home")
        await self._press(page, "hint")

    async def _choose_a_theme(self) -> None:
        page = await self._press(await self._use("games"), "settings")
        if page and (select := controls_of(page.body).get("theme")):
            await self._shown(await self._table.discord.press(self._user, page, select, [self._rng.choice([*THEMES])]))

    async def _list(self) -> None:
        await self._use(self._rng.choice(("games", "play", "help")))

    async def _learn(self) -> None:
        page = await self._use("learn")
        for _ in range(LESSONS):
            page = await self._press(page, "1")
            page = await self._press(page, "next")

    async def _give_up(self) -> None:
        self._user = self._rng.choice(self._table.users)
        await self._press(await self._press(await self._more(), "resignpage"), "resign")

    async def _more(self) -> Message | None:
        return await self._press(self._board(), "more")

    async def _replay(self) -> Message | None:
        return await self._press(await self._more(), "replay")

    def _board(self) -> Message | None:
        return next(reversed(boards_in(self._table.channel)), None)

    async def _use(self, command: str, **options: Any) -> Message | None:
        await self._table.pace.wait()
        return await self._shown(await self._table.discord.slash(self._user, self._table.home, command, **options))

    async def _press(self, message: Message | None, control: str) -> Message | None:
        """Press a button of a message. Returns what is shown then: the same message, if it has no such button."""
        await self._table.pace.wait()
        custom_id = controls_of(message.body).get(control) if message else None
        if message is None or custom_id is None:
            return message
        return await self._shown(await self._table.discord.press(self._user, message, custom_id)) or message

    async def _shown(self, interaction: Interaction) -> Message | None:
        return (await answered(interaction)).answer
