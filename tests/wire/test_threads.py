"""Threads of games' own: killed at any step, the bot opens one for each game, and archives it at the end."""

import re

import pytest

from tests.wire.bodies import controls_of, text_of
from tests.wire.people import boards_in
from tests.wire.places import THREAD, Channel, Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.world import until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

MINA, TOM = 1001, 1002

STEPS = {
    "the message above the thread": r"POST /channels/800/messages",
    "the thread": r"POST /channels/800/messages/\d+/threads",
    "the board in the thread": r"POST /channels/(?!800/)\d+/messages",
    "the archive": r"PATCH /channels/\d+",
}
"""What the bot asks of Discord for a game in a thread, in this order."""


async def test_killed_at_any_step_a_game_has_one_thread(discord: StandIn, bot: Bot) -> None:
    channel = discord.new_channel()
    assert channel.id == 800
    await bot.connect(discord)
    for number, step in enumerate(STEPS, 1):
        await accept(discord, channel)
        if step == "the archive":
            await shown(discord, number)
            await resign(discord, channel, number)
        await asked_for(discord, STEPS[step])
        await bot.kill()
        await discord.cut()
        await bot.connect(discord)
        await shown(discord, number)
    await until(lambda: [thread.archived for thread in threads(discord)] == [False, False, False, True])
    assert all(len(boards_in(thread)) == 1 for thread in threads(discord))
    assert boards_in(channel) == []
    assert sum("in this thread" in text_of(message.body) for message in channel.messages.values()) == len(STEPS)


async def accept(discord: StandIn, channel: Channel) -> None:
    """Have a game in a thread begin; what was asked of Discord before the press is forgotten."""
    await answered(await discord.slash(MINA, channel, "challenge", friend=TOM, where="thread"))
    await until(lambda: waiting(channel))
    (challenge,) = waiting(channel)
    discord.requests.clear()
    await discord.press(TOM, challenge, controls_of(challenge.body)["accept"])


async def resign(discord: StandIn, channel: Channel, game: int) -> None:
    """Give a game up."""
    asked = await answered(await discord.slash(MINA, channel, "resign", game=game))
    assert asked.answer
    await answered(await discord.press(MINA, asked.answer, controls_of(asked.answer.body)["resign"]))


async def asked_for(discord: StandIn, request: str) -> None:
    """Wait until the bot has asked this of Discord."""
    await until(lambda: any(re.fullmatch(request, each) for each in discord.requests), pause=0.005)


async def shown(discord: StandIn, count: int) -> None:
    """Wait until so many boards stand in threads."""
    await until(lambda: sum(len(boards_in(thread)) for thread in threads(discord)) == count)


def waiting(channel: Channel) -> list[Message]:
    """The challenges that can be accepted."""
    return [message for message in channel.messages.values() if "accept" in controls_of(message.body)]


def threads(discord: StandIn) -> list[Channel]:
    """The threads that the bot has opened, oldest first."""
    return [channel for channel in discord.channels.values() if channel.type == THREAD]
