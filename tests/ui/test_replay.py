"""The replay: the animation and the record, from the end of a game and by command."""

from __future__ import annotations

import io

import discord
import pytest
import simcord
from PIL import Image, ImageSequence

import render
from bot.ui.kit.pictures import Stopped, drawing
from game import parse_record
from tests.ui.pictures import drawn, sketch
from tests.ui.playing import more, mover, play_on, resigned
from tests.ui.world import World, text


async def attached(message: discord.Message) -> dict[str, bytes]:
    """What a message carries, by the endings of the names."""
    return {file.filename.rpartition(".")[2]: await file.read() for file in message.attachments}


@drawn
async def test_the_board_of_a_finished_game_offers_its_replay(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world)
    answer = await world.press(world.eve, world.board(), "replay")
    files = await attached(answer)
    assert files["gif"][:6] == b"GIF89a"
    assert len(files["gif"]) < 3 * 2**20
    with Image.open(io.BytesIO(files["gif"])) as animation:
        assert len(list(ImageSequence.Iterator(animation))) > len(match.plies) / 2
    record = parse_record(files["txt"].decode())
    assert record == match.record
    assert [step.position for step in record.steps()][-1] == match.position


async def test_the_end_of_a_game_shows_the_finished_quilts(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world)
    (picture,) = world.board().attachments
    poster = drawing(render.draw_poster, match.position, ended=True, winner=match.winner)
    assert await picture.read() == sketch(poster)
    assert "has won" in (picture.description or "")


async def test_a_replay_is_private_unless_it_is_shared(world: World) -> None:
    await world.accepted_game()
    await play_on(world, plies=5)
    private = await world.slash(world.mina, "replay")
    assert private.flags.ephemeral
    shared = await world.slash(world.mina, "replay", share=True)
    assert not shared.flags.ephemeral
    assert not world.pinged(shared)
    assert "5 moves" in text(shared)


async def test_a_replay_asked_for_on_a_private_page_takes_its_place(world: World) -> None:
    await world.accepted_game()
    await resigned(world, world.mina)
    page = await more(world, world.mina)
    replay = await world.press(world.mina, page, "replay")
    assert replay.id == page.id
    assert "gif" in await attached(replay)


async def test_the_newest_game_here_is_meant_unless_one_is_named(world: World) -> None:
    nothing = await world.slash(world.mina, "replay")
    assert "no game in this channel" in text(nothing)
    await world.accepted_game()
    assert "Replay of game 1" in text(await world.slash(world.tom, "replay"))
    assert "Replay of game 1" in text(await world.slash(world.eve, "replay", game=1))
    assert "do not know" in text(await world.slash(world.eve, "replay", game=99))


async def test_a_game_of_another_server_is_not_shown(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    stranger = elsewhere.add_member(world.env.create_user("stranger"))
    assert "do not know" in text(await world.slash_in(channel, stranger, "replay", game=1))


async def closed_channel(world: World) -> simcord.ChannelHandle:
    """A channel that everybody but eve may see, with a game in it."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    channel = world.guild.create_text_channel("closed", overwrites={world.eve: unseen})
    challenge = await world.challenge(world.mina, world.tom, channel)
    await world.press(world.tom, challenge, "accept")
    return channel


async def test_a_game_is_shown_to_those_who_may_see_its_channel(world: World) -> None:
    await closed_channel(world)
    seer = world.guild.add_member(world.env.create_user("seer"))
    for who in (world.mina, world.tom, seer):
        assert "Replay of game 1" in text(await world.slash(who, "replay", game=1))
    for share in (False, True):
        answer = await world.slash(world.eve, "replay", game=1, share=share)
        assert answer.flags.ephemeral
        assert "do not know" in text(answer)


async def test_games_in_threads_are_shown_to_those_who_may_see_them(world: World) -> None:
    await world.slash(world.mina, "automa", where="thread")
    secret = world.thread("secret", private=True)
    world.env.backend.add_thread_member(secret.id, world.env.backend.bot_user.id)
    await world.slash_in(secret, world.mina, "automa")
    moderator = world.with_role("moderator", manage_threads=True)
    assert "Replay of game 1" in text(await world.slash(world.eve, "replay", game=1))
    assert "do not know" in text(await world.slash(world.eve, "replay", game=2))
    assert "Replay of game 2" in text(await world.slash(moderator, "replay", game=2))


async def test_players_see_their_games_everywhere_but_share_them_where_they_are_played(world: World) -> None:
    await world.accepted_game()
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    mina = elsewhere.add_member(world.user(world.mina.id))
    assert "Replay of game 1" in text(await world.slash_in(channel, mina, "replay", game=1))
    assert "do not know" in text(await world.slash_in(channel, mina, "replay", game=1, share=True))


async def test_a_private_game_is_shown_to_its_player_only(world: World) -> None:
    await world.slash(world.mina, "automa", where="private")
    assert "do not know" in text(await world.slash(world.tom, "replay", game=1))
    assert "Replay of game 1" in text(await world.slash(world.mina, "replay", game=1))


async def test_a_bot_that_stops_begins_no_replay(world: World) -> None:
    await world.accepted_game()
    world.app.animations.stop()
    assert "being restarted" in text(await world.slash(world.mina, "replay"))


async def test_who_asks_too_often_is_told_so_privately_and_keeps_the_page(world: World) -> None:
    await world.accepted_game()
    async with world.app.animations.place(world.mina.id):
        answer = await world.slash(world.mina, "replay", share=True)
    assert answer.flags.ephemeral
    assert "still drawing" in text(answer)


@pytest.mark.parametrize(
    ("error", "words"), [(Stopped(), "being restarted"), (TimeoutError(), "within a minute")], ids=["stopped", "late"]
)
async def test_a_replay_that_is_not_drawn_ends_with_a_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async def fails(*_: object) -> bytes:
        raise error

    await world.accepted_game()
    monkeypatch.setattr(world.app.pictures, "animate", fails)
    assert words in text(await world.slash(world.mina, "replay"))


@pytest.mark.logs_errors
async def test_a_replay_that_fails_ends_with_a_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> bytes:
        raise ZeroDivisionError

    await world.accepted_game()
    monkeypatch.setattr(world.app.pictures, "animate", fails)
    assert "Something went wrong" in text(await world.slash(world.mina, "replay"))


async def test_undone_moves_are_not_shown(world: World) -> None:
    await world.accepted_game()
    match = await play_on(world, plies=1)
    while not match.undoable:
        match = await play_on(world, plies=1)
    before = len(match.plies)
    await world.app.matches.undo(match.id, match.revision, mover(match))
    assert f"{before - 1} move" in text(await world.slash(world.mina, "replay"))


async def test_a_resigned_game_can_be_replayed(world: World) -> None:
    match = await world.accepted_game()
    await world.app.matches.resign(match.id, match.revision, world.mina.id)
    answer = await world.slash(world.mina, "replay")
    assert "gif" in await attached(answer)
