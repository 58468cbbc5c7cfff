"""How often somebody is called in a day, with several games in a server, of which they look twice a day.

The opponent moves in one of them each hour between 8 and 22 o'clock; the player looks and moves at 8 and at 20. Beside
it stands the same with a call for each game, as it was before one call stood for many.
"""

import asyncio
import tempfile
from functools import cache
from pathlib import Path

import simcord
from simcord import MemberActor

from bot.app import Parts
from bot.config import Config
from bot.connection.client import Client
from game import ADVANCE
from tests.ui.pictures import Sketches
from tests.ui.world import World
from tools.bench.measure import Result

COUNTS = (1, 3, 8)
DAYS = 3
HOUR = 60 * 60


def calls_of_one_game() -> Result:
    """Calls a day of somebody with one game."""
    return _row(1)


def calls_of_three_games() -> Result:
    """The same with three games."""
    return _row(3)


def calls_of_eight_games() -> Result:
    """The same with eight."""
    return _row(8)


CALLS = [calls_of_one_game, calls_of_three_games, calls_of_eight_games]


def _row(games: int) -> Result:
    ours, theirs = _measured(games, 3), _measured(games, 0)
    name = f"calls a day, {games} game" + "s" * (games > 1)
    return Result(name, f"{ours:.1f}", f"{theirs:.1f}", "a call for each game", ours / theirs, 1, at_most=True)


@cache
def _measured(games: int, gap: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_count(games, gap, Path(folder) / "games.db"))


async def _count(games: int, gap: int, path: Path) -> float:
    client = Client(
        Config(f"sqlite+aiosqlite:///{path}"), sweeps=False, parts=Parts(pictures=Sketches()), shard_count=1
    )
    env = simcord.Env(client, settle_timeout=60)
    await env.start()
    world = World(env, client, lambda: client)
    for number in range(games):
        channel = world.guild.create_text_channel(f"table {number}")
        await world.press(world.tom, await world.challenge(world.mina, world.tom, channel, first="me"), "accept")
    for who in (world.mina, world.tom):
        await world.app.preferences.change(who.id, forced=False)
    await world.app.preferences.change(world.tom.id, call_gap=gap)
    before = _calls(world, world.tom)
    for hour in range(24 * DAYS):
        await env.advance_time(HOUR)
        if 8 <= hour % 24 <= 22:
            await _move(world, world.mina, games, most=1 + games // 8)
        if hour % 24 in (8, 20):
            await world.slash(world.tom, "games")
            await _move(world, world.tom, games, most=games)
        await world.sweep()
    called = _calls(world, world.tom) - before
    await env.shutdown()
    await client.finish()
    return called / DAYS


def _calls(world: World, who: MemberActor) -> int:
    return [whom for whom, _ in world.calls()].count({who.id})


async def _move(world: World, who: MemberActor, games: int, most: int) -> None:
    """Advance in the first games, so many at most, in which it is somebody's move."""
    for number in range(1, games + 1):
        match = await world.match(number)
        if most and match.mover == who.id:
            with world.env.time_context():
                await world.app.matches.play(number, match.revision, who.id, ADVANCE)
                await world.app.tasks.idle()
            most -= 1
