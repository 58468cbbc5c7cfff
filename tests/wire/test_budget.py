"""Discord's limit on all requests of a bot: it stays below by itself, and answers do not wait for anything."""

import asyncio
import re
from dataclasses import replace

import pytest

from tests.wire.bodies import controls_of
from tests.wire.checks import all_shown, lost
from tests.wire.fair import FAIR
from tests.wire.faults import POSTS
from tests.wire.limits import is_counted
from tests.wire.people import Table, boards_in, in_time, tables
from tests.wire.process import Bot
from tests.wire.runs import playing
from tests.wire.standin import StandIn, answered
from tests.wire.words import REFUSED, was_told
from tests.wire.world import until

pytestmark = pytest.mark.night

OLD_WAYS = {"CALLS_WHOLE": "no", "BOARDS_BY_TOKEN": "never"}
LIMIT = 5
"""Requests that the stand-in allows in a second."""

LOW, CLICKS_A_SECOND = 3, 18
"""A lower limit, and clicks in a second that ask for far more."""

FIRST, WATCHED = 10, 30
"""Requests that are taken until more is owed than is allowed, and those after which it is known how fast they came."""


@pytest.fixture
def settings() -> dict[str, str]:
    """What the stand-in allows."""
    return {"DISCORD_REQUESTS": str(LIMIT)}


def counted(request: str) -> bool:
    """Whether Discord counts a request towards the limit."""
    return is_counted(request.partition(" ")[2])


@pytest.mark.parametrize("settings", [{"DISCORD_REQUESTS": str(LOW)}], ids=["low"])
async def test_at_a_low_limit_every_board_is_right_soon_and_no_answer_waits(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 24, rate=CLICKS_A_SECOND, talking=True)
    await bot.connect(discord)
    discord.limit.a_second = LOW
    async with playing(people):
        await taken(discord, FIRST)
        seconds = await taken(discord, WATCHED)
    assert WATCHED / seconds >= 0.9 * 0.9 * LOW
    assert await all_shown(bot.database, discord.channels.values()) == []
    assert lost(bot.database, people) == []
    assert len(discord.refused) <= 3
    assert discord.bare == [], "a call has its buttons from the start"
    clicks = await asyncio.gather(*map(answered, discord.interactions.values()))
    assert [click.control for click in clicks if click.accepted != 1] == []
    assert sorted(click.seconds for click in clicks)[len(clicks) // 2] < 0.5


async def taken(discord: StandIn, count: int) -> float:
    """Wait until so many more requests are taken. Returns for how many seconds the bot could run meanwhile."""
    enough, begun = discord.limit.taken + count, FAIR.time()
    await until(lambda: discord.limit.taken >= enough)
    return FAIR.time() - begun


@pytest.mark.parametrize("settings", [{"DISCORD_REQUESTS": str(LIMIT), **OLD_WAYS}], ids=["words"])
async def test_words_that_call_somebody_get_their_buttons_before_others_are_called(discord: StandIn, bot: Bot) -> None:
    """While Discord lets few requests pass, nobody looks long at words that cannot be answered."""
    people = [table for table in tables(discord, 10, threads=False) if not table.solo]
    await bot.connect(discord)
    for table in people:
        await discord.slash(table.users[0], table.channel, "challenge", friend=table.users[1])
    assert max(await lags(discord, people)) < 0.75 * len(people)
    await asyncio.gather(*(table.play(moves=1) for table in people))
    assert await all_shown(bot.database, discord.channels.values()) == []
    discord.requests.clear()
    for table in people:
        await pause(table)
    assert max(await lags(discord, people)) < 0.75 * len(people)


async def pause(table: Table) -> None:
    """Ask for a pause, which posts a question to the other player."""
    user, board = table.users[0], boards_in(table.channel)[-1]
    more = await in_time(table.discord, lambda: table.press(user, board, controls_of(board.body)["more"]))
    page = more.answer
    assert page
    asked = await in_time(table.discord, lambda: table.press(user, page, controls_of(page.body)["pause"]))
    assert not was_told(table.discord, asked, *REFUSED)


async def lags(discord: StandIn, people: list[Table]) -> list[int]:
    """How many requests later the first post in each channel gets its buttons."""
    edits = [re.compile(rf"PATCH /channels/{table.channel.id}/messages/\d+") for table in people]
    await until(lambda: all(any(map(edit.fullmatch, discord.requests)) for edit in edits))
    sent = list(filter(counted, discord.requests))
    posted = [sent.index(f"POST /channels/{table.channel.id}/messages") for table in people]
    shown = [next(number for number, request in enumerate(sent) if edit.fullmatch(request)) for edit in edits]
    return [after - before for before, after in zip(posted, shown, strict=True)]


async def test_a_global_429_holds_back_no_answer(discord: StandIn, bot: Bot) -> None:
    """As when another program with the same token has used the limit up: everything else waits for as long."""
    (table,) = tables(discord, 1)
    await bot.connect(discord)
    await table.play(moves=1)
    trap = discord.trap("global rate limit", POSTS)
    trap.fault = replace(trap.fault, retry_after=30.0)
    await discord.slash(table.users[0], table.channel, "challenge", friend=table.users[1])
    await until(lambda: "Global rate limit has been hit" in bot.log())
    posts = []
    for command in ("games", "help", "games"):
        assert (await answered(await discord.slash(table.users[0], table.channel, command))).accepted == 1
        posts.append(sum(map(counted, discord.requests)))  # what was sent before has come by the first answer
    assert posts == posts[:1] * 3
