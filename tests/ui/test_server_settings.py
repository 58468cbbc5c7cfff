"""What those who manage a server choose for it: where games belong, and what new ones begin with."""

import pytest
import simcord

from tests.ui.world import World, text


@pytest.fixture
def keeper(world: World) -> simcord.MemberActor:
    """Somebody who manages the server."""
    return world.with_role("keeper", manage_guild=True, manage_messages=True)


async def test_only_who_manages_the_server_sees_and_changes_its_choices(world: World) -> None:
    moderator = world.with_role("moderator", manage_messages=True)
    for command, options in (
        ("where", {"where": "thread"}),
        ("channel", {}),
        ("pace", {}),
        ("leather", {}),
        ("theme", {}),
        ("language", {}),
    ):
        assert "can manage this server" in text(await world.moderate(moderator, command, **options))
    assert (await world.app.preferences.server(world.guild.id)).place is None


async def test_new_games_begin_with_what_the_server_has_chosen(world: World, keeper: simcord.MemberActor) -> None:
    await world.moderate(keeper, "pace", pace=7)
    shown = text(await world.moderate(keeper, "leather", leather="revised"))
    assert "7 days per move" in shown
    assert "revised (26" in shown
    match = await world.accepted_game()
    assert (match.pace, match.setup.track) == (7, "revised")
    await world.slash(world.eve, "automa", where="here")
    assert (await world.match(2)).setup.track == "revised"


async def test_what_players_name_comes_before_what_the_server_has_chosen(
    world: World, keeper: simcord.MemberActor
) -> None:
    await world.moderate(keeper, "pace", pace=0)
    await world.moderate(keeper, "leather", leather="revised")
    assert "no time limit" in text(await world.challenge(world.mina, world.eve))
    match = await world.accepted_game(pace=14, leather="classic")
    assert (match.pace, match.setup.track) == (14, "classic")


async def test_choices_are_shown_without_changing_them_and_taken_back(
    world: World, keeper: simcord.MemberActor
) -> None:
    usual = text(await world.moderate(keeper, "where"))
    assert "any channel" in usual
    assert "in the channel" in usual
    assert "3 days per move" in usual
    assert "daylight" in usual
    await world.moderate(keeper, "channel", channel=world.channel)
    for command, option, value in (("where", "where", "thread"), ("pace", "pace", 14), ("theme", "theme", "night")):
        await world.moderate(keeper, command, **{option: value})
        shown = text(await world.moderate(keeper, command))
    assert f"belong in <#{world.channel.id}>" in shown
    assert "thread of its own" in shown
    assert "14 days" in shown
    assert "night" in shown
    await world.moderate(keeper, "channel", anywhere=True)
    for command, option, value in (("where", "where", "usual"), ("pace", "pace", -1), ("theme", "theme", "usual")):
        await world.moderate(keeper, command, **{option: value})
    assert text(await world.moderate(keeper, "leather", leather="usual")) == usual


async def test_games_belong_in_one_channel_and_its_threads(world: World, keeper: simcord.MemberActor) -> None:
    elsewhere = world.guild.create_text_channel("chatter")
    await world.moderate(keeper, "channel", channel=world.channel)
    for command, options in (("challenge", {"friend": world.tom}), ("automa", {"where": "here"})):
        answer = await world.slash_in(elsewhere, world.mina, command, **options)
        assert answer.flags.ephemeral
        assert f"belong in <#{world.channel.id}>" in text(answer)
    await world.slash_in(elsewhere, keeper, "automa", where="here")
    thread = world.thread("quilting")
    await world.slash_in(thread, world.mina, "automa", where="here")
    await world.slash(world.mina, "automa", where="here")
    assert [row.channel_id for row in await world.app.matches.running_in(world.guild.id)] == [
        elsewhere.id,
        thread.id,
        world.channel.id,
    ]


async def test_a_channel_that_was_deleted_holds_no_game_back(world: World, keeper: simcord.MemberActor) -> None:
    gone = world.guild.create_text_channel("gone")
    await world.moderate(keeper, "channel", channel=gone)
    assert "belong in" in text(await world.slash(world.mina, "automa", where="here"))
    world.env.backend.delete_channel(gone.id)
    assert ": you begin." in text(await world.slash(world.mina, "automa", where="here"))


@pytest.mark.cheapest
async def test_a_channel_in_which_the_bot_cannot_play_is_chosen_with_a_warning(
    world: World, keeper: simcord.MemberActor
) -> None:
    answer = await world.moderate(keeper, "channel", channel=world.read_only())
    assert "Send Messages, Attach Files" in text(answer)
