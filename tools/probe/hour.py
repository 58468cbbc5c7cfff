"""What takes an hour: edits of an old message, and of what belongs to a press that was long ago."""

import asyncio
import time

import discord

from tools.probe.presses import NOBODY_PRESSED, Kept
from tools.probe.rows import LONG
from tools.probe.stage import Stage, words

EDITS = 12
"""How often the old message is edited."""

_TOO_MANY_EDITS = 30046


async def ask(stage: Stage, kept: Kept | None, old: discord.Message, posted_at: float) -> None:
    """Note the rows that take an hour. ``old`` was ``posted_at``, by time.monotonic."""
    if kept is None:
        stage.leave(LONG[:1], NOBODY_PRESSED)
    else:
        await stage.try_out(LONG[:1], lambda: _late(stage, kept))
    stage.tell(f"What is left takes until the first message is {stage.patience.old / 60:.0f} minutes old.")
    await stage.try_out(LONG[1:], lambda: _often(stage, old, posted_at))


async def _late(stage: Stage, kept: Kept) -> None:
    await asyncio.sleep(kept.at + stage.patience.token - time.monotonic())
    minutes, seconds = divmod(round(stage.patience.token), 60)
    age = f"after {minutes} min {seconds} s"
    try:
        await kept.press.followup.edit_message(kept.message.id, content=words())
    except discord.HTTPException as error:
        if error.status not in (401, 404):
            raise
        stage.note("token_life", False, f"Discord does not know it any more {age}")
    else:
        stage.note("token_life", True, f"it was edited {age}")
        await stage.made.take_away(kept.message.id)


async def _often(stage: Stage, old: discord.Message, posted_at: float) -> None:
    await asyncio.sleep(posted_at + stage.patience.old - time.monotonic())
    waits = len(stage.traffic.waits)
    for number in range(1, EDITS + 1):
        told = f"I am trying out how often I may edit an old message: {number} times so far."
        try:
            await old.edit(content=words(told))
        except discord.RateLimited as error:
            stage.note("old_edits", True, f"number {number} was to wait {error.retry_after:.0f} s")
            return
        except discord.HTTPException as error:
            if error.code != _TOO_MANY_EDITS:
                raise
            stage.note("old_edits", True, f"number {number} was refused for a while, with the code {error.code}")
            return
        if len(stage.traffic.waits) > waits:
            stage.note("old_edits", True, f"number {number} had to wait {stage.traffic.waits[-1]:.0f} s")
            return
    stage.note("old_edits", True, f"{EDITS} in a row, and none had to wait")
