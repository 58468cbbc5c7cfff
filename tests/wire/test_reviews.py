"""Reviews: made by a process of their own while games go on, for all who wait for them at once."""

import asyncio
import time

import pytest

from tests.wire.bodies import controls_of, text_of
from tests.wire.crowd import answers
from tests.wire.people import tables
from tests.wire.places import Channel, Message
from tests.wire.process import Bot
from tests.wire.runs import playing
from tests.wire.standin import StandIn, answered
from tests.wire.test_replays import finished_games
from tests.wire.world import ANSWER_SECONDS, LONG_ENOUGH, Interaction

pytestmark = [pytest.mark.night, pytest.mark.sqlite]

CAROL, DAVE = 3001, 3002
"""Who ask for reviews; all others play."""

CLICKS = 10
"""Clicks that are answered before and after."""


async def asked(discord: StandIn, channel: Channel, user: int, game: int) -> Interaction:
    """A user presses Review under More of a replay."""
    page = await answered(await discord.slash(user, channel, "replay", game=game))
    assert page.answer
    more = await answered(await discord.press(user, page.answer, controls_of(page.answer.body)["more"]))
    assert more.answer
    return await answered(await discord.press(user, more.answer, controls_of(more.answer.body)["review"]))


async def seen(message: Message | None) -> list[str]:
    """What a message shows, one after the other, until it is a curve. On a busy machine, the engine takes its time."""
    assert message
    shown, end = [text_of(message.body)], time.monotonic() + LONG_ENOUGH
    while "Above the middle" not in shown[-1]:
        assert time.monotonic() < end, shown
        await asyncio.sleep(0.05)
        if (now := text_of(message.body)) != shown[-1]:
            shown.append(now)
            end = time.monotonic() + LONG_ENOUGH
    return shown


async def test_two_people_wait_for_a_review_while_others_play(discord: StandIn, bot: Bot) -> None:
    """Both are shown how far it is; nobody's turn is held up; whoever asks later need not wait."""
    channel, people = discord.new_channel(), tables(discord, 2, rate=4)
    await finished_games(bot, channel, 1)
    await bot.connect(discord)
    async with playing(people):
        await answers(discord, CLICKS)
        carol, dave = await asyncio.gather(*(asked(discord, channel, user, 1) for user in (CAROL, DAVE)))
        for shown in await asyncio.gather(*(seen(interaction.answer) for interaction in (carol, dave))):
            assert any("every move again" in each for each in shown)
        await answers(discord, CLICKS)
    again = await asked(discord, channel, CAROL, 1)
    assert again.answer
    assert "Above the middle" in text_of(again.answer.body)
    turns = await asyncio.gather(*map(answered, discord.interactions.values()))
    assert [one.control for one in turns if one.accepted != 1 or one.seconds > ANSWER_SECONDS] == []
