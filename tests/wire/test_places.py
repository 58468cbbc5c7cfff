"""Where games are played, and channels that only look as if they took messages."""

import pytest

from tests.wire.checks import all_shown, lost
from tests.wire.people import boards_in, tables, turns
from tests.wire.places import CONNECT, MANAGE_THREADS, PRIVATE_THREAD, THREAD, VOICE, Channel
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.world import until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


async def test_a_game_in_a_thread_and_channels_in_which_none_can_be_played(discord: StandIn, bot: Bot) -> None:
    (table,) = tables(discord, 1)
    table.in_thread = True
    private, locked, voice = (discord.new_channel(kind) for kind in (PRIVATE_THREAD, THREAD, VOICE))
    locked.locked = True
    for thread in (private, locked):
        thread.permissions ^= MANAGE_THREADS
    voice.permissions ^= CONNECT
    await bot.connect(discord)

    await table.play(moves=4)
    thread = table.channel
    assert (thread.parent_id, thread.archive_minutes) == (table.home.id, 7 * 24 * 60)
    assert boards_in(table.home) == []
    ended = await answered(await discord.slash(table.users[0], thread, "resign"))
    assert ended.answer
    await table.click(table.users[0], ended.answer, "resign")
    assert await all_shown(bot.database, discord.channels.values()) == []
    assert turns(boards_in(thread)[-1]) == []
    await until(lambda: thread.archived)
    assert lost(bot.database, [table]) == []

    async def told(channel: Channel) -> str:
        asked = await answered(await discord.slash(table.users[0], channel, "automa", where="here"))
        assert asked.accepted == 1
        return asked.told

    sent = len(discord.requests)
    assert "private thread" in await told(private)
    assert "locked" in await told(locked)
    assert "Connect" in await told(voice)
    assert [request for request in discord.requests[sent:] if request.endswith("/messages")] == []


async def test_on_a_second_server_people_challenge_by_the_menu_and_find_their_game_by_typing(
    discord: StandIn, bot: Bot
) -> None:
    away = discord.new_server()
    channel = discord.new_channel(server=away)
    channel.hidden_from.add(1003)
    await bot.connect(discord)
    asked = await answered(await discord.menu(1001, channel, "Challenge to Patchwork", 1002))
    assert "<@1002>" in asked.told
    unseen = await answered(await discord.menu(1001, channel, "Challenge to Patchwork", 1003))
    assert "cannot see this channel" in unseen.told
    assert (await answered(await discord.slash(1001, channel, "automa", where="here"))).accepted
    assert await all_shown(bot.database, [channel]) == []
    (choice,) = (await answered(await discord.type(1001, channel, "board", "game", ""))).choices
    assert choice["value"] == 1
    await discord.gateway.remove(away)
    cut = await discord.slash(1001, channel, "board", game=1)
    assert cut.cut
    assert (await answered(await discord.slash(1001, discord.new_channel(), "games"))).accepted
