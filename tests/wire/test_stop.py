"""SIGTERM or Ctrl-C: no more clicks are taken, running ones are finished, the store is closed, and the status is 0."""

import asyncio
import signal

import pytest

from tests.wire.checks import lost, not_shown
from tests.wire.crowd import answers
from tests.wire.fair import FAIR
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import until

pytestmark = pytest.mark.slow

STOP_SECONDS = 10.0
"""Seconds after which hosts kill a process, counted while it could run."""


async def stopped(bot: Bot, how: signal.Signals = signal.SIGTERM) -> int:
    """The exit status of a bot that ends in time once it has got a signal."""
    before = FAIR.time()
    bot.send(how)
    while bot.running:  # the clock looks meanwhile for what it has waited
        assert FAIR.time() - before < STOP_SECONDS
        await asyncio.sleep(0.05)
    return await bot.ended()


async def test_running_clicks_are_finished_and_shown(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 5)
    await bot.connect(discord)
    playing_on = [asyncio.create_task(table.play()) for table in people]
    await answers(discord, 20)
    before = FAIR.time()
    assert await stopped(bot) == 0
    for task in playing_on:
        task.cancel()
    await discord.cut()
    running = [one for one in discord.interactions.values() if one.sent < before - 0.2]
    assert running
    assert [one.control for one in running if one.accepted != 1 and not one.cut] == []
    assert lost(bot.database, people) == []
    assert not_shown(bot.database, [table.channel for table in people]) == []
    assert bot.database.complaints() == []
    assert not bot.file.with_name("games.db-wal").exists(), "the store was not closed"


@pytest.mark.sqlite
@pytest.mark.parametrize("cold", [True], ids=["cold"])
@pytest.mark.parametrize(
    ("signals", "without"),
    [
        ([signal.SIGTERM, signal.SIGTERM], signal.SIGINT),
        pytest.param([signal.SIGINT, signal.SIGTERM], None, marks=pytest.mark.night),
        pytest.param([signal.SIGHUP, signal.SIGHUP], None, marks=pytest.mark.night),
    ],
    ids=["SIGTERM twice, started with &", "Ctrl-C, then SIGTERM", "the terminal is closed, its shell ends"],
)
async def test_it_ends_in_order_however_it_is_asked(
    discord: StandIn, bot: Bot, signals: list[signal.Signals], without: signal.Signals | None
) -> None:
    (table,) = people = tables(discord, 1)
    await bot.start(without=without)
    await discord.connected()
    await table.play(moves=2)
    for each in signals[:-1]:
        bot.send(each)
        await asyncio.sleep(0.02)
    assert await stopped(bot, signals[-1]) == 0
    assert lost(bot.database, people) == []
    assert not bot.file.with_name("games.db-wal").exists(), "the store was not closed"


@pytest.mark.night
@pytest.mark.sqlite
@pytest.mark.parametrize("cold", [True], ids=["cold"])
async def test_what_nohup_has_started_plays_on_without_its_terminal(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    await bot.start(without=signal.SIGHUP)
    await discord.connected()
    bot.send(signal.SIGHUP)
    await table.play(moves=2)
    assert bot.running
    assert await stopped(bot) == 0


async def test_it_does_not_wait_for_a_gateway_that_says_nothing(discord: StandIn, bot: Bot) -> None:
    await bot.connect(discord)
    discord.gateway.mute = True
    (session,) = discord.gateway.live
    assert session.line
    await session.line.socket.close(code=4000)
    await until(lambda: discord.gateway.unheard)
    assert await stopped(bot) == 0


@pytest.mark.soak
@pytest.mark.parametrize("cold", [True], ids=["cold"])
@pytest.mark.parametrize("seconds", [0.9, 1.5, 2.5])
async def test_it_ends_in_order_while_it_is_starting(discord: StandIn, bot: Bot, seconds: float) -> None:
    await bot.start()
    await asyncio.sleep(seconds)
    assert await stopped(bot) in (0, -15)  # -15: it had not begun yet
    await bot.connect(discord)
    assert await stopped(bot) == 0
