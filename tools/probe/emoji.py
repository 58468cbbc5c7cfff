"""Emoji: how fast Discord takes them."""

import asyncio
import secrets
import time

import discord

from tools.probe.made import PREFIX
from tools.probe.pictures import picture
from tools.probe.stage import Stage

UPLOADS = 5
"""How many are uploaded: enough to meet a limit of a few at a time, and no more than anybody could mind."""


async def ask(stage: Stage) -> None:
    """Note the row about uploads."""
    await stage.try_out(("emoji",), lambda: _uploads(stage))


async def _uploads(stage: Stage) -> None:
    begun, waits, pace = time.monotonic(), len(stage.traffic.waits), stage.config.emoji_pace
    for number in range(1, UPLOADS + 1):
        name = f"{PREFIX}{secrets.token_hex(4)}"
        making = stage.client.create_application_emoji(name=name, image=picture(number % 3))
        try:
            await stage.made.keep(making, lambda emoji: emoji.delete)
        except discord.RateLimited as error:
            stage.note("emoji", False, f"number {number} was to wait {error.retry_after:.0f} s")
            return
        if len(stage.traffic.waits) > waits:
            stage.note("emoji", False, f"number {number} had to wait {stage.traffic.waits[-1]:.0f} s")
            return
        limit = stage.traffic.limit
        await asyncio.sleep(pace)
    told = f"; Discord says that {limit.left} more may follow within {limit.seconds} s" if limit else ""
    stage.note("emoji", True, f"{UPLOADS} in {time.monotonic() - begun:.0f} s, and none had to wait{told}")
