"""Games that are under way when something fails."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from tests.wire.checks import all_shown, lost
from tests.wire.faults import DELETES, EDITS, POSTS
from tests.wire.people import Table, tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH

REFUSALS = [
    ("server error", POSTS),
    ("server error", EDITS),
    ("unavailable", POSTS),
    ("unavailable", EDITS),
    ("rate limit", POSTS),
    ("rate limit", EDITS),
    ("too many edits", EDITS),
    ("bad V2 edit", EDITS),
    ("missing access", POSTS),
    ("missing permissions", POSTS),
    ("missing permissions", EDITS),
    ("unknown message", EDITS),
    ("unavailable", DELETES),
    ("missing access", DELETES),
]
"""Faults, and the requests that they strike."""


class Scene:
    """One table, whose game goes on under the faults of one test."""

    def __init__(self, discord: StandIn, bot: Bot, table: Table) -> None:
        self.discord = discord
        self.bot = bot
        self.table = table

    async def play(self, moves: int = 3) -> None:
        """So many more moves."""
        await self.table.play(moves)

    async def check(self) -> None:
        """Every move is there, and one board shows the newest."""
        wrong = await all_shown(self.bot.database, [self.table.channel]) or lost(self.bot.database, [self.table])
        assert not wrong, wrong


@contextlib.asynccontextmanager
async def scenes(
    folder: Path,
    count: int,
    kind: int = 0,
    sweep: float = 0.5,
    *,
    url: str = "",
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[list[Scene]]:
    """So many tables of one bot, a few moves into their games; on the database at a URL, or on a file in a folder.
    ``settings`` are the bot's.
    """
    async with StandIn() as discord:
        people = tables(discord, count)
        for table in people:
            table.channel.type = kind
            table.mischief = 0.0
        bot = Bot(discord.url, folder, sweep, database_url=url, settings=settings, sketches=True)
        await bot.start()
        try:
            await discord.connected()
            made = [Scene(discord, bot, table) for table in people]
            await asyncio.gather(*(scene.play(2) for scene in made))
            yield made
            assert await bot.stop() == 0
        finally:
            if bot.running:
                await bot.kill()
        assert bot.errors() == []
        assert discord.wrong == []
        assert (discord.wordless, discord.bare, discord.loud) == ([], [], [])
        assert [one.control for one in discord.interactions.values() if one.accepted > 1] == []


async def suffered(folder: Path, times: int = 1, url: str = "") -> int:
    """Play a game under each of `REFUSALS`, so many times, all at once. Returns how many faults struck."""
    counted = {"BOARDS_BY_TOKEN": "never"}  # a trap strikes no token, and tokens are all that so many tables may use
    async with scenes(folder, len(REFUSALS), url=url, settings=counted) as made:
        discord = made[0].discord

        async def suffer(scene: Scene, fault: str, where: tuple[str, str]) -> None:
            method, path = where
            scene.table.talk = True  # a board that stays the newest message asks for few counted requests
            trap = discord.trap(fault, (method, path.replace(r"\d+", str(scene.table.channel.id), 1)), times)
            while trap.times:
                await scene.play(1)
            await scene.play(1)
            await scene.check()

        async with asyncio.timeout(LONG_ENOUGH):
            await asyncio.gather(*(suffer(scene, *how) for scene, how in zip(made, REFUSALS, strict=True)))
        return discord.injected
