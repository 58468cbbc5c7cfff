"""The public board: one a game, a mention only when the player to move changes, healed after every fault."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy import Connection, update

import render
from bot.matches.clock import DAY
from bot.store.messages import note_shown
from bot.store.tables import games
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page
from bot.ui.kit.pictures import drawing
from game import ADVANCE, Move
from render import DAYLIGHT
from tests.store.building import SOON
from tests.ui.faults import failing, held, refusal
from tests.ui.pictures import drawn, sketch
from tests.ui.playing import asked, farthest, forged, later, meanwhile, moved, mover, resigned
from tests.ui.world import World, ids, text


@drawn
async def test_the_first_board_shows_the_table(world: World) -> None:
    match = await world.accepted_game()
    assert world.pinged(world.board()) == {match.mover}
    assert world.channel.history() == [world.board()]
    (picture,) = world.board().attachments
    table = drawing(render.draw_table, match.position, new=(), new_seat=0, left=1, card=0, next_budget=None)
    assert await picture.read() == table.encoded(DAYLIGHT)
    assert (picture.description or "").startswith("The square amber token is to move.")


async def test_private_pages_show_ones_own_quilt_on_the_left_and_previews_say_what_they_are(
    world: World,
) -> None:
    await world.accepted_game(first="friend")
    match = await world.match()
    seat, person = match.position.turn, mover(match)
    assert seat == 2
    preview = await world.press(world.person(person), world.board(), "advance")
    after = match.position.play(ADVANCE).position
    (picture,) = preview.attachments
    assert await picture.read() == sketch(drawing(render.draw_table, after, left=seat, before=match.position))
    assert (picture.description or "").startswith("Preview: nothing has been played yet.")
    home = await asked(world, world.person(person), "home")
    (picture,) = home.attachments
    table = drawing(render.draw_table, match.position, new=(), new_seat=0, left=seat, card=0, next_budget=None)
    assert await picture.read() == sketch(table)


async def held_by_tom(world: World) -> list[Move]:
    """Mina goes so far ahead that Tom may move several times. Returns the moves after which he still holds the move."""
    position = (await world.match()).position
    position = (await moved(world, farthest(position))).position
    return [move for move in position.legal_moves if position.play(move).position.turn == 2]


async def test_while_the_same_player_moves_or_takes_back_the_board_is_edited_in_silence(world: World) -> None:
    await world.accepted_game(first="me")
    old = world.board()
    takes = await held_by_tom(world)
    board = world.board()
    assert world.pinged(board) == {world.tom.id}
    assert board.id != old.id
    match = await moved(world, str(takes[0]))
    assert world.board().id == board.id
    assert "flag → " in text(world.board())
    assert len(world.board().attachments) == 1
    await world.do(world.app.matches.undo(match.id, match.revision, world.tom.id))
    assert world.board().id == board.id
    assert ":3:-:board:" in str(ids(world.board()))


async def test_clocks_changed_while_the_board_is_edited_are_shown(world: World) -> None:
    match = await world.accepted_game(pace=3)
    with held(discord.PartialMessage, "edit") as (begun, free):
        await world.app.timers.pause(match.id, world.tom.id, match.revision, "pause1")
        await begun.wait()
        await world.app.timers.resume(match.id, world.mina.id)
        free.set()
        await world.app.tasks.idle()
    assert "agreed to pause" not in text(world.board())
    assert "<t:" in text(world.board())


async def test_an_edit_of_another_process_that_came_between_is_shown_again(world: World) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    match = await world.match()
    with held(discord.PartialMessage, "edit") as (begun, free):
        await world.app.matches.play(1, match.revision, world.tom.id, takes[0])
        world.app.boards.refresh(1)
        await begun.wait()
        _, messages = await world.app.matches.with_messages(1)
        (live,) = [row for row in messages if row.role == "board" and row.state == "live"]
        assert await world.app.database.write(note_shown, live, 7, 2)  # what the other has noted
        sent = len(world.env.http_requests)
        free.set()
        await world.app.tasks.idle()
    assert len([entry for entry in world.env.http_requests[sent:] if entry.method == "PATCH"]) == 2


async def test_a_spoilt_cache_does_not_post_boards_without_end(world: World) -> None:
    match = await world.accepted_game(first="me")
    await resigned(world, world.mina)

    def spoil(connection: Connection) -> None:
        connection.execute(update(games).values(to_move=2, points1=99, winner=None))

    await world.app.database.write(spoil)
    await world.env.advance_time(60)
    sent = len(world.env.http_requests)
    async with asyncio.timeout(SOON):
        await world.do(world.app.boards.repost(match.id))
    assert len([entry for entry in world.env.http_requests[sent:] if entry.method == "POST"]) == 1


async def test_a_game_is_owed_to_its_new_channel_at_once(world: World) -> None:
    await world.accepted_game(first="me")
    there = world.guild.create_text_channel("there")
    await world.app.matches.move_to(1, there.id)
    await world.restart()  # killed before the board was posted
    await world.sweep()
    assert ":board:" in str([ids(message) for message in there.history()])


async def test_a_sweep_goes_on_where_discord_cannot_be_reached(world: World) -> None:
    for challenger in (world.mina, world.tom):
        await world.challenge(challenger, world.eve)
    await world.env.advance_time(DAY + 60)
    with failing(discord.PartialMessage, "delete", aiohttp.ClientConnectionError()) as tried:
        await world.sweep()
    assert len(tried) == 2
    await later(world, 300)
    assert world.channel.history() == []


async def test_quick_moves_are_shown_together(world: World) -> None:
    match = await world.accepted_game(first="me")
    sent = len(world.env.http_requests)
    async with world.app.boards.lock(match.id):  # as if the first of them took long to deliver
        for _ in range(6):
            move = next(iter(match.position.legal_moves))
            match = await world.app.matches.play(match.id, match.revision, mover(match), move)
            world.app.boards.refresh(match.id)
            await asyncio.sleep(0)
    await world.app.tasks.idle()
    requests = [entry.method for entry in world.env.http_requests[sent:]]
    assert requests == ["POST", "PATCH", "DELETE"]
    assert ":6:-:board:" in str(ids(world.board()))


async def test_a_deleted_board_comes_back_with_the_next_move_or_command(world: World) -> None:
    await world.accepted_game(first="me")
    await world.delete(world.board())
    assert world.boards() == []
    await world.env.advance_time(60)
    await world.slash(world.mina, "board")
    assert len(world.boards()) == 1
    await world.delete(world.board())
    await moved(world, "+")
    assert len(world.boards()) == 1


@pytest.mark.parametrize("code", [10008, 404])
async def test_a_post_whose_nonce_is_of_a_deleted_message_is_made_with_another(world: World, code: int) -> None:
    await world.challenge(world.mina, world.tom)
    with failing(discord.abc.Messageable, "send", refusal(404, code), times=1) as sent:
        await world.press(world.tom, world.channel.history()[-1], "accept")
    assert len(sent) == 2
    assert len(world.boards()) == 1


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50035), (404, 10008)])
async def test_a_refused_edit_is_posted_anew(world: World, status: int, code: int) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    old = world.board()
    with failing(discord.PartialMessage, "edit", refusal(status, code)) as edits:
        await moved(world, str(takes[0]))
    assert edits
    assert world.board().id != old.id
    assert world.pinged(world.board()) == set()


async def test_an_orphan_is_deleted_by_a_click_on_it_and_tried_again_if_discord_refuses(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    live, orphan = world.board(), await forged(world, "board", "more")
    with failing(discord.PartialMessage, "delete"):
        await world.press(world.tom, orphan, "more")
    assert len(world.boards()) == 2
    await later(world, 61)
    assert [message.id for message in world.boards()] == [live.id]


@pytest.mark.parametrize("call", [None, "your turn"], ids=["page", "whole call"])
async def test_an_orphan_of_a_game_that_is_not_in_the_store_is_deleted(world: World, call: str | None) -> None:
    await world.accepted_game(first="me")
    live = world.board()
    page = Page(rows=((Button("More", CustomId(77, 0, "board", "more")),),))
    view: Any = page.notification_view() if call else page.view()
    await world.client.get_partial_messageable(live.channel.id).send(call, view=view)
    await world.press(world.tom, world.boards()[-1], "more")
    assert [message.id for message in world.boards()] == [live.id]


async def test_a_click_on_a_board_that_is_being_posted_does_not_remove_it(world: World) -> None:
    match = await world.accepted_game(first="me")
    with held(world.app.postings, "note_post") as (begun, free):
        await world.app.matches.play(match.id, 0, world.mina.id, ADVANCE)
        await begun.wait()
        new = world.channel.history()[-1]
        settle = world.app.boards.settle_orphan(new.channel.id, new.id, CustomId(match.id, 1, "board"))
        settling = asyncio.create_task(settle)
        await meanwhile(world)
        free.set()
        await settling
        await world.app.tasks.idle()
    assert [message.id for message in world.boards()] == [new.id]


async def test_a_board_is_shown_at_once_or_its_failure_is_told(world: World) -> None:
    await world.accepted_game(first="me")
    await world.delete(world.board())
    await world.app.postings.doom_board(1)
    with failing(discord.abc.Messageable, "send"), pytest.raises(discord.HTTPException):
        await world.app.boards.show(1)
    await world.app.boards.show(1)
    assert world.board()


@pytest.mark.cheapest
async def test_a_call_for_somebody_who_has_just_moved_is_not_made(world: World) -> None:
    match = await world.accepted_game(first="me")
    await world.do(world.app.matches.play(match.id, 0, world.mina.id, ADVANCE))
    old = world.board()
    await world.app.boards.call(match, "⏰ late", world.mina.id, "r", "⏰ late")
    assert world.board().id == old.id
    assert "⏰" not in text(world.board())


async def test_a_turn_that_came_back_unseen_pings_also_after_the_board_was_asked_for(world: World) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")
    with failing(discord.abc.Messageable, "send"):
        await moved(world, "+")
        await world.slash(world.mina, "board")
        await moved(world, "+")
    await later(world, 3600)
    assert world.pinged(world.board()) == {world.tom.id}
