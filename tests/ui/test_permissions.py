"""What the bot must be allowed to do, and what happens where it may not."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.kit.permissions import NEEDED, missing_permissions
from tests.ui.playing import posted
from tests.ui.world import World, text


@pytest.mark.cheapest
async def test_missing_permissions_are_named_before_a_game_starts(world: World) -> None:
    answer = await world.slash_in(world.read_only(), world.mina, "challenge", friend=world.tom)
    assert "Send Messages, Attach Files" in text(answer)
    assert answer.flags.ephemeral


async def test_a_move_is_safe_when_the_board_cannot_be_posted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    monkeypatch.setattr(
        discord.Interaction, "app_permissions", property(lambda _: discord.Permissions(view_channel=True))
    )
    done = await world.press(world.mina, page, "goahead")
    assert "I need these permissions" in text(done)
    assert (await world.match()).revision == 1


async def test_in_another_channel_its_permissions_do_not_matter(world: World) -> None:
    await world.accepted_game(first="me")
    listed = await world.slash_in(world.read_only(), world.mina, "games")
    home = await world.press(world.mina, listed, "home")
    done = await world.press(world.mina, await world.press(world.mina, home, "advance"), "goahead")
    assert "I cannot post" not in text(done)
    await world.press(world.mina, await world.press(world.mina, done, "more"), "takeback")
    assert posted(world, "would like to take back")


def test_a_thread_needs_a_permission_of_its_own() -> None:
    assert missing_permissions(_in_a_thread(discord.Permissions(view_channel=True, send_messages=True))) == [
        "send_messages_in_threads",
        "attach_files",
    ]
    assert not missing_permissions(_in_a_thread(NEEDED))


def _in_a_thread(permissions: discord.Permissions) -> Any:
    thread = discord.Thread.__new__(discord.Thread)
    return SimpleNamespace(channel=thread, app_permissions=permissions)
