"""Heartbeats, noted before they are sent.

discord.py 2.7.1 notes one after sending it, in another thread. If Discord's answer is handled first, it seems a whole
interval (41 s) late, and `/ready` and the log complain of Discord. discord.py's pull request 10448 fixes that: this
file can go as soon as `tests/connection/test_heartbeats.py` says so.
"""

from typing import Any

import discord
from discord.gateway import DiscordWebSocket

_send = DiscordWebSocket.send_heartbeat


async def _noted(self: DiscordWebSocket, data: Any) -> None:
    if self._keep_alive:
        self._keep_alive.beat()
    await _send(self, data)


def note_in_time() -> None:
    """Have every connection note its heartbeats before it sends them."""
    discord.gateway.DiscordWebSocket.send_heartbeat = _noted  # type: ignore[method-assign]
