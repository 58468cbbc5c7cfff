"""Beside a process that waits, the one that answers may stop, die or freeze: people play on."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import pytest

from tests.wire.crowd import answers
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.runs import Figures, figures_of, playing
from tests.wire.standby import WAYS, WHOLE, frozen, holder_of, killed, leased, taken_over
from tests.wire.standin import StandIn
from tests.wire.world import until

pytestmark = pytest.mark.slow

CLICKS = 9
"""Clicks that are answered before and after."""


@asynccontextmanager
async def standing_by(discord: StandIn, bot: Bot, other: Bot, people: list[Table]) -> AsyncIterator[str]:
    """People play with a bot, beside which another one waits; and play on some time. Yields who answers."""
    await bot.connect(discord)
    await other.start()
    await leased(bot, WHOLE)
    async with playing(people):
        await answers(discord, CLICKS)
        yield holder_of(bot)
        await answers(discord, 2 * CLICKS)


async def all_is_well(discord: StandIn, bot: Bot, people: list[Table]) -> Figures:
    """Every click was answered that somebody could answer; nothing is lost, and all boards are right."""
    figures = await figures_of(discord, bot.database, people)
    assert (figures.unanswered, figures.lost, figures.not_shown) == (0, [], [])
    assert [one.control for one in discord.interactions.values() if one.accepted > 1] == []
    return figures


@pytest.mark.night
@pytest.mark.parametrize("lose", WAYS)
async def test_it_takes_over_from_one_that_is_no_more(
    discord: StandIn, bot: Bot, other: Bot, people: list[Table], lose: Callable[[Bot], Awaitable[None]]
) -> None:
    async with standing_by(discord, bot, other, people) as old:
        await lose(bot)
        await taken_over(discord, bot, old)
        await answers(discord, CLICKS)
        if lose is frozen:
            bot.send(signal.SIGCONT)
            assert await bot.ended() == 0, "it wakes, and finds its place taken"
    figures = await all_is_well(discord, other, people)
    assert lose is killed or not figures.doubles, "what it had answered is known but for its last moments"


@pytest.mark.night
async def test_one_that_is_told_to_stop_hands_over_and_waits_when_it_is_back(
    discord: StandIn, bot: Bot, other: Bot, people: list[Table]
) -> None:
    async with standing_by(discord, bot, other, people) as old:
        for each in (bot, other):
            assert await each.stop() == 0
            await leased(bot, f"holder <> '{old}'")
            await each.start()
            await leased(bot, WHOLE)
            old = holder_of(bot)
    assert holder_of(bot) == old, "nobody takes turns"
    assert bot.log().count("another process takes over at interaction") == 2, "it names the cutover at once"
    await all_is_well(discord, bot, people)
    assert [await each.stop() for each in (other, bot)] == [0, 0]
    assert bot.database.rows("SELECT count(*) FROM leases") == [(0,)]


async def test_a_standby_leaves_the_commands_alone_until_it_answers(discord: StandIn, bot: Bot, other: Bot) -> None:
    """It may be of an older version than the one that answers."""
    await bot.connect(discord)
    ours = len(discord.commands)
    discord.commands = discord.commands[:1]
    await other.start()
    await leased(bot, WHOLE)
    assert len(discord.commands) == 1 < ours
    assert await bot.stop() == 0
    await until(lambda: len(discord.commands) >= ours)


@pytest.mark.night
async def test_one_that_is_told_to_stop_waits_for_its_successor_to_connect(
    discord: StandIn, bot: Bot, another: Callable[..., Bot], people: list[Table]
) -> None:
    update = another()
    await bot.connect(discord)
    async with playing(people):
        await answers(discord, CLICKS)
        discord.gateway.mute = True
        await update.start()
        await until(lambda: discord.gateway.unheard)
        bot.send(signal.SIGTERM)
        await answers(discord, CLICKS)
        assert bot.running
        discord.gateway.mute = False
        assert await bot.ended() == 0
        await answers(discord, CLICKS)
    await all_is_well(discord, bot, people)


SHARDS = ("0", "1", "0", "1")


async def signs_of_life(bot: Bot, count: int) -> None:
    """Wait until every holder has given so many more, one a second."""
    ((before,),) = bot.database.rows("SELECT max(beat) FROM leases")
    await until(lambda: bot.database.rows("SELECT min(beat) FROM leases")[0][0] >= before + count)


@pytest.mark.night
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 0, 2, 1)])
async def test_after_a_reboot_each_shard_has_one_holder_and_one_that_waits_and_nobody_takes_turns(
    discord: StandIn, bot: Bot, another: Callable[..., Bot], order: Sequence[int]
) -> None:
    """The processes of the profile `large` in compose.yaml, two for each shard, started at once and in any order."""
    discord.shards, discord.starts.concurrency = 2, 4
    bots = [another(SHARDS=shards, SHARD_COUNT="2") for shards in SHARDS]
    assert (await bot.run("migrate"))[0] == 0
    for _ in range(2):
        await asyncio.gather(*(bots[number].start() for number in order))
        await leased(bot, f"{WHOLE} AND holder NOT LIKE 'before%'", 2)
        names = bot.database.rows("SELECT shards, holder, successor FROM leases ORDER BY shards")
        await signs_of_life(bot, 8)  # more than it takes until somebody is taken for dead
        assert bot.database.rows("SELECT shards, holder, successor FROM leases ORDER BY shards") == names
        assert all(each.running for each in bots)
        await asyncio.gather(*(each.kill() for each in bots))
        # what ran before a reboot has numbers that say nothing any more
        bot.database.change("UPDATE leases SET holder = 'before ' || holder, successor = 'before ' || successor")
    assert {shards for shards, _, _ in names} == {"0 of 2", "1 of 2"}
