"""What happens when the bot is invited to a server, removed from it, and invited again."""

import logging

import discord
import pytest
import simcord
from simcord.backend import serializers

from bot.matches.clock import DAY
from bot.matches.servers import KEPT
from tests.ui.playing import later
from tests.ui.world import World, text

SILENT = discord.PermissionOverwrite(send_messages=False)


async def told_created(world: World, guild: simcord.GuildHandle) -> None:
    """Let Discord tell the bot of a server that it has just come to, with all its channels."""
    backend = world.env.backend
    told = serializers.guild_create_payload(backend, backend.get_guild(guild.id))
    del told["unavailable"]  # which is said only at the end of an outage
    with world.env.time_context():
        backend.emit("GUILD_CREATE", told)
        await world.env.settle()


async def told_deleted(world: World, guild: simcord.GuildHandle, **more: bool) -> None:
    """Let Discord tell the bot that a server is gone for it. The server itself goes on."""
    with world.env.time_context():
        world.env.backend.emit("GUILD_DELETE", {"id": str(guild.id), **more})
        await world.env.settle()


async def invited(world: World, guild: simcord.GuildHandle) -> None:
    """Remove the bot from a server, and invite it again now that all is set up there."""
    await told_deleted(world, guild)
    await told_created(world, guild)


def forbidden(guild: simcord.GuildHandle) -> simcord.ChannelHandle:
    """A channel in which nobody may write."""
    return guild.create_text_channel("rules", overwrites={guild.default_role: SILENT})


async def test_it_says_hello_where_it_may_write_without_a_sound(world: World) -> None:
    guild = world.env.create_guild("Sewers")
    first, second, third = forbidden(guild), guild.create_text_channel("talk"), guild.create_text_channel("more")
    await invited(world, guild)
    (hello,) = second.history()
    assert f"</patchwork challenge:{world.client.command_ids['patchwork']}>" in hello.content
    assert hello.flags.suppress_notifications
    assert first.history() == third.history() == []


@pytest.mark.cheapest
async def test_where_it_may_write_nowhere_it_says_nothing(world: World) -> None:
    guild = world.env.create_guild("Sewers")
    channel = forbidden(guild)
    await invited(world, guild)
    assert channel.history() == []


async def test_an_outage_changes_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.accepted_game()
    with caplog.at_level(logging.INFO):
        await told_deleted(world, world.guild, unavailable=True)
        await world.sweep()
    assert "no longer in servers" not in caplog.text


async def test_games_rest_while_the_bot_is_away_and_go_on_when_it_is_back(world: World) -> None:
    await world.accepted_game(pace=1)
    await world.challenge(world.mina, world.eve)
    old = world.board()
    await told_deleted(world, world.guild)
    requests = len(world.env.http_requests)
    await later(world, 20 * DAY)
    assert len(world.env.http_requests) == requests, "nothing is asked of a server that it is not in"
    await told_created(world, world.guild)
    await world.sweep()
    match = await world.match()
    assert match.outcome is None
    assert match.deadline == int(world.now().timestamp()) + DAY
    board = world.board()
    assert board.id != old.id
    assert f"<t:{match.deadline}:R>" in text(board)


async def test_a_start_finds_out_where_the_bot_no_longer_is(world: World) -> None:
    await world.accepted_game(pace=1)
    await world.restart()
    await world.sweep()
    assert await world.app.matches.count_running() == 1
    world.env.backend.remove_guild(world.guild.id)
    await world.restart()
    await world.sweep()
    assert await world.app.matches.count_running() == 0


async def test_a_button_of_a_game_that_is_forgotten_says_so(world: World) -> None:
    await world.accepted_game()
    board = world.board()
    await told_deleted(world, world.guild)
    await later(world, KEPT + 60)
    await world.restart()  # the bot has forgotten what it posted
    answer = await world.press(world.mina, board, "more")
    assert text(answer).startswith("I do not know this game any more.")
    await world.app.tasks.idle()
    assert world.boards() == [], "nobody can play on it any more"


async def test_the_profile_tells_how_many_quilts_are_in_work(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    async def noted(*, activity: discord.BaseActivity | None) -> None:
        shown.append(str(activity) if activity else "")

    monkeypatch.setattr(world.client, "change_presence", noted)
    await world.sweep()
    await world.slash(world.mina, "automa", where="here")
    await world.sweep()
    await world.sweep()
    await world.accepted_game()
    await world.sweep()
    assert shown == ["1 quilt in progress", "2 quilts in progress"]
