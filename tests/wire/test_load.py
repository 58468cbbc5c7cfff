"""Many games at once, with doubles and stale clicks among them: every click is answered once, and in time."""

from __future__ import annotations

import pytest

from tests.wire.checks import is_busy
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import load
from tests.wire.standin import StandIn

pytestmark = [pytest.mark.night, pytest.mark.usefixtures("alone")]


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_every_click_is_answered_exactly_once_and_in_time(discord: StandIn, bot: Bot) -> None:
    for rate in (15, 8, 4, 2):  # others on the machine may hold the bot up
        discord.interactions.clear()
        figures = await load(discord, bot, tables(discord, 12, rate=rate), seconds=5, moves=5)
        assert figures.lost == []
        assert figures.not_shown == []
        assert figures.called_twice == []
        assert (figures.unanswered, figures.doubles) == (figures.late, 0), "a click without any answer"
        assert figures.clicks > figures.moves > 0
        if not (figures.late and is_busy()):
            break
    assert (figures.unanswered, figures.late) == (0, 0)
