"""Killed at any moment, the bot has kept every move that it had acknowledged, and shows it when it is back."""

from __future__ import annotations

import pytest

from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import kills
from tests.wire.standin import StandIn

pytestmark = pytest.mark.slow


async def test_nothing_acknowledged_is_lost(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 4)
    figures = await kills(discord, bot, people, 2, moves=6)
    assert figures.lost == []
    assert figures.not_shown == []
    assert figures.called_twice == []
    assert figures.kills == 2
    assert figures.moves > 5
