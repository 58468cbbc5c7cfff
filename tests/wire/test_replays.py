"""Replays: whoever asks for many at once gets what there is time for, and holds up nobody else."""

import asyncio
from dataclasses import replace

import pytest

from bot.clock import now
from bot.matches.log import store_new
from bot.matches.play import Matches
from bot.store.backend.opening import open_database
from tests.matches.building import mover_of, new_match
from tests.render.positions import moves_of
from tests.wire.bodies import controls_of
from tests.wire.crowd import answers
from tests.wire.people import in_time, tables
from tests.wire.places import GUILD, Channel, Message
from tests.wire.process import Bot
from tests.wire.runs import playing
from tests.wire.standin import StandIn, answered
from tests.wire.words import TOO_SLOW, was_slow, was_told
from tests.wire.world import ANSWER_SECONDS, Interaction, until

pytestmark = [pytest.mark.night, pytest.mark.sqlite]

CAROL, OTHERS = 3001, range(3002, 3007)
"""Who asks for replays; all others play."""

GAMES = 8

CLICKS = 20
"""Clicks that are answered before, between and after the replays for many."""

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
    await bot.connect(discord)
    return channel


async def opened(discord: StandIn, channel: Channel, *users: int) -> list[tuple[int, Message]]:
    """The pages on which users may ask for animations, of one game after the other."""
    wanted = [(user, 1 + number % GAMES) for number, user in enumerate(users)]
    pages: dict[tuple[int, int], Message] = {}
    for user, game in dict.fromkeys(wanted):
        pages[user, game] = await _opened(discord, user, channel, game)
    return [(user, pages[user, game]) for user, game in wanted]


async def _opened(discord: StandIn, user: int, channel: Channel, game: int) -> Message:
    """The page of a game."""
    answer = (await in_time(discord, lambda: discord.slash(user, channel, "games", game=game))).answer
    assert answer
    return answer


async def animations(discord: StandIn, pages: list[tuple[int, Message]]) -> list[Interaction]:
    """What users get who all ask for them at once, and ask once. If nobody got one, the first asks until they do."""
    asked = [await discord.press(user, page, controls_of(page.body)["animation"]) for user, page in pages]
    got = await asyncio.gather(*map(answered, asked))
    return got if any(map(has_picture, got)) else [*got, await animation(discord, *pages[0])]


async def animation(discord: StandIn, user: int, page: Message) -> Interaction:
    """What a user gets in the end who asks for one."""
    return await in_time(discord, lambda: discord.press(user, page, controls_of(page.body)["animation"]))


async def on_the_line(discord: StandIn) -> None:
    """Wait until something is on the slow line that takes it longer than people wait for an answer."""
    await until(lambda: discord.uplink.left >= MEGABIT * ANSWER_SECONDS)


def has_picture(interaction: Interaction) -> bool:
    """Whether somebody was shown an animation."""
    return bool(interaction.answer and ".gif" in str(interaction.answer.body))


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_forty_replays_at_once_hold_up_nobodys_turn_and_none_is_lost(discord: StandIn, bot: Bot) -> None:
    channel = await begun(discord, bot)
    async with playing(tables(discord, 4, rate=10)):
        await answers(discord, CLICKS)
        forty = await animations(discord, await opened(discord, channel, *[CAROL] * 40))
        await answers(discord, CLICKS)
        many = await animations(discord, await opened(discord, channel, CAROL, *OTHERS))
        await answers(discord, CLICKS)
    asked = await asyncio.gather(*map(answered, discord.interactions.values()))
    assert [one.control for one in asked if one.accepted != 1 or was_slow(discord, one)] == []
    turns = [one for one in asked if not one.control.endswith(":animation")]
    assert [one.control for one in turns if not 0 <= one.seconds <= ANSWER_SECONDS] == []
    for each in (forty, many):
        made = [one for one in each if not was_told(discord, one, "animation.busy", *TOO_SLOW)]
        assert made
        assert all(map(has_picture, made))


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_a_slow_line_takes_its_time_for_a_replay_and_lets_turns_pass(discord: StandIn, bot: Bot) -> None:
    """At one megabit a second, a replay alone takes longer than Discord waits for an answer."""
    channel, (table,) = await begun(discord, bot, 1), tables(discord, 1)
    await table.play(moves=1)
    ((user, page),) = await opened(discord, channel, CAROL)
    discord.uplink.speed = MEGABIT
    async with playing([table]):
        asking = asyncio.create_task(animation(discord, user, page))
        await on_the_line(discord)
        await answers(discord, 1)
        assert not asking.done()
        assert has_picture(await asking)
    asked = await asyncio.gather(*map(answered, discord.interactions.values()))
    assert [one.control for one in asked if one.accepted != 1 or not one.told] == []
