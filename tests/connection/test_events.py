"""What discord.py cannot read: how often it is told, and what is not survived (decision 0088)."""

import asyncio
import logging
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket

from bot.ui.kit import interaction
from bot.ui.kit.interaction import CONNECTING, HOUR, hear_first


class Quiet(discord.Client):
    """A client that is told of what cannot be read."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.unreadable: list[str] = []

    def dispatch(self, event: str, /, *args: Any, **_: Any) -> None:
        """Called by discord.py with what happens."""
        if event == "unreadable":
            self.unreadable += args


async def receive(client: discord.Client, event: str, data: object) -> None:
    """Let a client receive an event as the gateway hands it over."""
    line = DiscordWebSocket(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
    line._dispatch, line._discord_parsers, line.shard_id = client.dispatch, client._connection.parsers, 0
    await line.received_message(discord.utils._to_json({"op": 0, "t": event, "s": 1, "d": data}))


async def test_discord_py_still_needs_a_net() -> None:
    with pytest.raises(KeyError):  # if not: discord.py has a net of its own, and ours can go
        await receive(Quiet(), "CHANNEL_UPDATE", {})


@pytest.mark.logs_errors
async def test_what_cannot_be_read_is_told_once_an_hour_by_its_name(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client, heard = Quiet(), list[Any]()
    hear_first(client, heard.append)
    for at in (HOUR, 2 * HOUR - 1, 2 * HOUR):
        monkeypatch.setattr(interaction, "now", lambda at=at: at)
        for event in ("CHANNEL_UPDATE", "INTERACTION_CREATE", "THREAD_CREATE", "THREAD_CREATE"):
            await receive(client, event, {})
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(told) == 6
    assert sum("THREAD_CREATE" in line for line in told) == 2
    assert client.unreadable.count("THREAD_CREATE") == 6
    assert heard == [{}] * 3, "which hears it all the same"


@pytest.mark.parametrize("event", CONNECTING)
async def test_an_error_in_what_connects_it_is_not_survived(event: str) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    client = Quiet()
    client._connection.parsers[event] = broken
    hear_first(client, lambda _: None)
    with pytest.raises(ZeroDivisionError):
        await receive(client, event, {"session_id": "1", "resume_gateway_url": "wss://gateway.invalid"})


def test_a_channel_that_only_its_number_names_is_filled_in() -> None:
    client, heard = Quiet(), list[Any]()
    client._connection.parsers["INTERACTION_CREATE"] = heard.append
    hear_first(client, lambda _: None)
    hear = client._connection.parsers["INTERACTION_CREATE"]
    for more in ({}, {"channel": None}, {"channel": {"id": "9", "type": 0}}):
        hear({"channel_id": "9", **more})
    assert [data["channel"] for data in heard] == [{"id": "9"}, {"id": "9"}, {"id": "9", "type": 0}]
