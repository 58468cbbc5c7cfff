"""While many requests are needed, boards are edited and deleted by the tokens of clicks on them, which is free."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
import pytest

from bot.ui.kit.page import Page
from bot.ui.kit.private import LIFE, MARGIN
from bot.ui.kit.reply import show_later
from bot.ui.publish.messages import FREE_SECONDS, LATE_SECONDS
from tests.ui.playing import advanced, later, moved, play_on
from tests.ui.test_boards import held_by_tom
from tests.ui.world import World, ids, text

pytestmark = pytest.mark.usefixtures("no_room")


class Sent:
    """The requests that have been made since."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._before = len(world.env.http_requests)

    def counted(self) -> list[str]:
        """The methods of those that Discord counts."""
        return [each.method for each in self._world.env.http_requests[self._before :] if "/channels/" in each.path]

    def of_boards(self) -> list[str]:
        """The methods of those that concern what was clicked."""
        found = self._world.env.http_requests[self._before :]
        return [each.method for each in found if each.path.endswith("/@original")]


async def test_a_board_is_edited_by_the_click_on_it_and_answers_stand_beside_it(world: World) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    number = str((await world.match()).position.offers.index(takes[0].patch) + 1)  # type: ignore[union-attr]
    call, sent = world.board(), Sent(world)
    panel = await world.press(world.tom, call, number)
    assert not world.board().content  # the call has become its page
    done = await world.press(world.tom, panel, "sew")
    assert done.id == panel.id
    assert world.board().id == call.id
    assert "flag → " in text(world.board())
    assert (sent.counted(), sent.of_boards()) == ([], ["PATCH", "PATCH"])


async def test_an_old_board_is_deleted_by_the_click_on_it(world: World) -> None:
    await world.accepted_game(first="me")
    call, sent = world.board(), Sent(world)
    await advanced(world, world.mina, call)
    assert [message.id for message in world.channel.history()] == [world.board().id]
    assert world.board().id != call.id
    assert (sent.counted(), sent.of_boards()) == (["POST"], ["PATCH", "DELETE"])


@pytest.mark.parametrize("status", [400, 401, 404, 500])
async def test_a_token_that_discord_refuses_is_used_no_more(world: World, status: int) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    world.env.inject_error("DELETE", "/webhooks/*/*/messages/@original", status=status, code=0, times=5)
    sent = Sent(world)
    await world.press(world.mina, page, "goahead")
    assert [message.id for message in world.channel.history()] == [world.board().id]
    assert sent.counted() == ["POST", "DELETE"]


async def test_an_edit_made_after_newer_ones_is_repaired(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    await world.restart()  # so that the edit brings a picture: one that keeps the old one comes too late for that
    board, made_late, world.settles = world.board(), held(monkeypatch), False
    await world.press(world.tom, board, "more")  # which turns the call into its page
    await world.env.advance_time(FREE_SECONDS)
    await world.app.tasks.idle()
    assert not world.board().content
    await moved(world, str(takes[0]))
    newest = text(world.board())
    assert "flag → " in newest
    with world.env.time_context():
        await made_late()
    assert (world.board().id, text(world.board()) == newest) == (board.id, False)
    await later(world, 1)
    assert text(world.board()) != newest  # another one could still come
    await later(world, int(LATE_SECONDS))
    assert (world.board().id, text(world.board())) == (board.id, newest)
    sent = Sent(world)
    await later(world, int(LATE_SECONDS))
    assert sent.counted() == []


def held(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """Let Discord hold the next edit by token until that is cut off. Returns what has it made after all."""
    edit, kept = discord.Interaction.edit_original_response, asyncio.Queue[Callable[[], Awaitable[object]]]()

    async def hold(click: discord.Interaction, **page: Any) -> None:
        monkeypatch.setattr(discord.Interaction, "edit_original_response", edit)
        kept.put_nowait(partial(edit, click, **page))
        await asyncio.sleep(2 * FREE_SECONDS)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", hold)
    return lambda: kept.get_nowait()()


async def test_a_token_is_used_until_shortly_before_its_end(world: World) -> None:
    await world.accepted_game(first="me")
    await world.press(world.mina, world.board(), "advance")
    for seconds, is_known in ((LIFE - MARGIN - 5, True), (6, False)):
        await world.env.advance_time(seconds)
        with world.env.time_context():
            assert bool(world.app.tokens.find(world.board().id)) == is_known
    await world.env.advance_time(MARGIN)
    sent = Sent(world)
    await play_on(world, 1)
    await world.show()
    assert (sent.counted(), sent.of_boards()) == (["POST", "DELETE"], [])


async def test_private_pages_beside_a_board_make_way_for_each_other_and_the_board_stays(world: World) -> None:
    await world.accepted_game(first="me")
    board, sent = world.board(), Sent(world)
    first = await world.press(world.mina, board, "advance")
    second = await world.press(world.mina, board, "more")
    assert first.id != second.id
    assert world.board().id == board.id
    assert (sent.counted(), sent.of_boards()) == ([], ["PATCH"])
    gone = [each.path for each in world.env.http_requests if each.method == "DELETE" and str(first.id) in each.path]
    assert len(gone) == 1


@pytest.mark.cheapest
async def test_what_becomes_of_a_private_page_beside_a_board_is_not_shown_on_the_board(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    board = world.board()
    with world.env.time_context():
        click = world.app.tokens.find(board.id)
        assert click
        assert (click.message, click.data, click.response._parent) == (None, None, click)  # of thousands, only that
        await show_later(world.app, click, Page(("done",)))
    (shown,) = [message for message in world.channel.history(viewer=world.mina) if message.id == page.id]
    assert text(shown) == "done"
    assert (world.board().id, text(world.board()), ids(world.board())) == (board.id, text(board), ids(board))


@pytest.mark.parametrize("settings", [{"boards_by_click": False}], ids=["never"])
async def test_the_operator_can_do_without(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    sent = Sent(world)
    await world.press(world.mina, page, "goahead")
    assert (sent.counted(), sent.of_boards()) == (["POST", "DELETE"], [])
