"""Updates: a new process is started and the old one stopped while people play, and nobody notices."""

import asyncio
import signal
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from tests.wire.checks import double_calls
from tests.wire.crowd import Outcome, bots, judged
from tests.wire.people import tables
from tests.wire.places import Channel
from tests.wire.process import Bot
from tests.wire.runs import figures_of, playing
from tests.wire.shifted import shifted
from tests.wire.standby import WHOLE, leased
from tests.wire.standin import StandIn, answered

SETTINGS = {"SHARDS": "0", "SHARD_COUNT": "1"}
TABLES, RATE = 24, 12
COMMANDS = 12


async def restarts(url: str, folder: Path, times: int, pause: float, clocks: Sequence[int] = (0,)) -> Outcome:
    """Start a new process so many times while people play, and once more while they ask for solo games.

    The ``clocks`` of one after the other are off by some seconds.
    """
    settings = [SETTINGS | (shifted(folder, off) if off else {}) for off in islice(cycle(clocks), times + 2)]
    async with StandIn() as discord, bots(discord, folder, url, *settings) as processes:
        people = tables(discord, TABLES, rate=RATE)
        rooms = [discord.new_channel() for _ in range(COMMANDS)]
        first, *others = processes
        await first.start()
        await discord.connected()
        old = first
        async with playing(people):
            await asyncio.sleep(pause)
            for new in others[:-1]:
                await new.start()
                await leased(first, WHOLE)
                assert await old.stop() == 0
                await asyncio.sleep(pause)
                old = new
        ((before,),) = first.database.rows("SELECT count(*) FROM games")
        await others[-1].start()
        await leased(first, WHOLE)
        asked, heard_twice = await _solo_games(discord, rooms, old)
        assert await old.ended() == 0
        figures = await figures_of(discord, first.database, people)
        made = figures.games - before
        assert await others[-1].stop() == 0
        outcome = Outcome(
            f"{times} restarts under {RATE} clicks a second: {figures.clicks} clicks, {figures.moves} moves, "
            f"{figures.unanswered} unanswered, {figures.doubles} answered twice, {len(figures.lost)} lost, "
            f"{len(figures.not_shown)} not shown, {len(double_calls(discord))} double calls, longest answer "
            f"{figures.quantile(1):.2f} s; {made} games from {COMMANDS} × /automa, "
            f"{heard_twice} of them heard by both processes"
        )
        outcome.must(heard_twice >= COMMANDS // 2, f"only {heard_twice} commands were heard by both processes")
        outcome.must(made == COMMANDS == asked, f"{made} games from {COMMANDS} commands, {asked} of them answered")
        return judged(outcome, figures, discord, first)


async def _solo_games(discord: StandIn, rooms: list[Channel], old: Bot) -> tuple[int, int]:
    """Ask for a solo game in each channel, one after the other, while the old process is told to stop.

    Returns how many were answered, and how many both processes heard of.
    """
    asked, both = [], 0
    for number, room in enumerate(rooms):
        if number == COMMANDS // 3:
            old.send(signal.SIGTERM)
        both += len(discord.gateway.live) == 2
        asked.append(await discord.slash(3001 + number, room, "automa", where="here"))
        await asyncio.sleep(0.15)
    return sum(one.accepted for one in await asyncio.gather(*map(answered, asked))), both
