"""A PostgreSQL server that goes away under play: all are answered, nothing is lost, and a sweep later all is right."""

from pathlib import Path

import pytest

from bot.ui.kit.texts import speaker
from tests.store.server import OwnServer, why_none
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import away
from tests.wire.standin import StandIn

pytestmark = [
    pytest.mark.night,
    pytest.mark.postgresql,
    pytest.mark.skipif(bool(why_none()), reason=why_none() or "it is"),
]

SWEEP = 3.0


async def test_a_server_that_is_away_for_a_while(discord: StandIn, tmp_path: Path, own_server: OwnServer) -> None:
    bot = Bot(discord.url, tmp_path, SWEEP, database_url=own_server.url("empty"), sketches=True)
    people = tables(discord, 5, rate=6)
    figures = await away(discord, bot, people, own_server, seconds=4, settle=SWEEP + 1)
    assert [one for one in discord.interactions.values() if speaker("en")("failure.away") in one.told]
    assert (figures.unanswered, figures.doubles) == (0, 0)
    assert (figures.lost, figures.not_shown) == ([], [])
    assert figures.moves
    assert bot.errors() == []
    told = [line for line in bot.warnings() if not line.endswith("took too long")]  # as things do on a busy machine
    assert len(told) == 1, told
    assert "the database does not answer" in told[0]
