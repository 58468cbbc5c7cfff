"""At the table: who has just acted is not called to a board that is the newest message; who has left is, once."""

import asyncio
import contextlib
from typing import Any

import pytest
import simcord

from bot.matches.postings import Postings
from bot.ui.publish.delivery import CALL_AFTER
from bot.ui.publish.messages import Messages
from bot.ui.publish.recent_activity import HERE
from tests.ui.faults import killed_before
from tests.ui.playing import advanced, later
from tests.ui.world import World, ids

pytestmark = pytest.mark.usefixtures("private_pages_are_in_no_channel")


async def at_the_table(world: World) -> None:
    """Both have acted, and it is tom's turn."""
    await world.accepted_game(first="me")
    await advanced(world, world.mina)


def calls(world: World, who: simcord.MemberActor) -> int:
    return [whom for whom, _ in world.calls()].count({who.id})


async def called_once(world: World, before: int) -> None:
    """As time goes on, mina is called, and not again."""
    for _ in range(3):
        await later(world, CALL_AFTER + 1)
    assert calls(world, world.mina) == before + 1


async def test_who_is_there_is_not_called(world: World) -> None:
    await at_the_table(world)
    board, before, sent = world.board(), calls(world, world.mina), len(world.env.http_requests)
    await advanced(world, world.tom)
    assert world.board().id == board.id
    assert ":2:-:board:" in str(ids(world.board()))
    counted = [each.method for each in world.env.http_requests[sent:] if "/channels/" in each.path]
    assert counted == ["PATCH"]
    await advanced(world, world.mina)
    assert world.board().id == board.id
    await later(world, CALL_AFTER - 5)
    assert calls(world, world.mina) == before


@pytest.mark.parametrize("restarts", [False, True])
async def test_who_does_nothing_for_three_minutes_is_called_once(world: World, restarts: bool) -> None:
    await at_the_table(world)
    board, before = world.board(), calls(world, world.mina)
    await advanced(world, world.tom)
    if restarts:
        await world.restart()
    await called_once(world, before)
    assert world.board().id != board.id
    assert world.pinged(world.board()) == {world.mina.id}
    assert "your move in game 1" in world.words(world.board())


async def test_who_is_looking_knows_and_is_called_three_minutes_after_their_last_click(world: World) -> None:
    await at_the_table(world)
    before = calls(world, world.mina)
    await advanced(world, world.tom)
    await world.env.advance_time(CALL_AFTER - 20)
    await world.press(world.mina, world.board(), "more")
    await later(world, 60)
    assert calls(world, world.mina) == before
    await later(world, CALL_AFTER)
    assert calls(world, world.mina) == before + 1


@pytest.mark.cheapest
async def test_who_acted_too_long_ago_is_called_at_once(world: World) -> None:
    await at_the_table(world)
    board = world.board()
    await world.env.advance_time(HERE + 5)
    await advanced(world, world.tom)
    assert world.board().id != board.id
    assert world.pinged(world.board()) == {world.mina.id}


async def test_a_board_that_others_have_pushed_up_comes_down_and_calls(world: World) -> None:
    await at_the_table(world)
    await world.eve.send(world.channel, "hello")
    await advanced(world, world.tom)
    assert world.channel.history()[-1].id == world.board().id
    assert world.pinged(world.board()) == {world.mina.id}


@pytest.mark.parametrize("how", ["nothing", "direct"])
async def test_the_call_comes_as_its_player_has_chosen(world: World, how: str) -> None:
    await at_the_table(world)
    await world.slash(world.mina, "settings", notify=how)
    board, before = world.board(), calls(world, world.mina)
    await advanced(world, world.tom)
    assert world.told(world.mina.id) == []
    await later(world, CALL_AFTER + 1)
    await later(world, CALL_AFTER + 1)
    assert calls(world, world.mina) == before
    assert len(world.told(world.mina.id)) == (how == "direct")
    assert (world.board().id == board.id) == (how == "nothing")


async def test_a_board_that_cannot_be_edited_is_posted_in_silence_and_calls_later(world: World) -> None:
    await at_the_table(world)
    board, before = world.board(), calls(world, world.mina)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046, times=1)
    await advanced(world, world.tom)
    assert world.board().id != board.id
    assert calls(world, world.mina) == before
    await called_once(world, before)


@pytest.mark.parametrize(
    ("where", "step"), [(Postings, "owe_call"), (Messages, "edit"), (Postings, "note_edit")], ids=str
)
async def test_a_kill_at_any_step_of_an_edit_in_place_calls_once(world: World, where: Any, step: str) -> None:
    await at_the_table(world)
    before = calls(world, world.mina)
    async with killed_before(world, where, step):
        await advanced(world, world.tom)
    await called_once(world, before)
    assert [message.id for message in world.channel.history()] == [world.board().id]
    assert ":2:-:board:" in str(ids(world.board()))


@pytest.mark.parametrize("who", ["mina", "tom"])
async def test_whoever_presses_a_call_that_a_kill_left_unnoted_leaves_it_the_only_one(world: World, who: str) -> None:
    await at_the_table(world)
    before = calls(world, world.mina)
    await advanced(world, world.tom)
    await world.env.advance_time(CALL_AFTER + 1)
    async with killed_before(world, Postings, "note_post", sweeps=False):
        with contextlib.suppress(asyncio.CancelledError):
            await world.sweep()
    called = world.channel.history()[-1]
    assert called.id != world.channel.history()[0].id
    await world.press(getattr(world, who), called, "more")
    await called_once(world, before)
    assert [message.id for message in world.channel.history()] == [world.board().id] == [called.id]
