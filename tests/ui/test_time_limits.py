"""What is on its way when the time is over, or when the bot must stop, is finished; nothing is done twice."""

import asyncio
import logging
import threading

import discord
import pytest

import bot.connection.client
from bot.matches.clock import DAY
from bot.store.backend.database import on_behalf_of
from bot.ui.kit import reply
from bot.ui.kit.brand import GAME, ROOT
from bot.ui.publish.reminders import LEASE
from game import ADVANCE
from tests.store.building import waited
from tests.ui.faults import TOO_LONG, failing, held, refusal, slow
from tests.ui.playing import asked, later, meanwhile, the_post
from tests.ui.world import ANSWER_SECONDS, World, text

BETWEEN = (reply.ANSWER_SECONDS + ANSWER_SECONDS) / 2
"""Seconds after which an answer is late for us, and not yet for Discord."""


async def test_an_answer_that_is_on_its_way_when_the_time_is_over_is_the_only_one(world: World) -> None:
    await world.accepted_game(first="me")
    with slow(world, discord.InteractionResponse, "send_message", BETWEEN) as sent:
        answer = await world.press(world.mina, world.board(), "more")  # which asserts that there is one answer
    assert "too long" not in text(answer)
    assert len(sent) == 1


async def test_a_reminder_that_a_stop_cuts_off_is_made_later_and_once(world: World) -> None:
    match = await world.accepted_game(pace=3)
    await world.env.advance_time(2 * DAY + 60)
    with held(discord.abc.Messageable, "send") as (begun, _), world.env.time_context():
        sweeping = asyncio.create_task(world.app.sweep())
        await begun.wait()
        sweeping.cancel()
        await asyncio.wait([sweeping])
    await world.restarted()
    assert "⏰" not in text(world.board())  # another process might be at it
    await later(world, LEASE + 60)
    board = world.board()
    assert "⏰" in text(board)
    assert world.pinged(board) == {match.mover}
    await later(world, LEASE + 60)
    assert world.board().id == board.id


async def test_a_challenge_that_discord_takes_slowly_is_answered_once_and_disappears(world: World) -> None:
    with slow(world, discord.InteractionResponse, "send_message", BETWEEN) as sent:
        await world.slash(world.mina, "challenge", friend=world.tom)
        await world.env.advance_time(BETWEEN)
    assert len(sent) == 1
    assert the_post(world, f"a game of {GAME}?")
    await later(world, DAY + 60)
    assert world.channel.history() == []


async def test_what_begins_too_slowly_is_shown_as_soon_as_it_has_begun(world: World) -> None:
    with slow(world, world.app.solo, "start"):
        answer = await world.slash(world.mina, "automa", where="here")
        assert "I was too slow" in text(answer)
        await world.env.advance_time(TOO_LONG)
    assert len(world.boards()) == 1
    assert (await world.match()).people == (world.mina.id,)
    with slow(world, world.app.challenges, "make"):
        assert "I was too slow" in text(await world.slash(world.mina, "challenge", friend=world.tom))
        await world.env.advance_time(TOO_LONG)
    challenge = the_post(world, f"a game of {GAME}?")
    assert world.pinged(challenge) == {world.tom.id}
    with slow(world, world.app.challenges, "accept"):
        answer = await world.press(world.tom, challenge, "accept")
        assert "I was too slow" in text(answer)
        await world.env.advance_time(TOO_LONG)
    assert len(world.boards()) == len(world.channel.history()) == 2


async def test_a_file_that_takes_long_to_put_together_comes_all_the_same(world: World) -> None:
    page = await world.slash(world.mina, "privacy")
    with slow(world, world.app.privacy, "export"):
        await world.press(world.mina, page, "export")
        assert not world.channel.history(viewer=world.mina)[-1].attachments
        await world.env.advance_time(TOO_LONG)
    (file,) = world.channel.history(viewer=world.mina)[-1].attachments
    assert file.filename == f"{world.mina.id}.zip"


async def test_a_look_up_that_takes_long_is_a_warning_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """As discord.py tries again for longer than an answer may take, while Discord has a fault of its own."""
    await world.accepted_game()
    page = await asked(world, world.mina, "resignpage")
    with failing(discord.Guild, "fetch_member"), slow(world, discord.Guild, "fetch_member"):
        assert "I was too slow" in text(await world.press(world.mina, page, "gone"))
        await world.env.advance_time(TOO_LONG)
    assert [record.levelno for record in caplog.records if record.levelno > logging.INFO] == [logging.WARNING]
    assert (await world.match()).outcome is None


async def test_a_move_that_is_made_too_slowly_is_shown_as_soon_as_it_is_made(world: World) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    with slow(world, world.app.matches, "play"):
        assert "I was too slow" in text(await world.press(world.mina, page, "goahead"))
        await world.env.advance_time(TOO_LONG)
    assert "Advance +1" in text(world.board())
    assert world.pinged(world.board()) == {world.tom.id}


@pytest.mark.cheapest
async def test_a_challenge_that_discord_refuses_is_taken_back(world: World) -> None:
    with failing(discord.abc.Messageable, "send", refusal(403)):
        await world.mina.slash(world.channel, f"{ROOT} challenge", friend=world.tom)
        await world.app.tasks.idle()
    (told,) = [each for each in world.env.http_requests if "not allowed to write" in str(each)]
    assert "/webhooks/" in told.path
    assert await world.app.challenges.between(world.channel.id, (world.mina.id, world.tom.id)) is None
    await world.accepted_game()


@pytest.mark.logs_errors
async def test_slow_work_that_fails_in_the_end_is_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.accepted_game()
    with failing(world.app.matches, "load", ZeroDivisionError()), slow(world, world.app.matches, "load"):
        assert "I was too slow" in text(await world.press(world.mina, world.board(), "more"))
        await world.env.advance_time(TOO_LONG)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


async def test_a_board_that_discord_does_not_take_in_time_at_the_end_is_shown_by_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.accepted_game(first="me")
    old = world.board()
    monkeypatch.setattr(bot.connection.client, "FINISH_SECONDS", 0.0)
    with held(discord.abc.Messageable, "send") as (begun, _):
        await world.app.matches.play(1, 0, world.mina.id, ADVANCE)
        await begun.wait()
        await world.client.finish()
    assert "the next start shows it" in caplog.text
    assert world.board().id == old.id
    await world.restarted()
    assert world.board().id != old.id
    assert world.pinged(world.board()) == {world.tom.id}


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
