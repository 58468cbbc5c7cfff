"""What is done for boards that are owed, and what is left alone: servers and channels that cannot be reached."""

import asyncio
import re
from pathlib import Path
from typing import Any

import discord
import pytest

import bot.connection.client
from bot.app import App
from bot.matches.clock import DAY, HOUR
from bot.store.backend.errors import FileLost
from bot.store.games import game_ids
from bot.ui.publish.channels import QUICK
from bot.ui.publish.sweep import AT_ONCE
from tests.store.building import SOON, opened, url_of
from tests.ui.faults import failing, refusal
from tests.ui.playing import farthest, later, meanwhile, move_that_leads_to, moved, resigned, solo_games
from tests.ui.world import World, ids, text

POST = "/channels/*/messages"


def requests(world: World, method: str = "POST") -> int:
    return len([each for each in world.env.http_requests if each.method == method and "/channels/" in each.path])


@pytest.mark.parametrize(("status", "code"), [(500, 0), (429, 0), (400, 50035)])
async def test_a_board_that_could_not_be_posted_is_tried_again_soon(world: World, status: int, code: int) -> None:
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    with failing(discord.abc.Messageable, "send", refusal(status, code), times=3) as tries:
        await world.press(world.mina, page, "goahead")
        seen = [len(tries)]
        for pause in QUICK:
            await world.env.advance_time(pause)
            seen.append(len(tries))
    assert seen == [1, 2, 3, 4]
    assert world.pinged(world.board()) == {world.tom.id}
    assert [message.id for message in world.channel.history()] == [world.board().id]


async def test_tries_that_wait_do_not_keep_the_bot_from_stopping(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It waits for none of them, cuts nothing off, and sends nothing afterwards."""
    await world.accepted_game(first="me")
    page = await world.press(world.mina, world.board(), "advance")
    monkeypatch.setattr(bot.connection.client, "FINISH_SECONDS", SOON)
    with failing(discord.abc.Messageable, "send") as tries:
        await world.press(world.mina, page, "goahead")
        assert len(tries) == 1
        async with asyncio.timeout(SOON / 2):
            await world.client.finish()
        assert "the next start shows it" not in caplog.text
        await world.env.advance_time(sum(QUICK))
        assert len(tries) == 1


async def test_a_channel_that_refuses_is_asked_once_however_many_games_are_owed_in_it(world: World) -> None:
    await solo_games(world, 12)
    world.env.inject_error("POST", POST, status=403, code=50013, times=None)
    await world.sweep()
    assert requests(world) == 1
    await world.sweep()
    assert requests(world) == 1
    await later(world, 61)
    assert requests(world) == 2
    world.env.backend.faults.clear()
    await later(world, 121)
    assert len(world.boards()) == 12


async def test_a_channel_that_works_again_for_a_click_is_swept_at_once(world: World) -> None:
    await solo_games(world, 3)
    world.env.inject_error("POST", POST, status=403, code=50013, times=1)
    await world.sweep()
    assert world.boards() == []
    await world.show(1)  # as after a click
    await world.sweep()
    assert len(world.boards()) == 3


async def test_servers_that_the_bot_is_not_in_cost_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.challenge(world.mina, world.eve)
    match = await world.accepted_game(first="me", pace=1)
    with world.unheard():
        await world.app.matches.resign(match.id, 0, world.mina.id)
    await solo_games(world, 5)
    sent = len(world.env.http_requests)
    with monkeypatch.context() as patch:
        patch.setattr(discord.Client, "get_guild", lambda *_: None)
        await later(world, DAY + 60)
        await later(world, 20 * DAY)
    assert len(world.env.http_requests) == sent
    await world.sweep()
    assert len(world.boards()) == 6


async def test_few_channels_are_swept_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    send, begun, free = discord.abc.Messageable.send, asyncio.Semaphore(0), asyncio.Event()

    async def held(*args: Any, **options: Any) -> discord.Message:
        begun.release()
        await free.wait()
        return await send(*args, **options)

    channels = [world.guild.create_text_channel(f"room-{number}") for number in range(8)]
    await solo_games(world, 8)
    with world.unheard():
        for game, channel in enumerate(channels, 1):
            await world.app.matches.move_to(game, channel.id)
    monkeypatch.setattr(discord.abc.Messageable, "send", held)
    sweeping = asyncio.create_task(world.sweep())
    for _ in range(AT_ONCE):
        await begun.acquire()
    await meanwhile(world)
    assert begun.locked(), "one more has begun"
    free.set()
    await sweeping
    assert all(len(channel.history()) == 1 for channel in channels)


@pytest.mark.cheapest
async def test_an_edit_of_an_old_board_that_would_have_to_wait_long_is_posted_anew(world: World) -> None:
    """Discord takes few edits of messages that are older than an hour."""
    match = await world.accepted_game(first="me", pace=3)
    await world.env.advance_time(HOUR + 60)
    old = world.board()
    with failing(discord.PartialMessage, "edit", discord.RateLimited(300)), world.env.time_context():
        await world.do(world.app.timers.pause(match.id, world.tom.id, match.revision, "pause1"))
    assert world.board().id != old.id
    assert "agreed to pause" in text(world.board())
    assert not world.pinged(world.board())


@pytest.mark.parametrize("limited", [refusal(500), refusal(429), discord.RateLimited(300)])
async def test_an_edit_that_fails_is_tried_again_and_nothing_is_posted(world: World, limited: Exception) -> None:
    match = await world.accepted_game(first="me", pace=3)
    board = world.board()
    with failing(discord.PartialMessage, "edit", limited) as tries:
        await world.do(world.app.timers.pause(match.id, world.tom.id, match.revision, "pause1"))
        assert len(tries) == 1
        await world.sweep()
        assert len(tries) == 1  # it is left alone for a moment
    await later(world, 61)
    assert [message.id for message in world.channel.history()] == [board.id]
    assert "agreed to pause" in text(world.board())


async def test_a_call_that_comes_too_soon_calls_once(world: World) -> None:
    await world.accepted_game(first="me")
    with failing(discord.PartialMessage, "edit", refusal(429)):
        await moved(world, "+")
    (words,) = world.channel.history()
    assert world.pinged(words) == {world.tom.id}
    await later(world, 61)
    assert [message.id for message in world.channel.history()] == [words.id] == [world.board().id]
    assert [whom for whom, _ in world.calls()].count({world.tom.id}) == 2  # the challenge, and this move


@pytest.mark.parametrize(("hours", "calls"), [(1, False), (7, True)])
async def test_a_board_that_comes_back_calls_who_was_away_for_hours(world: World, hours: int, calls: bool) -> None:
    await world.accepted_game(first="me", pace=3)
    await moved(world, "+")
    await world.env.advance_time(hours * 3600)
    await world.slash(world.mina, "board")
    assert world.pinged(world.board()) == ({world.tom.id} if calls else set())
    await world.env.advance_time(3600)
    await world.slash(world.mina, "board")
    assert world.pinged(world.board()) == set()


async def test_a_board_that_comes_back_calls_nobody_who_has_moved_meanwhile_or_after_the_end(world: World) -> None:
    match = await world.accepted_game(first="me", pace=3)
    match = await moved(world, farthest(match.position))
    await moved(world, move_that_leads_to(2, match.position))
    await world.env.advance_time(7 * 3600)
    await world.slash(world.mina, "board")
    assert ":2:-:board:" in str(ids(world.board()))
    assert world.pinged(world.board()) == set()
    await resigned(world, world.mina)
    await world.env.advance_time(7 * 3600)
    await world.do(world.app.boards.repost(1))
    assert world.pinged(world.board()) == set()


@pytest.mark.sqlite
async def test_a_file_lost_in_the_middle_of_a_sweep_is_saved(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.accepted_game()
    file = world.app.database._file
    assert file

    async def lose(_: App) -> None:
        await asyncio.to_thread(file.path.unlink)
        await world.app.database.write(lambda _: None)

    monkeypatch.setattr(App, "sweep", lose)
    with pytest.raises(FileLost, match=r"All games up to now are in (.+): put that back") as error:
        await world.client.sweep()
    saved = Path(re.findall(r" are in (.+): put", str(error.value))[0])
    async with opened(url_of(saved)) as database:
        assert await database.read(game_ids) == [match.id]
