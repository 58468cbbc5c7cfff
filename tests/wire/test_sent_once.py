"""A picture is sent once; where Discord does not keep it when a message is edited, every board has one all the same."""

import pytest

from bot.ui.publish.messages import TRIES
from tests.wire.checks import all_shown
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

MOVES = 8


@pytest.mark.parametrize("quirk", ["pictures are not kept", "kept pictures are lost"])
async def test_where_discord_does_not_keep_a_picture_it_is_sent_again(discord: StandIn, bot: Bot, quirk: str) -> None:
    discord.quirks.active = {quirk}
    (table,) = tables(discord, 1, talking=True)
    await bot.connect(discord)
    await table.play(moves=MOVES)
    assert await all_shown(bot.database, [table.channel]) == []
    assert len(discord.calls) > TRIES, "each of which becomes a page"
    assert bot.log().count("not kept its picture") == TRIES, "after which it is not tried any more"
