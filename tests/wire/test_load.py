"""Many games at once, with doubles and stale clicks among them: every click is answered once, and in time."""

import pytest

from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import load
from tests.wire.standin import StandIn

pytestmark = pytest.mark.night

MOVES = 30
"""As many as are made in some seven seconds."""


@pytest.mark.parametrize("sketches", [False], ids=["drawn"])
async def test_every_click_is_answered_exactly_once_and_in_time(discord: StandIn, bot: Bot) -> None:
    figures = await load(discord, bot, tables(discord, 12, rate=15), seconds=0, moves=MOVES)
    assert figures.lost == []
    assert figures.not_shown == []
    assert figures.called_twice == []
    assert (figures.unanswered, figures.late, figures.doubles) == (0, 0, 0)
