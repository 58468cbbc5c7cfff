"""Killed while a rival is thinking, the bot makes the move that is owed once it is back: a single time."""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from bot.clock import now
from bot.matches.audit import Audit
from tests.store.building import opened
from tests.wire.checks import all_shown, lost
from tests.wire.people import Pace, Table
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import LONG_ENOUGH, until

pytestmark = pytest.mark.slow

OWED = "SELECT id, revision FROM games WHERE rival IS NOT NULL AND to_move = 2"
LONGEST_THOUGHT = 1.0
"""Seconds that the strongest rival takes for a move, about."""


class Duel:
    """Somebody who plays one game after the other against the strongest rival, and how that stands in the store."""

    def __init__(self, discord: StandIn, bot: Bot, seed: int = 1) -> None:
        self.table = Table(
            discord, discord.new_channel(), (1001, 1001), random.Random(seed), Pace(), rival="thimble", mischief=0.0
        )
        self.bot = bot
        self.discord = discord
        self._playing: asyncio.Task[None] | None = None

    async def play_until_owed(self) -> tuple[int, int]:
        """Play until the rival is thinking. Returns the game, and how many events it has. The answer may still wait."""
        async with asyncio.timeout(LONG_ENOUGH):
            while not (owed := self.bot.database.rows(OWED)):
                if self._playing is None or self._playing.done():
                    self._playing = asyncio.create_task(self.table.play(moves=1))
                await asyncio.sleep(0.01)
        return owed[0]

    async def answered(self, game: int, revision: int) -> None:
        """Wait until the move is made that was owed."""
        after = f"SELECT count(*) FROM log WHERE game_id = {game} AND number > {revision} AND seat = 2"  # noqa: S608
        await until(lambda: not (self.bot.database.rows(OWED) or self.bot.database.rows(after) == [(0,)]))

    async def check(self) -> None:
        """Nothing that was promised is lost, every game can be replayed, and its one board shows it."""
        if self._playing:
            await self._playing
        assert await all_shown(self.bot.database, [self.table.channel]) == []
        assert lost(self.bot.database, [self.table]) == []
        async with opened(self.bot.database.url) as database:
            assert (await Audit(database, now).examine()).findings == []


@pytest.mark.parametrize(
    ("times", "seed"),
    [
        pytest.param(3, 1, marks=pytest.mark.night),
        pytest.param(20, random.randrange(10**6), marks=pytest.mark.soak),
    ],
)
async def test_no_move_is_lost_and_none_is_made_twice(discord: StandIn, bot: Bot, times: int, seed: int) -> None:
    rng, duel = random.Random(seed), Duel(discord, bot, seed)
    await bot.connect(discord)
    for _ in range(times):
        owed = await duel.play_until_owed()
        await asyncio.sleep(rng.uniform(0, LONGEST_THOUGHT))
        await bot.kill()
        await discord.cut()
        await bot.connect(discord)
        await duel.answered(*owed)
    await duel.check()
    assert len(duel.table.promised) >= times
    assert await bot.stop() == 0


def thinks(pid: int) -> bool:
    """Whether a process is the engine."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[1:3] == [b"-m", b"engine"]
    except OSError:
        return False


@pytest.mark.night
async def test_an_engine_that_is_killed_is_replaced_and_none_outlives_its_bot(discord: StandIn, bot: Bot) -> None:
    duel = Duel(discord, bot)
    await bot.connect(discord)
    await duel.answered(*await duel.play_until_owed())
    for sent in (signal.SIGSTOP, signal.SIGKILL):  # it has a question then, however quick it is
        for pid in filter(thinks, bot.children()):
            os.kill(pid, sent)
        owed = await duel.play_until_owed()
    await duel.answered(*owed)
    await duel.check()
    await duel.play_until_owed()
    engines = set(filter(thinks, bot.children()))
    assert engines
    await bot.kill()
    await until(lambda: not any(map(thinks, engines)))
    assert [line for line in bot.warnings() if "the engine starts anew: it ended with status -9" in line]
