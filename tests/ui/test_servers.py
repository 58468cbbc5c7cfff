"""What happens when the bot is invited to a server, removed from it, and invited again."""

import json
import logging
from dataclasses import replace

import discord
import pytest
import simcord
from simcord.backend import serializers

from bot.matches.clock import DAY
from bot.matches.servers import KEPT
from bot.store.kv import save_value
from bot.store.shards import Shards
from bot.ui.kit.brand import ADMIN, HOME
from tests.ui.playing import forged, later, solo_games, termination
from tests.ui.world import World, chosen, ids, offered, text

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
    return guild.create_text_channel("rules", overwrites={guild.default_role: SILENT})


@pytest.mark.cheapest
async def test_it_says_hello_where_it_may_write_without_a_sound(world: World) -> None:
    guild = world.env.create_guild("Sewers")
    first = forbidden(guild)
    await invited(world, guild)
    assert first.history() == []
    second, third = guild.create_text_channel("talk"), guild.create_text_channel("more")
    await invited(world, guild)
    (hello,) = second.history()
    assert f"</{HOME}:{world.client.command_ids[HOME]}>" in text(hello)
    assert offered(hello) == ["learn", "rival", "friend"], "as the home page of somebody new"
    assert hello.flags.suppress_notifications
    assert first.history() == third.history() == []


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
    await world.restarted()
    assert await world.app.matches.count_running() == 1
    world.env.backend.remove_guild(world.guild.id)
    await world.restarted()
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


async def test_a_board_of_another_shard_is_left_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.accepted_game()
    others = Shards((1 - (match.guild_id >> 22) % 2,), 2)
    with monkeypatch.context() as patch:
        patch.setattr(world.app.publisher.channels, "_shards", others)
        await world.do(world.app.matches.resign(match.id, match.revision, match.people[0]))
        assert "rematch" not in str(ids(world.board()))
    await world.sweep()
    assert "rematch" in str(ids(world.board()))


async def test_a_sweep_finds_emoji_of_another_process(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.client, "_config", replace(world.app.config, shards=Shards((1,), 2)))
    for noted in ({"button": ["digest", 5], "time": ["digest", 6]}, {"button": ["other", 7]}):
        name = f"emoji of {world.client.application_id}"
        await world.app.database.write(save_value, name, json.dumps(noted))
        await world.sweep()
        assert world.client.emoji_ids == {each: number for each, (_, number) in noted.items()}


def told(page: discord.Message) -> str:
    """What a page says in its texts, and as what is chosen."""
    return "\n".join([text(page), *chosen(page)])


async def test_only_who_manages_the_server_sees_and_changes_its_choices(world: World) -> None:
    moderator = world.with_role("moderator", manage_messages=True)
    for control in ("onlyhere", "nodaily", "zone"):
        page = await forged(world, "server", control, subject=0)
        assert "can manage this server" in text(await world.press(moderator, page, control))
    assert (await world.app.preferences.server(world.guild.id)).channel_id is None
    for command in ("where", "channel", "pace", "leather", "theme", "language"):
        options = {"where": "thread"} if command == "where" else {}
        assert "can manage this server" in text(await world.moderate(moderator, command, **options))
    assert (await world.app.preferences.server(world.guild.id)).place is None


async def test_new_games_begin_with_what_the_server_has_chosen_unless_players_name_something_else(world: World) -> None:
    await world.moderate(world.keeper, "pace", pace=0)
    shown = told(await world.moderate(world.keeper, "leather", leather="revised"))
    assert "no time limit" in shown
    assert "revised (26" in shown
    match = await world.accepted_game()
    assert (match.pace, match.setup.track) == (None, "revised")
    await world.accepted_game(pace=14, leather="classic")
    match = await world.match(2)
    assert (match.pace, match.setup.track) == (14, "classic")
    await world.slash(world.eve, "automa", where="here")
    assert (await world.match(3)).setup.track == "revised"


async def test_choices_are_shown_without_changing_them_and_taken_back(world: World) -> None:
    usual = told(await world.moderate(world.keeper, "where"))
    for words in ("any channel", "in the channel", "3 days per move", "daylight"):
        assert words in usual
    await world.moderate(world.keeper, "channel", channel=world.channel)
    for command, option, value in (("where", "where", "thread"), ("pace", "pace", 14), ("theme", "theme", "night")):
        await world.moderate(world.keeper, command, **{option: value})
        shown = told(await world.moderate(world.keeper, command))
    for words in (f"belong in <#{world.channel.id}>", "thread of its own", "14 days", "night"):
        assert words in shown
    await world.moderate(world.keeper, "channel", anywhere=True)
    for command, option, value in (("where", "where", "usual"), ("pace", "pace", -1), ("theme", "theme", "usual")):
        await world.moderate(world.keeper, command, **{option: value})
    assert told(await world.moderate(world.keeper, "leather", leather="usual")) == usual


async def test_games_belong_in_one_channel_and_its_threads(world: World) -> None:
    elsewhere = world.guild.create_text_channel("chatter")
    await world.moderate(world.keeper, "channel", channel=world.channel)
    for command, options in (("challenge", {"friend": world.tom}), ("automa", {"where": "here"})):
        answer = await world.slash_in(elsewhere, world.mina, command, **options)
        assert f"belong in <#{world.channel.id}>" in text(answer)
    await world.slash_in(elsewhere, world.keeper, "automa", where="here")
    thread = world.thread("quilting")
    await world.slash_in(thread, world.mina, "automa", where="here")
    await world.slash(world.mina, "automa", where="here")
    rows = await world.app.matches.running_in(world.guild.id)
    assert [row.channel_id for row in rows] == [elsewhere.id, thread.id, world.channel.id]


async def test_a_channel_that_was_deleted_or_is_closed_to_the_bot_is_noticed(world: World) -> None:
    answer = await world.moderate(world.keeper, "channel", channel=world.read_only())
    assert "Send Messages, Attach Files" in text(answer), "a warning"
    gone = world.guild.create_text_channel("gone")
    await world.moderate(world.keeper, "channel", channel=gone)
    assert "belong in" in text(await world.slash(world.mina, "automa", where="here"))
    world.env.backend.delete_channel(gone.id)
    assert ": you begin." in text(await world.slash(world.mina, "automa", where="here"))


async def test_moderators_list_and_end_games(world: World) -> None:
    moderator = world.with_role("moderator", manage_messages=True)
    world.let_moderate(world.eve)
    assert "Only moderators" in text(await world.moderate(world.eve, "list")), "also where no game runs"
    await world.accepted_game()
    assert "Only moderators" in text(await world.moderate(world.eve, "end", game=1))
    assert "do not know" in text(await world.moderate(moderator, "end", game=2))
    assert "Game 1" in text(await world.moderate(moderator, "list"))
    question = await world.moderate(moderator, "end", game=1)
    assert "without a winner?" in text(question)
    assert (await world.match()).outcome is None
    assert "is closed" in text(await world.press(moderator, question, "endgame"))
    await world.sweep()
    assert termination(await world.match()) == "closed"
    assert "moderator" in text(world.board())
    assert "No game" in text(await world.moderate(moderator, "list"))
    assert "ended" in text(await world.moderate(moderator, "end", game=1))


async def numbers(world: World, who: simcord.MemberActor, typed: str) -> list[int]:
    found = await who.autocomplete(world.channel, f"{ADMIN} end", "game", typed)
    return [choice["value"] for choice in found]


async def test_the_numbers_of_running_games_are_offered_to_moderators(world: World) -> None:
    await solo_games(world, 12)
    world.let_moderate(world.eve)
    assert await numbers(world, world.eve, "") == []
    assert await numbers(world, world.keeper, "") == list(range(1, 13))
    assert await numbers(world, world.keeper, "1") == [1, 10, 11, 12]
    await world.app.matches.close(11, "moderator")
    assert await numbers(world, world.keeper, "1") == [1, 10, 12]
    assert await numbers(world, world.keeper, "x") == []


async def test_a_moderator_of_one_channel_ends_no_games_in_another(world: World) -> None:
    await world.accepted_game()
    keeper = world.with_role("keeper")
    may = discord.PermissionOverwrite(manage_messages=True)
    desk = world.guild.create_text_channel("desk", overwrites={keeper: may})
    assert "Only moderators" in text(await world.moderate_in(desk, keeper, "end", game=1))
    world.let_moderate(keeper)
    assert await numbers(world, keeper, "") == []
