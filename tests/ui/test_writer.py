"""The public board: one a game, a mention only when the player to move changes, healed after every fault."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy import update
from sqlalchemy import Connection

from bot.matches.clock import DAY, pause, resume
from bot.matches.match import Match
from bot.store.messages import note_shown
from bot.store.tables import games
from bot.ui.kit.custom_id import Address
from bot.ui.kit.page import Button, Page
from bot.ui.kit.permissions import NEEDED, missing_permissions
from game import ADVANCE, Move
from tests.ui.playing import moved, posted
from tests.ui.world import Response, World, ids, offered, text


async def test_the_first_board_pings_who_starts(world: World) -> None:
    match = await world.accepted_game()
    assert world.pinged(world.board()) == {match.mover}
    assert world.channel.history() == [world.board()]


async def test_a_hand_over_posts_a_new_board_that_pings_once_and_removes_the_old(world: World) -> None:
    await world.accepted_game(first="me")
    old = world.board()
    await moved(world, "+")
    assert world.board().id != old.id
    assert world.pinged(world.board()) == {world.tom.id}


async def held_by_tom(world: World) -> list[Move]:
    """Mina goes so far ahead that Tom may move several times. Returns the moves after which he still holds the move."""
    position = (await world.match()).position
    away = max(position.legal_moves, key=lambda move: position.play(move).position.player(1).space)
    await moved(world, str(away))
    position = position.play(away).position
    return [move for move in position.legal_moves if position.play(move).position.turn == 2]


async def test_while_the_same_player_moves_the_board_is_edited_in_silence(world: World) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    old = world.board()
    await moved(world, str(takes[0]))
    assert world.board().id == old.id
    assert "sewed" in text(world.board())
    assert world.pinged(world.board()) == set()  # of the edit; the post had pinged
    assert len(world.board().attachments) == 1


async def test_an_undo_edits_the_board_in_silence(world: World) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    await moved(world, str(takes[0]))
    board, match = world.board(), await world.match()
    await world.app.matches.undo(match.id, match.revision, world.tom.id)
    await shown(world)
    assert world.board().id == board.id
    assert ":3:-:board:" in str(ids(world.board()))


async def test_clocks_changed_while_the_board_is_edited_are_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.accepted_game(pace=3)
    timers, begun, free = world.app.timers, *held_edits(monkeypatch)
    await timers.wind(match.id, world.tom.id, pause)
    world.app.boards.refresh(match.id)
    await begun.wait()
    await timers.wind(match.id, world.mina.id, resume)
    free.set()
    await world.app.tasks.idle()
    assert "paused" not in text(world.board())
    assert "<t:" in text(world.board())


async def test_an_edit_of_another_process_that_came_between_is_shown_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    begun, free = held_edits(monkeypatch)
    takes = await held_by_tom(world)
    match = await world.match()
    await world.app.matches.play(1, match.revision, world.tom.id, takes[0])
    world.app.boards.refresh(1)
    await begun.wait()
    (live,) = [row for row in (await world.app.matches.standing(1))[1] if row.role == "board" and row.state == "live"]
    assert await world.app.boards._database.write(note_shown, live, 7, world.tom.id)  # what the other has noted
    sent = len(world.env.http_requests)
    free.set()
    await world.app.tasks.idle()
    assert len([entry for entry in world.env.http_requests[sent:] if entry.method == "PATCH"]) == 2


def held_edits(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Edits of messages wait from now on: the first event is set when one has begun, the second lets them go on."""
    edit, begun, free = discord.PartialMessage.edit, asyncio.Event(), asyncio.Event()

    async def slow(self: discord.PartialMessage, **options: Any) -> Any:
        begun.set()
        await free.wait()
        return await edit(self, **options)

    monkeypatch.setattr(discord.PartialMessage, "edit", slow)
    return begun, free


async def shown(world: World) -> None:
    """Let the writer bring the first game up to date."""
    world.app.boards.refresh(1)
    await world.app.tasks.idle()


async def test_a_spoilt_cache_does_not_post_boards_without_end(world: World) -> None:
    match = await world.accepted_game(first="me")
    await world.app.matches.resign(match.id, 0, world.mina.id)
    await shown(world)

    async def spoil(connection: Connection) -> None:
        await connection.execute(update(games).values(position="nonsense"))

    await world.app.boards._database.write(spoil)
    sent = len(world.env.http_requests)
    await world.app.boards.repost(match.id)
    async with asyncio.timeout(10):
        await world.app.tasks.idle()
    assert len([entry for entry in world.env.http_requests[sent:] if entry.method == "POST"]) == 1


async def test_a_game_is_owed_to_its_new_channel_at_once(world: World) -> None:
    await world.accepted_game(first="me")
    there = world.guild.create_text_channel("there")
    await world.app.matches.move_to(1, there.id)
    await world.restart()  # killed before the board was posted
    await world.sweep()
    assert ":board:" in str([ids(message) for message in there.history()])


async def test_in_another_channel_its_permissions_do_not_matter(world: World) -> None:
    await world.accepted_game(first="me")
    hidden = world.guild.create_text_channel(
        "read-only", overwrites={world.guild.default_role: _denied("send_messages", "attach_files")}
    )
    result = await world.mina.slash(hidden, "patchwork games")
    assert result.response is not None
    home = await world.press(world.mina, result.response.message, "home")
    done = await world.press(world.mina, await world.press(world.mina, home, "advance"), "goahead")
    assert "I cannot post" not in text(done)
    await world.press(world.mina, done, "takeback")
    assert posted(world, "asks to take back")


async def test_a_sweep_goes_on_where_discord_cannot_be_reached(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for challenger in (world.mina, world.tom):
        await world.slash(challenger, "challenge", friend=world.eve)
    await world.env.advance_time(DAY + 60)
    tried = []

    async def failing(self: discord.PartialMessage, **_: Any) -> None:
        tried.append(self.id)
        raise aiohttp.ClientConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessage, "delete", failing)
        await world.sweep()
    assert len(tried) == 2
    await world.env.advance_time(300)
    await world.sweep()
    assert world.channel.history() == []


async def test_quick_moves_are_shown_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.accepted_game(first="me")
    await world.app.tasks.idle()
    sent = len(world.env.http_requests)
    deliver, made = world.app.boards._deliver, asyncio.Event()

    async def slow(game_id: int) -> bool:
        await made.wait()
        return await deliver(game_id)

    monkeypatch.setattr(world.app.boards, "_deliver", slow)
    for _ in range(6):
        match = await world.app.matches.play(
            match.id, match.revision, match.mover, next(iter(match.position.legal_moves))
        )
        world.app.boards.refresh(match.id)
    made.set()
    await world.app.tasks.idle()
    posts = [entry for entry in world.env.http_requests[sent:] if entry.method in ("POST", "PATCH")]
    assert len(posts) == 1
    assert ":6:-:board:" in str(ids(world.board()))


async def test_a_deleted_board_comes_back_with_the_next_move_or_command(world: World) -> None:
    await world.accepted_game(first="me")
    await world.client.get_partial_messageable(world.channel.id).get_partial_message(world.board().id).delete()
    assert world.boards() == []
    await world.slash(world.mina, "board")
    assert len(world.boards()) == 1
    await world.client.get_partial_messageable(world.channel.id).get_partial_message(world.board().id).delete()
    await moved(world, "+")
    assert len(world.boards()) == 1


@pytest.mark.parametrize(("status", "code"), [(400, 30046), (404, 10008)])
async def test_a_refused_edit_is_posted_anew(
    world: World, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await world.accepted_game(first="me")
    takes = await held_by_tom(world)
    old = world.board()
    edits: list[object] = []

    async def refused(*_: object, **__: object) -> None:
        edits.append(1)
        raise {400: discord.HTTPException, 404: discord.NotFound}[status](
            Response(status),  # type: ignore[arg-type]
            {"code": code, "message": "refused"},
        )

    monkeypatch.setattr(discord.PartialMessage, "edit", refused)
    await moved(world, str(takes[0]))
    assert edits
    assert world.board().id != old.id
    assert world.pinged(world.board()) == set()


async def test_a_board_that_could_not_be_posted_again_is_owed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(first="me")
    await world.client.get_partial_messageable(world.channel.id).get_partial_message(world.board().id).delete()
    post = world.app.boards.post

    async def failing(*_: object, **__: object) -> None:
        raise discord.HTTPException(Response(500), "no")  # type: ignore[arg-type]

    monkeypatch.setattr(world.app.boards, "post", failing)
    await world.slash(world.mina, "board")
    assert world.boards() == []
    monkeypatch.setattr(world.app.boards, "post", post)
    await world.sweep()
    assert world.boards() == []  # not at once again: it backs off
    world.app.boards._pauses.clear()
    await world.sweep()
    assert len(world.boards()) == 1


async def test_an_orphan_is_deleted_by_a_click_on_it_and_tried_again_if_discord_refuses(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    live = world.board()
    page = addressed(await world.app.matches.load(1))
    orphan = await world.client.get_partial_messageable(live.channel.id).send(view=page)
    delete = discord.PartialMessage.delete

    async def failing(*_: object, **__: object) -> None:
        raise discord.HTTPException(Response(500), "no")  # type: ignore[arg-type]

    monkeypatch.setattr(discord.PartialMessage, "delete", failing)
    (clicked,) = [message for message in world.boards() if message.id == orphan.id]
    await world.press(world.tom, clicked, "more")
    assert len(world.boards()) == 2
    monkeypatch.setattr(discord.PartialMessage, "delete", delete)
    world.app.boards._pauses.clear()
    await world.sweep()
    assert [message.id for message in world.boards()] == [live.id]


async def test_an_orphan_of_a_game_that_is_not_in_the_store_is_deleted(world: World) -> None:
    await world.accepted_game(first="me")
    live = world.board()
    page = addressed(replace(await world.app.matches.load(1), id=77))
    await world.client.get_partial_messageable(live.channel.id).send(view=page)
    await world.press(world.tom, world.boards()[-1], "more")
    assert [message.id for message in world.boards()] == [live.id]


def addressed(match: Match) -> discord.ui.LayoutView:
    """A message with a button of a game's board."""
    return Page(rows=((Button("More", Address(match.id, 0, "board", "more")),),)).view()


async def test_a_click_on_a_board_that_is_being_posted_does_not_remove_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    write = world.app.boards._database.write

    async def slow(work: Any, *args: Any, **options: Any) -> Any:
        if work.__name__ == "_note_post":
            await asyncio.sleep(0.2)
        return await write(work, *args, **options)

    monkeypatch.setattr(world.app.boards._database, "write", slow)
    match = await world.match()
    await world.app.matches.play(match.id, 0, world.mina.id, ADVANCE)
    world.app.boards.refresh(match.id)
    while len(world.boards()) < 2:  # noqa: ASYNC110 (nothing tells when it is there)
        await asyncio.sleep(0.01)
    new = world.boards()[-1]
    world.app.boards.soon(lambda: world.app.boards.remove_orphan(new, Address(match.id, 1, "board")))
    await world.app.tasks.idle()
    assert [message.id for message in world.boards()] == [new.id]


def test_a_thread_needs_a_permission_of_its_own() -> None:
    assert missing_permissions(_in_a_thread(discord.Permissions(view_channel=True, send_messages=True))) == [
        "send_messages_in_threads",
        "attach_files",
    ]
    assert not missing_permissions(_in_a_thread(NEEDED))
    assert missing_permissions(_in_a_thread(discord.Permissions()), 5)
    assert not missing_permissions(_in_a_thread(discord.Permissions()), 6)  # of another channel nothing is known


def _in_a_thread(permissions: discord.Permissions) -> Any:
    thread = discord.Thread.__new__(discord.Thread)
    return SimpleNamespace(channel=thread, channel_id=5, app_permissions=permissions)


async def test_what_a_crash_left_is_shown_and_deleted_by_the_sweep(world: World) -> None:
    match = await world.accepted_game(first="me")
    # committed, but killed before anything was sent
    await world.app.matches.play(match.id, 0, world.mina.id, next(iter(match.position.legal_moves)))
    await world.restart()
    await world.sweep()
    assert len(world.boards()) == 1
    assert "advanced" in text(world.board()) or "sewed" in text(world.board())


async def test_missing_permissions_are_named_before_a_game_starts(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "read-only", overwrites={world.guild.default_role: _denied("send_messages", "attach_files")}
    )
    result = await world.mina.slash(hidden, "patchwork challenge", friend=world.tom)
    assert result.acknowledged
    assert result.response is not None
    answer = text(result.response.message)
    assert "Send Messages, Attach Files" in answer
    assert result.ephemeral or result.response.ephemeral


def _denied(*names: str) -> discord.PermissionOverwrite:
    return discord.PermissionOverwrite(**dict.fromkeys(names, False))


async def test_a_move_is_safe_when_the_board_cannot_be_posted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    monkeypatch.setattr(
        discord.Interaction, "app_permissions", property(lambda _: discord.Permissions(view_channel=True))
    )
    done = await world.press(world.mina, page, "goahead")
    assert "I lack these permissions" in text(done)
    assert (await world.match()).revision == 1


async def test_the_board_offers_only_what_can_be_done(world: World) -> None:
    match = await world.accepted_game()
    numbers = {control for control in offered(world.board()) if control in "123"}
    affordable = {str(i) for i, patch in enumerate(match.position.offers, 1) if patch.cost <= 5}
    assert numbers == affordable


async def test_a_call_for_somebody_who_has_just_moved_is_not_made(world: World) -> None:
    match = await world.accepted_game(first="me")
    await world.app.matches.play(match.id, 0, world.mina.id, ADVANCE)
    old = world.board()
    await world.app.boards.call(match, "⏰ late", world.mina.id, "r")
    assert world.board().id == old.id
    assert "⏰" not in text(world.board())


async def test_a_challenge_that_is_answered_before_its_message_is_noted_leaves_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenges = world.app.boards._challenges
    shown = challenges.shown

    async def answered_meanwhile(challenge_id: int, message_id: int) -> bool:
        await challenges.decline(challenge_id, world.tom.id)
        return await shown(challenge_id, message_id)

    match = await world.accepted_game()
    await world.app.matches.resign(match.id, 0, world.mina.id)
    world.app.boards.refresh(match.id)
    await world.app.tasks.idle()
    monkeypatch.setattr(challenges, "shown", answered_meanwhile)
    await world.press(world.mina, world.board(), "rematch")
    await world.app.tasks.idle()
    assert [message.id for message in world.channel.history()] == [world.board().id]


async def test_a_turn_that_came_back_unseen_pings_also_after_the_board_was_asked_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    await moved(world, "+")

    async def failing(*_: object) -> None:
        raise discord.HTTPException(Response(500), "no")

    with monkeypatch.context() as patch:
        patch.setattr(world.app.boards, "post", failing)
        await moved(world, "+")
        await world.slash(world.mina, "board")
        await moved(world, "+")
    world.app.boards._pauses.clear()
    await world.sweep()
    assert world.pinged(world.board()) == {world.tom.id}
