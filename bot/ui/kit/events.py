"""Events of discord.py's client, for more than one who wants to hear of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord


def also(client: discord.Client, event: str, hear: Callable[..., Awaitable[None]]) -> None:
    """Have one more function called at an event, such as ``on_interaction``: before whatever else is."""
    before = getattr(client, event, None)

    async def both(*what: Any) -> None:
        await hear(*what)
        if before:
            await before(*what)

    both.__name__ = event
    client.event(both)


def overhear(client: discord.Client, event: str, hearing: Callable[[Mapping[str, Any]], None]) -> None:
    """Let a function hear what Discord sends with an event, before discord.py makes of it what it keeps."""
    parsers = client._connection.parsers
    parse = parsers[event]

    def heard(data: Mapping[str, Any]) -> None:
        hearing(data)
        parse(data)

    parsers[event] = heard
