"""Alone, anywhere: in the bot's own direct messages, in others, and in servers that have not invited it."""

import pytest

from bot.ui.pages.start import MORE
from tests.wire.bodies import controls_of, text_of
from tests.wire.places import CONVERSATION, DIRECT, EPHEMERAL, Channel, Message
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

USER = 1001
SERVERS_ONLY = "channels of a server"

PLACES = ("direct", "conversation", "foreign server")


def place(discord: StandIn, where: str) -> Channel:
    """A channel in which only this person has the bot."""
    discord.installed = {USER}
    if where != "foreign server":
        return discord.new_channel(DIRECT if where == "direct" else CONVERSATION)
    server = discord.new_server()
    server.here = False
    return discord.new_channel(server=server)


async def home(discord: StandIn, here: Channel) -> Message:
    """The home page, which its user alone sees."""
    page = (await answered(await discord.door(USER, here))).answer
    assert page is not None
    assert page.body.get("flags", 0) & EPHEMERAL
    return page


async def pressed(discord: StandIn, message: Message, control: str, values: list[str] | None = None) -> Message:
    """Press something. Returns what its user sees then, alone."""
    click = await discord.press(USER, message, controls_of(message.body)[control], values)
    page = (await answered(click)).answer
    assert page is not None
    assert page.body.get("flags", 0) & EPHEMERAL
    return page


@pytest.mark.parametrize("where", PLACES)
async def test_a_game_against_a_rival_is_played_where_only_its_player_has_the_bot(
    discord: StandIn, bot: Bot, where: str
) -> None:
    here = place(discord, where)
    await bot.connect(discord)
    page = await pressed(discord, await home(discord, here), "rival")
    for _ in range(6):
        ways = controls_of(page.body)
        for control in ("home", "1", "advance"):
            if control in ways:
                page = await pressed(discord, page, control)
                break
        for control in ("sew", "goahead"):
            if control in controls_of(page.body):
                page = await pressed(discord, page, control)
    ((guild, moves),) = bot.database.rows("SELECT guild_id, revision FROM games")
    assert guild == 0
    assert moves >= 4, text_of(page.body)
    assert here.messages == {}, "nobody else sees anything"
    assert bot.database.rows("SELECT guild_id FROM servers") == []


@pytest.mark.parametrize("where", PLACES)
async def test_what_is_everybodys_is_refused_in_one_sentence_and_all_else_is_there(
    discord: StandIn, bot: Bot, where: str
) -> None:
    here = place(discord, where)
    await bot.connect(discord)
    page = await pressed(discord, await home(discord, here), "rival")
    page = await pressed(discord, page, "advance" if "advance" in controls_of(page.body) else "1")
    await pressed(discord, page, "goahead" if "goahead" in controls_of(page.body) else "sew")
    controls = [*controls_of((await home(discord, here)).body)]
    assert len(controls) > 5
    for control in controls:
        if control not in ("more", "playhere"):  # which shows a seat to everybody
            page = await pressed(discord, await home(discord, here), control)
            assert SERVERS_ONLY not in text_of(page.body)
            if control == "seat":
                told = text_of((await pressed(discord, page, "opennow")).body)
                assert ("only my commands are" if where == "foreign server" else SERVERS_ONLY) in told
    for what in MORE:
        told = text_of((await pressed(discord, await home(discord, here), "more", [what])).body)
        assert (SERVERS_ONLY in told) == (what == "ladder"), told
    assert here.messages == {}
