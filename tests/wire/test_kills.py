"""Killed at any moment, the bot has kept every move that it had acknowledged, and shows it when it is back."""

import pytest

from tests.wire.answers import LATER_UPDATE
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import kills
from tests.wire.standin import StandIn

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
