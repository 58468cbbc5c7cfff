"""Killed at any moment, the bot has kept every move that it had acknowledged, and shows it when it is back."""

import asyncio
import random
import time

import pytest

from tests.wire.answers import LATER_UPDATE
from tests.wire.checks import double_calls
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import all_is_well, kills, playing
from tests.wire.standin import StandIn
from tests.wire.world import until

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("settings", [{"DISCORD_REQUESTS": "5"}], ids=["few requests"])
async def test_nothing_acknowledged_is_lost(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 4)
    figures = await kills(discord, bot, people, 2, moves=20, also=lambda: bool(_by_tokens(discord)))
    assert figures.lost == []
    assert figures.not_shown == []
    assert figures.called_twice == []
    assert figures.kills == 2


def _by_tokens(discord: StandIn) -> list[str]:
    """The requests that changed what all see by the token of a click on it, as happens all the while."""
    clicks = [one for one in discord.interactions.values() if one.message and not one.message.ephemeral]
    tokens = {one.token for one in clicks if one.deferred and one.deferred["type"] == LATER_UPDATE}
    return [each for each in discord.requests if each.endswith("/@original") and each.split("/")[-3] in tokens]


@pytest.mark.night
async def test_a_kill_loses_neither_a_plan_nor_the_move_that_it_answers(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 4)
    for table in people:
        table.plans = 0.8

    def has_planned() -> bool:
        return bool(bot.database.rows("SELECT game_id FROM log WHERE how = 'planned' LIMIT 1"))

    figures = await kills(discord, bot, people, 3, moves=6, also=has_planned)
    assert (figures.lost, figures.not_shown, figures.called_twice) == ([], [], [])
    left = (
        "SELECT plans.game_id FROM plans JOIN games ON games.id = plans.game_id "
        "WHERE (plans.seat = games.to_move) <> (plans.why IS NOT NULL)"
    )
    assert bot.database.rows(left) == [], "it is their move, and the plan neither made it nor says why"


NIGHT = (
    "INSERT INTO players (user_id, notify, quiet_from, quiet_to, timezone, vacation_until) "
    "VALUES (:user, 'mention', :first, :last, 'UTC', 0)"
)


@pytest.mark.night
async def test_kills_in_quiet_hours_and_at_their_end_call_everybody_once(discord: StandIn, bot: Bot) -> None:
    people, rng = tables(discord, 4, threads=False), random.Random(5)
    await bot.connect(discord)
    for table in people:
        table.mischief = 0
        for user in table.users:
            bot.database.change(NIGHT, {"user": user, "first": _hour(-3), "last": _hour(9)})
    async with playing(people):
        for _ in range(3):
            await asyncio.sleep(rng.uniform(0.5, 1.5))
            await _killed(discord, bot)
        await until(lambda: sum(len(table.promised) for table in people) > 20 and len(_waiting(bot)) > 2)
    await all_is_well(discord, bot.database, people)
    assert discord.calls == []
    waiting = _waiting(bot)
    assert waiting
    bot.database.change("UPDATE players SET quiet_from = NULL, quiet_to = NULL")
    for pause in (0.3, 0.6, 0.9):
        bot.database.change(f"UPDATE timers SET due = 1 WHERE {_OWED}")  # noqa: S608
        await asyncio.sleep(pause)
        await _killed(discord, bot)
    bot.database.change(f"UPDATE timers SET due = 1 WHERE {_OWED}")  # noqa: S608
    await until(lambda: not bot.database.rows(f"SELECT 1 FROM timers WHERE {_OWED}"))  # noqa: S608
    assert {user for call in discord.calls for user in call.pinged} == waiting
    assert double_calls(discord) == []
    assert len(discord.calls) == len(waiting)
    await all_is_well(discord, bot.database, people)


_OWED = "kind IN ('call', 'ask1', 'ask2', 'duel')"
_WAITING = f"""
    SELECT CASE games.to_move WHEN 1 THEN games.player1 ELSE games.player2 END FROM games
    JOIN timers ON timers.subject = games.id AND timers.{_OWED}
"""  # noqa: S608


def _waiting(bot: Bot) -> set[int]:
    """Who is to move, and is owed a call."""
    return {user for (user,) in bot.database.rows(_WAITING)}


def _hour(ahead: int) -> int:
    """The beginning of an hour that is so many ahead, in minutes after midnight."""
    return (time.gmtime().tm_hour + ahead) % 24 * 60


async def _killed(discord: StandIn, bot: Bot) -> None:
    """The bot is killed, and started again."""
    await bot.kill()
    await discord.cut()
    await bot.start()
    await discord.connected()
