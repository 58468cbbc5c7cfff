"""What is on its way when the time is over, or when the bot must stop, is finished; nothing is done twice."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from discord import app_commands

import bot.connection.client
from bot.matches.clock import DAY
from bot.store.backend.database import on_behalf_of
from bot.ui.kit import reply
from bot.ui.kit.brand import ROOT
from bot.ui.publish.reminders import LEASE
from game import ADVANCE
from tests.store.building import waited
from tests.ui.faults import refusal
from tests.ui.playing import asked, later, meanwhile, the_post
from tests.ui.world import ANSWER_SECONDS, World, text

BETWEEN = (reply.ANSWER_SECONDS + ANSWER_SECONDS) / 2
"""Seconds after which an answer is late for us, and not yet for Discord."""

TOO_LONG = ANSWER_SECONDS + 1
"""Seconds for which nobody waits."""


async def test_an_answer_that_is_on_its_way_when_the_time_is_over_is_the_only_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    send = discord.InteractionResponse.send_message
    sent = []

    async def slow(self: Any, *args: Any, **options: Any) -> Any:
        sent.append(options)
        await asyncio.sleep(BETWEEN)
        return await send(self, *args, **options)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slow)
    answer = await world.press(world.mina, world.board(), "more")  # which asserts that there is one answer
    assert "too long" not in text(answer)
    assert len(sent) == 1


async def test_a_reminder_that_a_stop_cuts_off_is_made_later_and_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.accepted_game(pace=3)
    begun = asyncio.Event()

    async def never(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.sleep(3600)

    await world.env.advance_time(2 * DAY + 60)
    with monkeypatch.context() as patch, world.env.time_context():
        patch.setattr(discord.abc.Messageable, "send", never)
        sweeping = asyncio.create_task(world.app.sweep())
        await begun.wait()
        sweeping.cancel()
        await asyncio.wait([sweeping])
    await world.restart()
    await world.sweep()
    assert "⏰" not in text(world.board())  # another process might be at it
    await later(world, LEASE + 60)
    board = world.board()
    assert "⏰" in text(board)
    assert world.pinged(board) == {match.mover}
    await later(world, LEASE + 60)
    assert world.board().id == board.id


async def test_a_challenge_that_discord_takes_slowly_is_answered_once_and_disappears(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = discord.InteractionResponse.send_message
    sent = []

    async def slow(self: Any, *args: Any, **options: Any) -> Any:
        sent.append(options)
        response = await send(self, *args, **options)
        await asyncio.sleep(BETWEEN)
        return response

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slow)
    await world.slash(world.mina, "challenge", friend=world.tom)
    await world.env.advance_time(BETWEEN)
    assert len(sent) == 1
    assert the_post(world, "a game of Patchwork?")
    await later(world, DAY + 60)
    assert world.channel.history() == []


@contextmanager
def slow(service: object, work: str) -> Iterator[None]:
    """Something that a service does takes longer than an answer may take, and is done all the same."""
    done = getattr(service, work)

    async def slowly(*args: Any, **options: Any) -> Any:
        await asyncio.sleep(TOO_LONG)
        return await done(*args, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, work, slowly)
        yield


async def test_a_solo_game_that_begins_too_slowly_is_shown_as_soon_as_it_has_begun(world: World) -> None:
    with slow(world.app.solo, "start"):
        answer = await world.slash(world.mina, "automa", where="here")
    assert answer.flags.ephemeral
    assert "I was too slow" in text(answer)
    await world.env.advance_time(TOO_LONG)
    assert len(world.boards()) == 1
    assert (await world.match()).people == (world.mina.id,)


async def test_a_file_that_takes_long_to_put_together_comes_all_the_same(world: World) -> None:
    page = await world.slash(world.mina, "privacy")
    with slow(world.app.privacy, "export"):
        await world.press(world.mina, page, "export")
        assert not world.channel.history(viewer=world.mina)[-1].attachments
        await world.env.advance_time(TOO_LONG)
    (file,) = world.channel.history(viewer=world.mina)[-1].attachments
    assert file.filename == f"{world.mina.id}.json"


async def test_what_discord_cannot_look_up_for_long_is_a_warning_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As discord.py tries again for longer than an answer may take, while Discord has a fault of its own."""
    await world.accepted_game()
    page = await asked(world, world.mina, "resignpage")

    async def unavailable(*_: object) -> None:
        await asyncio.sleep(TOO_LONG)
        raise refusal(500)

    monkeypatch.setattr(discord.Guild, "fetch_member", unavailable)
    answer = await world.press(world.mina, page, "gone")
    assert "I was too slow" in text(answer)
    await world.env.advance_time(TOO_LONG)
    assert [record.levelno for record in caplog.records if record.levelno > logging.INFO] == [logging.WARNING]
    assert (await world.match()).outcome is None


async def test_a_challenge_that_is_accepted_too_slowly_begins_all_the_same(world: World) -> None:
    challenge = await world.challenge(world.mina, world.tom)
    with slow(world.app.challenges, "accept"):
        answer = await world.press(world.tom, challenge, "accept")
    assert answer.flags.ephemeral
    assert "I was too slow" in text(answer)
    await world.env.advance_time(TOO_LONG)
    assert world.channel.history() == [world.board()]


async def test_a_move_that_is_made_too_slowly_is_shown_as_soon_as_it_is_made(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    with slow(world.app.matches, "play"):
        answer = await world.press(world.mina, page, "goahead")
    assert "I was too slow" in text(answer)
    await world.env.advance_time(TOO_LONG)
    assert "advanced 1 space" in text(world.board())
    assert world.pinged(world.board()) == {world.tom.id}


async def test_a_challenge_that_is_made_too_slowly_is_posted_as_soon_as_it_is_made(world: World) -> None:
    with slow(world.app.challenges, "make"):
        answer = await world.slash(world.mina, "challenge", friend=world.tom)
    assert "I was too slow" in text(answer)
    await world.env.advance_time(TOO_LONG)
    assert world.pinged(the_post(world, "a game of Patchwork?")) == {world.tom.id}


async def test_a_challenge_that_discord_refuses_is_taken_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object, **__: object) -> None:
        raise refusal(403)

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", failing)
        await world.mina.slash(world.channel, "patchwork challenge", friend=world.tom)
        await world.app.tasks.idle()
    (told,) = [each for each in world.env.http_requests if "not allowed to write" in str(each)]
    assert "/webhooks/" in told.path
    assert await world.app.challenges.between(world.channel.id, (world.mina.id, world.tom.id)) is None
    await world.accepted_game()


@pytest.mark.logs_errors
async def test_slow_work_that_fails_in_the_end_is_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.accepted_game()

    async def broken(_: int) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.app.matches, "load", broken)
        with slow(world.app.matches, "load"):
            assert "I was too slow" in text(await world.press(world.mina, world.board(), "more"))
            await world.env.advance_time(TOO_LONG)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


async def test_a_board_that_discord_does_not_take_in_time_at_the_end_is_shown_by_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.accepted_game(first="me")
    old = world.board()
    await world.app.matches.play(1, 0, world.mina.id, ADVANCE)
    begun = asyncio.Event()

    async def never(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.sleep(3600)

    with monkeypatch.context() as patch:
        patch.setattr(bot.connection.client, "FINISH_SECONDS", 0.0)
        patch.setattr(discord.abc.Messageable, "send", never)
        world.app.boards.refresh(1)
        await begun.wait()
        await world.client.finish()
    assert "the next start shows it" in caplog.text
    assert world.board().id == old.id
    await world.restart()
    await world.sweep()
    assert world.board().id != old.id
    assert world.pinged(world.board()) == {world.tom.id}


@pytest.mark.cheapest
@pytest.mark.logs_errors
async def test_a_command_that_discord_knows_otherwise_is_answered(world: World) -> None:
    root = world.client.tree.get_command(ROOT)
    assert isinstance(root, app_commands.Group)
    root.remove_command("help")

    @root.command(name="help", description="…")
    async def with_an_option(interaction: discord.Interaction, page: int) -> None:
        raise AssertionError

    answer = await world.slash(world.mina, "help")
    assert answer.flags.ephemeral
    assert "from another version of me" in text(answer)
    assert [type(error) for error in world.env.errors] == [app_commands.CommandSignatureMismatch]


@pytest.mark.sqlite  # a unit that waits for a thread would hold up the event loop
async def test_somebody_whose_move_hangs_holds_up_nobody_else(world: World) -> None:
    await world.accepted_game(first="me")
    go = threading.Event()
    on_behalf_of.set(world.mina.id)
    hanging = asyncio.create_task(world.app.database.write(lambda _: waited(go)))
    on_behalf_of.set(0)
    assert "to move" in text(await world.press(world.eve, world.board(), "more"))
    own = asyncio.create_task(world.press(world.mina, world.board(), "more"))
    await meanwhile(world)
    assert not own.done()
    go.set()
    await own
    await hanging
