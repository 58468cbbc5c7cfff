"""Events of shapes that discord.py does not expect: each is left out, and the bot plays on (decision 0088)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.wire.bodies import Body
from tests.wire.people import boards_in, tables
from tests.wire.places import Channel, Server, snowflake
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.test_health import Door, figures_in

pytestmark = pytest.mark.slow

OURS = (
    *(f"GUILD_{what}" for what in ("CREATE", "UPDATE", "DELETE", "ROLE_CREATE", "ROLE_UPDATE", "ROLE_DELETE")),
    *(f"CHANNEL_{what}" for what in ("CREATE", "UPDATE", "DELETE", "PINS_UPDATE")),
    *(f"THREAD_{what}" for what in ("CREATE", "UPDATE", "DELETE", "LIST_SYNC", "MEMBER_UPDATE", "MEMBERS_UPDATE")),
    *(f"STAGE_INSTANCE_{what}" for what in ("CREATE", "UPDATE", "DELETE")),
    *(f"ENTITLEMENT_{what}" for what in ("CREATE", "UPDATE", "DELETE")),
    *(f"SUBSCRIPTION_{what}" for what in ("CREATE", "UPDATE", "DELETE")),
    *("INTERACTION_CREATE", "USER_UPDATE", "APPLICATION_COMMAND_PERMISSIONS_UPDATE"),
)
"""The events of our intent, and those that come without any."""

LEFT_OUT = "an event of Discord's cannot be read, and is left out: "


@pytest.fixture
def door(unused_tcp_port: int) -> Door:
    return Door(unused_tcp_port)


@pytest.fixture
async def shaken(discord: StandIn, tmp_path: Path, url: str, door: Door) -> AsyncIterator[Bot]:
    """A bot that is not started yet, in whose log there may be ERRORs; at the end it still runs, and stops as ever."""
    settings = {"HEALTH": f"127.0.0.1:{door.port}"}
    bot = Bot(discord.url, tmp_path, database_url=url, settings=settings, sketches=True)
    yield bot
    assert await bot.stop() == 0, bot.log()[-5_000:]
    assert all(LEFT_OUT in error for error in bot.errors())


def left_out(bot: Bot) -> list[str]:
    """The names of the events that the log says were left out."""
    return sorted(line.partition(LEFT_OUT)[2] for line in bot.log().splitlines() if LEFT_OUT in line)


async def test_each_event_of_ours_may_come_broken_and_is_told_once(discord: StandIn, shaken: Bot, door: Door) -> None:
    (table,) = tables(discord, 1)
    await shaken.connect(discord)
    await table.play(moves=1)
    (session,) = discord.gateway.live
    home = str(discord.home.id)
    shapes: list[Any] = [{}, None, [], "words", {"guild_id": home, "id": {}}, {"guild_id": [], "channel_id": home}]
    for event in OURS:
        for shape in shapes:
            await session.dispatch(event, shape)
    channel = table.channel.described()
    del channel["position"]
    await session.dispatch("CHANNEL_UPDATE", channel)
    await session.dispatch("A_NEW_EVENT", {})
    await table.play(moves=2)
    assert left_out(shaken) == sorted(OURS)
    assert len(discord.gateway.sessions) == 1, "it connected once"
    figures = figures_in((await door.ask("/metrics"))[1])
    counted = {event: figures[f'thimble_unreadable_events_total{{event="{event}"}}'] for event in OURS}
    assert all(2 <= count <= len(shapes) + 1 for count in counted.values()), counted


async def test_a_click_whose_message_cannot_be_read_costs_that_click_alone(discord: StandIn, shaken: Bot) -> None:
    (table,) = tables(discord, 1)
    await shaken.connect(discord)
    await table.play(moves=1)
    (session,) = discord.gateway.live
    board = boards_in(table.channel)[-1]
    strange = {**board.described(), "thread": None}
    click = {"id": str(snowflake()), "type": 3, "token": "t", "version": 1, "application_id": "700", "message": strange}
    await session.dispatch("INTERACTION_CREATE", {**click, "attachment_size_limit": 1, "data": {"custom_id": "x"}})
    await table.play(moves=1)
    assert left_out(shaken) == ["INTERACTION_CREATE"]


async def test_a_server_that_cannot_be_read_at_the_start_keeps_nobody_from_playing_not_even_there(
    discord: StandIn, shaken: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange, described = discord.new_server(), Server.described
    played = tables(discord, 2, servers=(discord.home, strange))

    def broken(server: Server, channels: list[Channel]) -> Body:
        body = described(server, channels)
        if server is strange:
            body["roles"] = [{"id": "5"}]
        return body

    monkeypatch.setattr(Server, "described", broken)
    await shaken.connect(discord)
    for table in played:
        await table.play(moves=3)
        assert len(table.promised) >= 3
    assert left_out(shaken) == ["GUILD_CREATE"]


async def test_a_channel_that_only_its_number_names_is_found(
    discord: StandIn, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = tables(discord, 1)
    monkeypatch.setattr(discord.quirks, "channel", lambda *_: {})
    await bot.connect(discord)
    await table.play(moves=2)
    used = await answered(await discord.slash(1001, table.channel, "automa", where="here"))
    assert used.accepted == 1
    assert "in the channels of a server" not in used.told
