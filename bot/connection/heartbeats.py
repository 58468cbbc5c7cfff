"""Heartbeats, noted before they are sent.

discord.py 2.7.1 notes one after it was sent, in another thread. If Discord's answer is handled first, it seems to come
a whole interval late, which is 41 s: then `/ready` and the log complain of Discord. A later version notes it in time
(its pull request 10448): with that, this file goes, and `tests/connection/test_heartbeats.py` tells when.
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
