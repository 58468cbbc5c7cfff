"""Two processes on one database: of two clicks that race for a move, one wins and the other is told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.ui.kit.texts import say
from tests.wire.bodies import controls_of
from tests.wire.checks import all_shown, log_of
from tests.wire.people import boards_in, mover_of, tables, turns
from tests.wire.places import Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered

pytestmark = pytest.mark.slow

ROUNDS = 6
TOLD = 3  # times that two different moves must have met: where nothing can be bought, both clicks are the same


@pytest.mark.parametrize("settings", [{"SHARDS": "0", "SHARD_COUNT": "2"}])  # two of one shard: one would take over
async def test_of_two_moves_one_is_made_and_the_other_is_told(discord: StandIn, bot: Bot, tmp_path: Path) -> None:
    (table,) = tables(discord, 1)
    rng = random.Random(3)
    others = {"SHARDS": "1", "SHARD_COUNT": "2"}
    other = Bot(discord.url, tmp_path, database_url=bot.database.url, settings=others, sketches=True)
    assert (await bot.run("migrate"))[0] == 0  # processes with shards do not do so by themselves
    await bot.start()
    await discord.connected()
    await table.play(20, moves=1)
    await other.start()
    await discord.connected(2)
    try:
        raced = told = 0
        while raced < ROUNDS or told < TOLD:
            assert await all_shown(bot.database, [table.channel]) == []
            board = boards_in(table.channel)[-1]
            assert turns(board), "the game ended before two different moves had met often enough"
            told += await race(discord, board, rng)
            raced += 1
            assert set(log_of(bot.database)) == {(1, number) for number in range(1, 1 + len(log_of(bot.database)))}
    finally:
        assert await other.stop() == 0
        assert await bot.stop() == 0


async def race(discord: StandIn, board: Message, rng: random.Random) -> int:
    """Two moves of the same state at once, one to each process. Returns how many were told that they came too late."""
    mover = mover_of(board)
    ways = turns(board)
    panels = []
    for control, session in zip([rng.choice(ways), ways[-1]], discord.gateway.live, strict=True):
        click = await answered(await discord.press(mover, board, controls_of(board.body)[control], to=session))
        assert click.answer
        panels.append((click.answer, session))
    sent = []
    for page, session in panels:
        last = next(each for name, each in controls_of(page.body).items() if name in ("sew", "goahead"))
        sent.append(await discord.press(mover, page, last, to=session))
    clicks = await asyncio.gather(*map(answered, sent))
    assert [click.accepted for click in clicks] == [1, 1]
    moves = {click.control.split(":")[3] for click in clicks}
    late = sum(say("en", "refusal.stale") in click.told for click in clicks)
    assert late == (len(moves) > 1)  # asked for twice, the same move is no mistake: both are told that it is made
    return late
