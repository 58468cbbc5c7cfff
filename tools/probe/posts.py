"""Posts: how long a page may be, and how well Discord keeps a post from being there twice."""

import asyncio
import secrets
import time
from dataclasses import dataclass

import discord
from discord import ui

from tools.probe.stage import Stage, words

LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that was posted with a nonce, and when, by time.monotonic."""

    number: int
    nonce: str
    at: float


async def ask(stage: Stage) -> None:
    """Note the rows about posts, but for the memory of nonces."""
    await stage.try_out(("length",), lambda: _length(stage))
    await stage.try_out(("nonce", "nonce_deleted"), lambda: _nonces(stage))


async def first(stage: Stage) -> Posted:
    """Post what is to be posted again at the end."""
    nonce = secrets.token_hex(12)
    message = await stage.post(words(), nonce=nonce)
    return Posted(message.id, nonce, time.monotonic())


async def ask_memory(stage: Stage, posted: Posted) -> None:
    """Note for how long a nonce was known; wait until that is worth knowing."""

    async def again() -> None:
        await asyncio.sleep(posted.at + stage.patience.nonce - time.monotonic())
        message = await stage.post(words(), nonce=posted.nonce)
        passed = f"after {time.monotonic() - posted.at:.0f} s"
        is_same = message.id == posted.number
        stage.note("nonce_memory", is_same, f"it was known {passed}" if is_same else f"it was forgotten {passed}")

    await stage.try_out(("nonce_memory",), again)


async def _length(stage: Stage) -> None:
    for length in (LONGEST, LONGEST * 3 // 4):
        try:
            await stage.post(view=_long(length))
        except discord.HTTPException as error:
            if error.status != 400:
                raise
        else:
            stage.note("length", length == LONGEST, f"{length} are taken")
            return
    stage.note("length", False, f"not even {LONGEST * 3 // 4} are taken")


def _long(length: int) -> ui.LayoutView:
    last = words()
    view = ui.LayoutView(timeout=None)
    for part in ("~" * (length // 2), "~" * (length - length // 2 - len(last)) + last):
        view.add_item(ui.TextDisplay(part))
    view.stop()
    return view


async def _nonces(stage: Stage) -> None:
    nonce = secrets.token_hex(12)
    message = await stage.post(words(), nonce=nonce)
    again = await stage.post(words(), nonce=nonce)
    is_same = message.id == again.id
    stage.note("nonce", is_same, "Discord gave back the first one" if is_same else "it is there twice")
    await message.delete()
    stage.made.forget(message.id)
    try:
        await stage.post(words(), nonce=nonce)
    except discord.NotFound as error:
        stage.note("nonce_deleted", True, f"Discord answers with code {error.code}")
    else:
        stage.note("nonce_deleted", False, "it was posted anew")
