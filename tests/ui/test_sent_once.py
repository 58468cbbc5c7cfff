"""A picture is sent once: an edit names the one that a message has, and a page beside its board shows no second one."""

import logging
from typing import Any

import discord
import pytest

from bot.ui.publish.messages import TRIES
from tests.ui.playing import by_hand, farthest, moved, way_to
from tests.ui.world import World, offered, picture, text

MOST_FILES = 10
"""Ids of attachments are larger, and those of the files that a request brings smaller."""


async def shown_again(world: World) -> list[list[bool]]:
    """The edits when the board is owed, although the match stands as before: of each file, whether it was there."""
    await world.app.postings.owe([world.board().id])
    since = len(world.env.http_requests)
    await world.sweep()
    edits = [each for each in world.env.http_requests[since:] if each.method == "PATCH" and "/channels/" in each.path]
    bodies: list[dict[str, Any]] = [each.json for each in edits if isinstance(each.json, dict)]
    return [[int(file["id"]) > MOST_FILES for file in body["attachments"]] for body in bodies]


@pytest.mark.cheapest
async def test_a_board_keeps_its_picture_as_long_as_it_shows_the_same(world: World) -> None:
    await world.accepted_game(first="me")
    before = await picture(world.board())
    assert await shown_again(world) == [[True]]
    assert await picture(world.board()) == before
    await world.moderate(world.keeper, "theme", theme="night")
    assert await shown_again(world) == [[False]]
    assert await picture(world.board()) != before


async def test_a_bot_that_starts_does_not_know_what_pictures_there_are(world: World) -> None:
    await world.accepted_game(first="me")
    before = await picture(world.board())
    await world.restart()
    assert await shown_again(world) == [[False]]
    assert await shown_again(world) == [[True]]
    assert await picture(world.board()) == before


async def test_a_picture_that_discord_does_not_keep_is_sent_again_and_soon_not_named_any_more(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.accepted_game(first="me")
    caplog.set_level(logging.INFO)
    for _ in range(TRIES):
        world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
        assert await shown_again(world) == [[True], [False]]
    assert await shown_again(world) == [[False]]
    assert len(world.board().attachments) == 1
    assert caplog.text.count("has not kept its picture") == TRIES


async def test_one_refusal_is_forgotten_when_a_picture_is_kept_again(world: World) -> None:
    await world.accepted_game(first="me")
    for _ in range(TRIES + 1):
        world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
        assert await shown_again(world) == [[True], [False]]
        assert await shown_again(world) == [[True]]


# --- beside the board


async def sewn(world: World) -> discord.Message:
    """The page of tom, who sews a patch by hand and is to move again."""
    page = await world.press(world.tom, world.board(), way_to(2, (await world.match()).position))
    return await world.press(world.tom, page, "sew")


@pytest.mark.usefixtures("private_pages_are_in_no_channel")
async def test_who_goes_on_beside_the_board_reads_there_what_it_shows(world: World) -> None:
    await by_hand(world)
    await moved(world, farthest((await world.accepted_game(first="me")).position))
    page = await sewn(world)
    assert not page.attachments
    assert len(world.board().attachments) == 1
    first, *tips = text(page).splitlines()
    assert first == f"-# Game 1 against {world.mina.mention} · **You move once more.**"
    assert all("Tip:" in tip for tip in tips)
    assert {"advance", "undo", "more"} <= set(offered(page)), "six are in two rows"
    preview = await world.press(world.tom, page, "advance")
    page = await world.press(world.tom, preview, "home")
    await world.mina.send(world.channel, "Hurry up!")
    await world.press(world.tom, page, "undo")
    assert (await sewn(world)).attachments, "the board is not the last message any more"


@pytest.mark.usefixtures("private_pages_are_in_no_channel")
async def test_elsewhere_than_at_the_board_the_table_is_shown(world: World) -> None:
    await world.accepted_game(first="me")
    assert not (await world.press(world.mina, await world.slash(world.mina, "games"), "home")).attachments
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert (await world.press(world.mina, await world.slash_in(elsewhere, world.mina, "games"), "home")).attachments
    await world.restart()
    assert (await world.press(world.mina, await world.slash(world.mina, "games"), "home")).attachments, "nobody knows"


@pytest.mark.usefixtures("private_pages_are_in_no_channel")
async def test_who_has_a_theme_of_their_own_sees_the_table_in_it_beside_the_board(world: World) -> None:
    await by_hand(world)
    await moved(world, farthest((await world.accepted_game(first="me")).position))
    assert not (await sewn(world)).attachments
    for theme, is_shown in (("contrast", True), ("daylight", False)):
        await world.slash(world.tom, "settings", theme=theme)
        page = await world.press(world.tom, await world.slash(world.tom, "games"), "home")
        for _ in range(2):
            assert bool(page.attachments) == is_shown, theme
            page = await world.press(world.tom, await world.press(world.tom, page, "advance"), "home")


@pytest.mark.usefixtures("private_pages_are_in_no_channel")
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0)])
async def test_who_goes_on_beside_a_board_that_cannot_be_edited_sees_the_table(
    world: World, status: int, code: int
) -> None:
    await by_hand(world)
    await moved(world, farthest((await world.accepted_game(first="me")).position))
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=9)
    assert not (await sewn(world)).attachments
    await world.app.tasks.idle()
    page = await world.press(world.tom, await world.slash(world.tom, "games"), "home")
    assert page.attachments
