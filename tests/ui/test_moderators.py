"""What moderators may do: list the running games, and end one."""

import discord
import pytest
import simcord

from bot.ui.pages.games import LISTED
from tests.ui.playing import solo_games, termination
from tests.ui.world import World, text


async def test_moderators_list_and_end_games(world: World) -> None:
    world.let_moderate(world.eve)
    assert "Only moderators" in text(await world.moderate(world.eve, "list")), "also where no game runs"
    await world.accepted_game()
    assert "Only moderators" in text(await world.moderate(world.eve, "end", game=1))
    keeper = world.with_role("keeper", manage_messages=True)
    assert "do not know" in text(await world.moderate(keeper, "end", game=2))
    assert "Game 1" in text(await world.moderate(keeper, "list"))
    question = await world.moderate(keeper, "end", game=1)
    assert "without a winner?" in text(question)
    assert (await world.match()).outcome is None
    assert "is closed" in text(await world.press(keeper, question, "endgame"))
    await world.sweep()
    assert termination(await world.match()) == "closed"
    assert "moderator" in text(world.board())
    assert "No game" in text(await world.moderate(keeper, "list"))
    assert "ended" in text(await world.moderate(keeper, "end", game=1))


@pytest.mark.cheapest
async def test_the_commands_are_shown_to_moderators_only(world: World) -> None:
    with pytest.raises(simcord.SetupError, match="not visible to this user"):
        await world.moderate(world.eve, "list")
    await world.moderate(world.with_role("keeper", manage_messages=True), "list")


async def numbers(world: World, who: simcord.MemberActor, typed: str) -> list[int]:
    """What is offered to somebody who types the number of the game that they want to end."""
    found = await who.autocomplete(world.channel, "patchwork-admin end", "game", typed)
    return [choice["value"] for choice in found]


async def test_the_numbers_of_running_games_are_offered_to_moderators(world: World) -> None:
    await solo_games(world, 12)
    world.let_moderate(world.eve)
    keeper = world.with_role("keeper", manage_messages=True)
    assert await numbers(world, world.eve, "") == []
    assert await numbers(world, keeper, "") == list(range(1, 13))
    assert await numbers(world, keeper, "1") == [1, 10, 11, 12]
    await world.app.matches.close(11, "moderator")
    assert await numbers(world, keeper, "1") == [1, 10, 12]
    assert await numbers(world, keeper, "x") == []


@pytest.mark.parametrize("settings", [{"max_games": 30}])
async def test_at_most_25_numbers_are_offered(world: World) -> None:
    await solo_games(world, 27)
    keeper = world.with_role("keeper", manage_messages=True)
    assert await numbers(world, keeper, "") == list(range(1, 26))
    listed = text(await world.moderate(keeper, "list"))
    assert f"Game {LISTED}]" in listed
    assert f"Game {LISTED + 1}]" not in listed
    assert f"and {27 - LISTED} more" in listed


async def test_a_moderator_of_one_channel_ends_no_games_in_another(world: World) -> None:
    await world.accepted_game()
    keeper = world.with_role("keeper")
    may = discord.PermissionOverwrite(manage_messages=True)
    desk = world.guild.create_text_channel("desk", overwrites={keeper: may})
    assert "Only moderators" in text(await world.moderate_in(desk, keeper, "end", game=1))
    world.let_moderate(keeper)
    assert await numbers(world, keeper, "") == []
