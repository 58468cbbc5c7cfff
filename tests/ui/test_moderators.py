"""What moderators may do: list the running games, and end one."""

from __future__ import annotations

import discord

from tests.ui.playing import termination
from tests.ui.world import World, text


async def test_moderators_list_and_end_games(world: World) -> None:
    await world.accepted_game()
    assert "may not" in text(await world.slash(world.eve, "admin list"))
    assert "may not" in text(await world.slash(world.eve, "admin end", game=1))
    keeper = world.with_role("keeper", manage_messages=True)
    assert "Game 1" in text(await world.slash(keeper, "admin list"))
    question = await world.slash(keeper, "admin end", game=1)
    assert "without a winner?" in text(question)
    assert (await world.match()).outcome is None
    assert "is closed" in text(await world.press(keeper, question, "endgame"))
    await world.sweep()
    assert termination(await world.match()) == "closed"
    assert "moderator" in text(world.board())
    assert "No game" in text(await world.slash(keeper, "admin list"))
    assert "ended" in text(await world.slash(keeper, "admin end", game=1))


async def test_a_moderator_of_one_channel_ends_no_games_in_another(world: World) -> None:
    await world.accepted_game()
    keeper = world.with_role("keeper")
    may = discord.PermissionOverwrite(manage_messages=True)
    desk = world.guild.create_text_channel("desk", overwrites={keeper: may})
    assert "may not" in text(await world.slash_in(desk, keeper, "admin end", game=1))
