"""Two processes while one hands over to the other: of two clicks that race for a move, one wins, the other is told."""

import asyncio
import random
import signal

import pytest

from bot.ui.kit.texts import say
from tests.wire.bodies import controls_of
from tests.wire.checks import all_shown, log_of
from tests.wire.people import boards_in, named_first, tables, turns
from tests.wire.places import Message
from tests.wire.process import Bot
from tests.wire.standby import WHOLE, leased
from tests.wire.standin import StandIn, answered
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.night

TABLES = 4  # none of them with a solo game
TOLD = 2
"""How many tables must race with two different moves: where nothing can be bought, both clicks are the same."""


async def test_of_two_moves_one_is_made_and_the_other_is_told(discord: StandIn, bot: Bot, other: Bot) -> None:
    """Both clicks reach both processes, as Discord does it. By their ids, each belongs to one of the two."""
    people, rng = tables(discord, TABLES, threads=False), random.Random(3)
    await bot.connect(discord)
    await asyncio.gather(*(table.play(moves=1) for table in people))
    assert await all_shown(bot.database, [table.channel for table in people]) == []
    boards = [boards_in(table.channel)[-1] for table in people]
    first = [await opened(discord, board, rng.choice(turns(board)[:-1] or turns(board))) for board in boards]
    assert await bot.stop() == 0  # it forgets the pages, and so does not take them away when others are opened
    await bot.connect(discord)
    second = [await opened(discord, board, turns(board)[-1]) for board in boards]
    before = log_of(bot.database)
    await other.start()
    await leased(bot, WHOLE)
    bot.send(signal.SIGTERM)
    cutover = await named(bot)
    pages = zip(map(named_first, boards), first, second, strict=True)
    assert sum(await asyncio.gather(*(race(discord, *each, cutover, i) for i, each in enumerate(pages)))) >= TOLD
    after = log_of(bot.database)
    forced = bot.database.rows("SELECT game_id, number FROM log WHERE how IS NOT NULL")
    assert len(after.keys() - before.keys() - {*forced}) == TABLES
    assert all((game, number - 1) in after for game, number in after if number > 1)
    assert await bot.ended() == 0
    assert await all_shown(bot.database, [table.channel for table in people]) == []


async def named(bot: Bot) -> int:
    """The first interaction that is the new process's own; the old one still listens then."""
    async with asyncio.timeout(LONG_ENOUGH):
        while not (found := bot.database.rows("SELECT cutover FROM leases WHERE cutover IS NOT NULL")):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return int(found[0][0])


async def opened(discord: StandIn, board: Message, control: str) -> Message:
    """The private page on which a move can be made, of those that a board offers."""
    click = await answered(await discord.press(named_first(board), board, controls_of(board.body)[control]))
    assert click.answer
    return click.answer


async def race(discord: StandIn, mover: int, one: Message, other: Message, cutover: int, number: int) -> int:
    """Two moves of the same state at once, one for each process. Returns how many were told that they came too late."""
    sent = []
    for page, interaction in ((one, cutover - 2 - number), (other, cutover + number)):
        last = next(each for name, each in controls_of(page.body).items() if name in ("sew", "goahead"))
        sent.append(await discord.press(mover, page, last, number=interaction))
    clicks = await asyncio.gather(*map(answered, sent))
    assert [click.accepted for click in clicks] == [1, 1]
    moves = {click.control.split(":")[3] for click in clicks}
    late = sum(say("en", "refusal.stale") in click.told for click in clicks)
    assert late == (len(moves) > 1)  # asked for twice, the same move is no mistake: both are told that it is made
    return late
