"""Bad weather: Discord fails in one way after the other, at random, while people play."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from tests.wire.bodies import controls_of
from tests.wire.faults import ANSWERS, DELETES, EDITS, POSTS
from tests.wire.gateway import RECONNECT
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.runs import Figures, figures_of, playing
from tests.wire.standin import StandIn, answered

REFUSALS = [
    ("bad V2 edit", EDITS),  # of a call in plain words, too, which is to become a page
    ("too many edits", EDITS),
    ("too many edits for long", EDITS),
    ("long rate limit", POSTS),
    ("long rate limit", EDITS),
    ("global rate limit", POSTS),
    ("cloudflare", POSTS),
    ("unavailable", POSTS),
    ("missing permissions", POSTS),
    ("unknown message", EDITS),
    ("unavailable", DELETES),
]
"""Faults, and the requests that they strike."""

PAUSE = 0.4
"""Seconds from one fault to the next, on average."""

SHORT, LONG = 1.0, 3.0
"""Seconds that a channel is closed, or that the bot is out of the server."""


class Weather:
    """What goes wrong. ``faults`` counts it, by name."""

    def __init__(self, discord: StandIn, people: Sequence[Table], rng: random.Random) -> None:
        self.faults: Counter[str] = Counter()
        self._discord = discord
        self._people = people
        self._rng = rng

    async def blow(self, seconds: float) -> None:
        """Let one thing after the other go wrong for so long, and then nothing more."""
        kinds = [self._refuse] * 4 + [self._refuse_pictures, self._close, self._replay, self._reconnect, self._remove]
        async with asyncio.TaskGroup() as faults:
            end = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < end:
                await asyncio.sleep(self._rng.uniform(0, 2 * PAUSE))
                faults.create_task(self._rng.choice(kinds)())
        self._discord.traps.clear()

    async def _refuse(self) -> None:
        fault, where = self._rng.choice(REFUSALS)
        self._discord.trap(fault, where)
        self.faults[fault] += 1

    async def _refuse_pictures(self) -> None:
        self._discord.trap("bad body", ANSWERS, times=3, uploads=True)
        self.faults["answers with pictures refused"] += 3

    async def _close(self) -> None:
        channel = self._rng.choice(self._people).channel
        channel.closed = True
        self.faults["channel closed for a while"] += 1
        await asyncio.sleep(LONG)
        channel.closed = False

    async def _replay(self) -> None:
        table = self._rng.choice(self._people)
        self.faults["replays asked for"] += 1
        user = self._rng.choice(table.users)
        number = next(iter(table.promised), (1, 0))[0]
        steps = (await answered(await self._discord.slash(user, table.home, "games", game=number))).answer
        if steps and "replay" in controls_of(steps.body):
            steps = (await answered(await self._discord.press(user, steps, controls_of(steps.body)["replay"]))).answer
        if steps and (animation := controls_of(steps.body).get("animation")):
            await answered(await self._discord.press(user, steps, animation))

    async def _reconnect(self) -> None:
        for session in self._discord.gateway.live:
            if session.line:
                await session.line.send(RECONNECT)
        self.faults["reconnects"] += 1

    async def _remove(self) -> None:
        if self._discord.home.here:
            self.faults["bot removed and invited again"] += 1
            await self._discord.gateway.remove(self._discord.home)
            await asyncio.sleep(SHORT)
            await self._discord.gateway.invite(self._discord.home)


async def weather(discord: StandIn, bot: Bot, people: Sequence[Table], seconds: float, seed: int = 1) -> Figures:
    """Let everybody play for some seconds while Discord fails in one way after the other."""
    await bot.connect(discord)
    bad = Weather(discord, people, random.Random(seed))
    async with playing(people):
        await bad.blow(seconds)
    figures = await figures_of(discord, bot.database, people)
    figures.faults = bad.faults
    assert await bot.stop() == 0
    return figures
