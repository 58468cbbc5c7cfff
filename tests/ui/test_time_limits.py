"""What is on its way when the time is over, or when the bot must stop, is finished; nothing is done twice."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.matches.clock import DAY
from bot.ui.kit import reply
from bot.ui.publish.reminders import LEASE
from tests.ui.playing import later
from tests.ui.world import World, text


async def test_an_answer_that_is_on_its_way_when_the_time_is_over_is_the_only_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.accepted_game(first="me")
    send = discord.InteractionResponse.send_message
    sent = []

    async def slow(self: Any, *args: Any, **options: Any) -> Any:
        sent.append(options)
        await asyncio.sleep(1.2)
        return await send(self, *args, **options)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slow)
    monkeypatch.setattr(reply, "ANSWER_SECONDS", 1.0)
    answer = await world.press(world.mina, world.board(), "more")  # which asserts that there is one answer
    assert "too long" not in text(answer)
    assert len(sent) == 1


async def test_a_reminder_that_a_stop_cuts_off_is_made_later_and_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.accepted_game(pace=3)
    post = world.app.boards.post
    begun = asyncio.Event()

    async def never(*_: object) -> None:
        begun.set()
        await asyncio.sleep(3600)

    monkeypatch.setattr(world.app.boards, "post", never)
    await world.env.advance_time(2 * DAY + 60)
    with world.env.time_context():
        sweeping = asyncio.create_task(world.app.sweep())
        await begun.wait()
        sweeping.cancel()
    await asyncio.wait([sweeping])
    monkeypatch.setattr(world.app.boards, "post", post)
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
        await asyncio.sleep(1.2)
        return response

    monkeypatch.setattr(discord.InteractionResponse, "send_message", slow)
    monkeypatch.setattr(reply, "ANSWER_SECONDS", 1.0)
    await world.slash(world.mina, "challenge", friend=world.tom)
    assert len(sent) == 1
    await later(world, DAY + 60)
    assert world.channel.history() == []
