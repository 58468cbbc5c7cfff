"""Replays: whoever asks for many at once gets what there is time for, and holds up nobody else."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.clock import now
from bot.matches.log import store_new
from bot.matches.play import Matches
from bot.store.backend.opening import open_database
from bot.ui.kit.texts import say
from tests.matches.building import mover_of, new_match
from tests.render.positions import moves_of
from tests.wire.bodies import controls_of
from tests.wire.checks import is_busy
from tests.wire.people import tables
from tests.wire.places import GUILD, Channel, Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.words import was_told
from tests.wire.world import ANSWER_SECONDS, LONG_ENOUGH, Interaction

pytestmark = [pytest.mark.night, pytest.mark.sqlite, pytest.mark.usefixtures("alone")]

CAROL, OTHERS = 3001, range(3002, 3007)
"""Who asks for replays; all others play."""

GAMES = 8

MEGABIT = 125_000
"""A slow line, in bytes a second: a replay takes it five seconds."""


async def finished_games(bot: Bot, channel: Channel, count: int = GAMES) -> None:
    """Some games that were played to their ends in a channel, before the bot starts."""
    database = await open_database(bot.database.url)
    matches = Matches(database, now)
    for seed in range(1, count + 1):
        ring, moves = moves_of(seed)
        new = replace(new_match(ring=tuple(ring)), guild_id=GUILD, channel_id=channel.id)
        match = await database.write(store_new, new)
        for number, move in enumerate(moves):
            if number < len(match.plies):
                continue  # it was forced, and has made itself
            match = await matches.play(match.id, match.revision, mover_of(match), move)
    await database.close()


async def begun(discord: StandIn, bot: Bot, count: int = GAMES) -> Channel:
    """A channel of a bot that has just started, in which some games were played to their ends."""
    channel = discord.new_channel()
    await finished_games(bot, channel, count)
    await bot.start()
    await discord.connected()
    return channel


async def opened(discord: StandIn, channel: Channel, *users: int) -> list[tuple[int, Message]]:
    """The pages on which users may ask for animations, of one game after the other."""
    wanted = [(user, 1 + number % GAMES) for number, user in enumerate(users)]
    pages: dict[tuple[int, int], Message] = {}
    for user, game in dict.fromkeys(wanted):
        pages[user, game] = await _opened(discord, user, channel, game)
    return [(user, pages[user, game]) for user, game in wanted]


async def _opened(discord: StandIn, user: int, channel: Channel, game: int) -> Message:
    """The page of a game. Whoever is told that the bot was too slow asks again."""
    for _ in range(5):
        answer = (await answered(await discord.slash(user, channel, "replay", game=game))).answer
        if answer and "animation" in controls_of(answer.body):
            return answer
    pytest.fail("there was none five times")


async def animations(discord: StandIn, pages: list[tuple[int, Message]]) -> list[Interaction]:
    """What users get who all ask for them at once."""
    asked = [await discord.press(user, page, controls_of(page.body)["animation"]) for user, page in pages]
    return await asyncio.gather(*map(answered, asked))


def has_picture(interaction: Interaction) -> bool:
    """Whether somebody was shown an animation."""
    return bool(interaction.answer and ".gif" in str(interaction.answer.body))


async def slow_answers(discord: StandIn, channel: Channel, rate: float) -> list[str]:
    """Let people play, with so many clicks a second, while others ask for many replays at once. Returns what the bot
    was too slow for: turns that were not answered in time, or told so, and replays that were not promised, or not made.
    """
    before = set(discord.interactions)
    playing = [asyncio.create_task(table.play(8)) for table in tables(discord, 4, rate=rate)]
    await asyncio.sleep(2)
    forty = await animations(discord, await opened(discord, channel, *[CAROL] * 40))
    await asyncio.sleep(1)
    many = await animations(discord, await opened(discord, channel, CAROL, *OTHERS))
    await asyncio.gather(*playing)
    since = [one for key, one in discord.interactions.items() if key not in before]
    assert [one.control for one in since if one.accepted != 1 and not one.late] == []
    turns = [one for one in since if one not in (*forty, *many)]
    assert len(turns) > 20
    slow = [one for one in since if one.accepted != 1 or was_told(discord, one, "failure.slow", "animation.late")]
    slow += [one for one in turns if one not in slow and one.seconds > ANSWER_SECONDS]
    for asked in (forty, many):
        tried = [one for one in asked if one not in slow and not was_told(discord, one, "animation.busy")]
        assert all(map(has_picture, tried))
        assert tried or slow
    return [one.control for one in slow]


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_forty_replays_at_once_hold_up_nobodys_turn_and_none_is_lost(discord: StandIn, bot: Bot) -> None:
    channel = await begun(discord, bot)
    for rate in (10, 5, 3, 3):  # others on the machine may slow the bot down
        if not ((slow := await slow_answers(discord, channel, rate)) and is_busy()):
            break
    assert slow == []


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_a_replay_comes_over_a_slow_line_and_other_answers_before_it(discord: StandIn, bot: Bot) -> None:
    channel = await begun(discord, bot, 1)
    pages = await opened(discord, channel, CAROL)
    discord.uplink.speed = MEGABIT
    asking = asyncio.create_task(animations(discord, pages))
    await asyncio.sleep(1)
    games = await answered(await discord.slash(CAROL, channel, "games"))
    assert games.seconds < ANSWER_SECONDS
    assert not asking.done()
    (replay,) = await asking
    assert replay.acknowledged - replay.sent < ANSWER_SECONDS < replay.seconds
    assert has_picture(replay)


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_nobody_waits_for_ever_for_a_replay_when_the_bot_stops(discord: StandIn, bot: Bot) -> None:
    channel = await begun(discord, bot)
    asking = asyncio.create_task(animations(discord, await opened(discord, channel, *OTHERS[:4])))
    async with asyncio.timeout(LONG_ENOUGH):
        while sum(one.deferred is not None for one in discord.interactions.values()) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await bot.stop() == 0
    asked = await asking
    assert all(one.told for one in asked)
    assert any(say("en", "animation.stopped") in one.told for one in asked)


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_a_slow_line_takes_its_time_for_a_replay_and_lets_turns_pass(discord: StandIn, bot: Bot) -> None:
    """At one megabit a second, a replay alone takes longer than Discord waits for an answer."""
    channel, (table,) = await begun(discord, bot), tables(discord, 1)
    await table.play(20, moves=1)
    pages = await opened(discord, channel, CAROL)
    discord.uplink.speed = MEGABIT
    asking = asyncio.create_task(animations(discord, pages))
    await table.play(6)
    (replay,) = await asking
    assert has_picture(replay)
    assert replay.acknowledged - replay.sent < ANSWER_SECONDS < replay.seconds
    turns = [one for one in discord.interactions.values() if one is not replay]
    assert [one.control for one in turns if one.accepted != 1 or one.acknowledged - one.sent > ANSWER_SECONDS] == []
    assert all(one.told for one in turns)
