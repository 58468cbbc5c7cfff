"""Solo games that nobody else sees, until their player shows the end of one."""

import random

import pytest

from bot.features.dispatch import router
from bot.ui.kit.brand import ADMIN
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Option, Page, Select
from tests.ui.playing import advanced, forged, given_up, moved, take_turn
from tests.ui.world import World, controls, offered, text


async def test_a_private_game_is_played_in_private_answers_alone(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    assert "leads back here." in text(page)
    rng = random.Random(3)
    for _ in range(6):
        page = await world.press(world.mina, await world.slash(world.mina, "games"), "home")
        page = await take_turn(world, rng, page)
    await world.sweep()
    await world.restarted()
    assert world.channel.history() == []


async def test_the_list_of_games_opens_private_ones_and_links_to_none(world: World) -> None:
    await world.accepted_game(first="me", pace=1)
    await world.slash(world.mina, "automa", where="private")
    await world.slash(world.mina, "automa", where="private")
    listed = await world.slash(world.mina, "games")
    assert text(listed).count("only for you") == 2
    assert text(listed).count("https://") == 1
    page = await world.choose(world.mina, listed, "open", "3")
    assert {"advance", "more"} <= set(offered(page))
    assert ":home" in str([item["custom_id"] for item in controls(listed)])
    page = await world.press(world.mina, page, "advance")
    await world.press(world.mina, page, "goahead")
    assert (await world.match(3)).revision > 0
    assert len(world.boards()) == 1


@pytest.mark.cheapest
async def test_a_private_game_has_no_board_and_moderators_neither_see_nor_end_it(world: World) -> None:
    await world.slash(world.mina, "automa", where="private")
    answer = await world.slash(world.mina, "games", game=1)
    assert {"advance", "more"} <= set(offered(answer))
    assert "board" not in offered(await world.press(world.mina, answer, "more"))
    old = await forged(world, "more", "board")
    assert "Only you can see game 1" in text(await world.press(world.mina, old, "board"))
    await world.delete(old)
    await world.app.tasks.idle()
    assert world.channel.history() == []
    assert "No game is running" in text(await world.moderate(world.keeper, "list"))
    assert "do not know this game" in text(await world.moderate(world.keeper, "end", game=1))
    assert await world.keeper.autocomplete(world.channel, f"{ADMIN} end", "game", "") == []


OF_ONESELF = {"mylevel"}
"""Controls on pages of a game that say nothing about it."""


async def test_whoever_names_or_chooses_the_number_of_somebody_elses_private_game_learns_nothing_of_it(
    world: World,
) -> None:
    await world.slash(world.mina, "automa", where="private")
    revision = (await moved(world, "+")).revision
    for page, control in sorted(router.routes):
        if router.routes[page, control].concerns_game and control not in OF_ONESELF:
            message = await forged(world, page or "home", control, revision=revision, shown="12N@A1")
            answer = await world.press(world.eve, message, control)
            assert "do not know this game" in text(answer), (page, control)
            assert not answer.attachments
    for page, control in (("games", "open"), ("choose", "board"), ("choose", "resign")):
        select = Select("Psst", CustomId(0, 0, page, control), (Option("Psst", "1"),))
        answer = await world.choose(world.eve, await world.send(Page(("Psst",), rows=(select,)).view()), control, "1")
        words = "do not know this game" if page == "games" else "You have no game 1"
        assert words in text(answer), (page, control)
        assert not answer.attachments
    assert (await world.match()).revision == revision


async def test_the_last_move_of_a_private_game_shows_the_final_board(world: World) -> None:
    page = await world.slash(world.mina, "automa", where="private")
    rng = random.Random(1)
    while not (await world.match()).outcome:
        page = await take_turn(world, rng, page)
    assert "Your score of" in text(page)
    assert page.attachments
    assert {"share", "replay", "rematch"} <= set(offered(page))
    more = await world.press(world.mina, page, "more")
    assert "share" in offered(more)
    assert text(await world.press(world.mina, more, "home")) == text(page)


async def test_share_posts_the_final_board_where_it_is_pressed_and_calls_nobody(world: World) -> None:
    there = world.guild.create_text_channel("elsewhere")
    await world.slash_in(there, world.mina, "automa", where="private")
    await moved(world, "+")
    ended = await given_up(world, world.mina, game=1)
    shared = await world.press(world.mina, ended, "share")
    assert "can see the final board now" in text(shared)
    assert "share" not in offered(shared)
    board = world.board()
    assert "Automa wins" in text(board)
    assert world.pinged(board) == set()
    assert there.history() == []
    assert "watching" in text(await world.press(world.eve, board, "rematch"))
    page = await world.choose(world.mina, shared, "rematch", "legend")
    assert "leads back here." in text(page)
    assert (await world.match(2)).place == "private", "whatever was shared of the first one"
    await given_up(world, world.mina)
    again = await world.press(world.mina, board, "rematch")  # the only board
    assert (await world.match(2)).place == "private"
    assert "game 2" in text(again)


async def test_a_private_game_is_played_and_not_shared_where_the_bot_may_not_post(world: World) -> None:
    page = await world.slash_in(world.read_only(), world.mina, "automa", where="private")
    page = await advanced(world, world.mina, page)
    assert "cannot post" not in text(page)
    match = await world.match()
    assert match.revision > 0
    await world.app.matches.resign(1, match.revision, world.mina.id)
    ended = await world.press(world.mina, page, "more")
    assert "Send Messages" in text(await world.press(world.mina, ended, "share"))
    assert (await world.match()).place == "private"
