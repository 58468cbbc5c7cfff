"""How long Discord takes to answer a heartbeat, however fast it is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.connection import heartbeats
from bot.connection.heartbeats import note_in_time

INTERVAL = 0.5
"""Seconds between two heartbeats."""


class Line:
    """A line to a Discord whose answer to a heartbeat is handled before anything else."""

    def __init__(self) -> None:
        self.connection = DiscordWebSocket(self, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
        self.connection._max_heartbeat_timeout = 60.0
        self.latency: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def send_str(self, _: str) -> None:
        """Called by discord.py with a heartbeat."""
        beating: Any = self.connection._keep_alive
        beating.ack()
        if not self.latency.done():
            self.latency.set_result(beating.latency)


async def latency() -> float:
    line = Line()
    line.connection._keep_alive = beating = KeepAliveHandler(ws=line.connection, interval=INTERVAL, shard_id=0)
    beating.start()
    try:
        return await line.latency
    finally:
        beating.stop()
        await asyncio.to_thread(beating.join)


async def test_an_answer_that_is_there_at_once_is_not_an_interval_late() -> None:
    note_in_time()
    assert await latency() < INTERVAL / 2


async def test_discord_py_still_needs_to_be_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    send: Callable[..., Awaitable[None]] = heartbeats._send
    monkeypatch.setattr(DiscordWebSocket, "send_heartbeat", send)
    assert await latency() >= INTERVAL, "discord.py notes heartbeats in time: bot/connection/heartbeats.py can go"
