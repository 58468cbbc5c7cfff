"""What goes wrong at Discord, and when the bot is killed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import discord
import pytest

from tests.ui.world import World


class Response:
    """As much of an HTTP response as discord.py's errors look at."""

    reason = "refused"

    def __init__(self, status: int) -> None:
        self.status = status


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises when Discord refuses a request."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    return kind(cast(Any, Response(status)), {"code": code, "message": "refused"})


@asynccontextmanager
async def killed_before(world: World, where: Any, what: str, *, sweeps: bool = True) -> AsyncIterator[None]:
    """Whatever calls this function ends there, as if the bot were killed; afterwards a new bot runs and has swept,
    unless people come sooner.
    """

    async def never(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, what, never)
        yield
        await world.app.tasks.idle()
    await world.restart()
    if sweeps:
        await world.sweep()


def remember_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord posts nothing new for a nonce that it knows: it returns the older message, as it is now."""
    send, known = discord.abc.Messageable.send, dict[str, discord.Message]()

    async def remembering(self: discord.abc.Messageable, *args: Any, **options: Any) -> discord.Message:
        nonce = options["nonce"]
        if nonce in known:
            try:
                return await known[nonce].fetch()
            except discord.NotFound:
                raise refusal(404, 10008) from None
            finally:
                cast(Any, known[nonce])._state.http.backend.http_requests.pop()  # it was not the bot that asked
        known[nonce] = await send(self, *args, **options)
        return known[nonce]

    monkeypatch.setattr(discord.abc.Messageable, "send", remembering)
