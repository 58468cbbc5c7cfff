"""An update is to start the new process and stop the old one: each click is answered once, and nothing is lost."""

import asyncio
import signal
import time
from typing import Any

import pytest

from tests.wire.copies import HOUR, end_days, sew_daily, walls_shown
from tests.wire.crowd import answers
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.runs import all_is_well, playing
from tests.wire.standby import WHOLE, leased
from tests.wire.standin import StandIn, answered
from tests.wire.world import LONG_ENOUGH, until

pytestmark = pytest.mark.slow

CLICKS = 9
"""Clicks that are answered before and after."""


@pytest.mark.night
async def test_nobody_notices_an_update_while_people_play(
    discord: StandIn, bot: Bot, other: Bot, people: list[Table]
) -> None:
    await bot.connect(discord)
    async with playing(people):
        await answers(discord, CLICKS)
        await other.start()
        await leased(bot, WHOLE)
        commands = []
        for number in range(8):
            if number == 3:
                bot.send(signal.SIGTERM)
            room = discord.new_channel()
            commands.append(await discord.slash(5001 + number, room, "automa", where="here"))
            await asyncio.sleep(0.5)
        assert await bot.ended() == 0
        await answers(discord, CLICKS)
    assert [command.accepted for command in await asyncio.gather(*map(answered, commands))] == [1] * 8
    await all_is_well(discord, bot.database, people)
    assert bot.database.rows("SELECT count(*) FROM games WHERE player1 > 5000 AND player1 < 5009") == [(8,)]
    assert bot.database.rows("SELECT count(*), count(successor) FROM leases") == [(1, 0)]
    assert await other.stop() == 0
    assert bot.database.rows("SELECT count(*) FROM leases") == [(0,)]


@pytest.mark.parametrize("is_killed", [False, True])
async def test_days_that_end_meanwhile_leave_one_wall_in_each_server(
    discord: StandIn, bot: Bot, other: Bot, *, is_killed: bool
) -> None:
    rooms = [discord.new_channel(server=discord.new_server()) for _ in range(8)]
    await bot.connect(discord)
    later = int(time.time()) + HOUR
    for room in rooms[::2]:  # who has sewn it stands there already
        sew_daily(bot.database, [room], later)
    await walls_shown(bot.database, 4)
    assert [len(room.messages) for room in rooms] == [1, 0] * 4
    await other.start()
    await leased(bot, WHOLE)
    for room in rooms[1::2]:
        sew_daily(bot.database, [room], later)
    end_days(bot.database)
    if is_killed:
        await bot.kill()
    else:
        assert await bot.stop() == 0
    await walls_shown(bot.database, 8, "is_up")
    await bot.database.swept()
    for room in rooms:
        (message,) = room.messages.values()
        assert "Daily quilt 327: 1 quilt" in str(message.body)
        assert message.pinged == ()


async def test_what_was_posted_just_before_a_kill_shows_what_has_come_since(
    discord: StandIn, bot: Bot, other: Bot
) -> None:
    room = discord.new_channel()
    await bot.connect(discord)
    await other.start()
    await leased(bot, WHOLE)
    discord.pause = LONG_ENOUGH  # the one that is killed does not hear that it has posted
    sew_daily(bot.database, [room], int(time.time()) + HOUR)
    await until(lambda: room.messages)
    end_days(bot.database)
    await bot.kill()
    discord.pause = 0.0
    await walls_shown(bot.database, 1, "is_up")
    (message,) = room.messages.values()
    assert "Daily quilt 327: 1 quilt" in str(message.body)


@pytest.mark.parametrize(("command", "table"), [("automa", "games"), ("challenge", "challenges")])
async def test_an_interaction_that_arrives_twice_makes_one_thing(
    discord: StandIn, bot: Bot, command: str, table: str
) -> None:
    await bot.connect(discord)
    room = discord.new_channel()
    options: dict[str, Any] = {"friend": 6002} if command == "challenge" else {"where": "here"}
    asked = await discord.slash(6001, room, command, **options)
    (session,) = discord.gateway.live
    await session.dispatch(*session.events[-1])
    await until(lambda: asked.accepted and asked.again)  # both are answered, and Discord takes one
    await bot.database.swept()
    assert bot.database.rows(f"SELECT count(*) FROM {table}") == [(1,)]  # noqa: S608
    assert len(room.messages) == 1
    assert asked.accepted == 1
