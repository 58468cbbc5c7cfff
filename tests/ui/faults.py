"""What goes wrong at Discord, and when the bot is killed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar, cast

import discord
import pytest
from simcord.http.client import FakeHTTPClient

from bot.store.backend.database import Database
from tests.ui.world import ANSWER_SECONDS, World

T = TypeVar("T")

TOO_LONG = ANSWER_SECONDS + 1
"""Seconds for which nobody waits."""


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
    send, known = discord.abc.Messageable.send, dict[Any, int]()

    async def remembering(self: discord.abc.Messageable, *args: Any, **options: Any) -> discord.Message:
        nonce = options.get("nonce")
        if nonce in known:
            try:
                return await self.fetch_message(known[nonce])
            except discord.NotFound:
                raise refusal(404, 10008) from None
            finally:
                cast(Any, self)._state.http.backend.http_requests.pop()  # it was not the bot that asked
        message = await send(self, *args, **options)
        if nonce:
            known[nonce] = message.id
        return message

    monkeypatch.setattr(discord.abc.Messageable, "send", remembering)


@contextmanager
def failing(
    where: Any, what: str, error: Exception | None = None, times: float = float("inf")
) -> Iterator[list[object]]:
    """Let a function fail, by default as if Discord had a fault, always or so many ``times``. Yields its calls."""
    calls, real = list[object](), getattr(where, what)

    async def fail(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        if len(calls) > times:
            return await real(*arguments, **options)
        raise error or refusal(500)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, what, fail)
        yield calls


@contextmanager
def held(where: Any, what: str) -> Iterator[tuple[asyncio.Event, asyncio.Event]]:
    """Let calls of a function wait: the first event is set once one has begun, the second lets them go on."""
    begun, free, real = asyncio.Event(), asyncio.Event(), getattr(where, what)

    async def wait(*arguments: Any, **options: Any) -> Any:
        begun.set()
        await free.wait()
        return await real(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, what, wait)
        yield begun, free


@contextmanager
def slow(world: World, where: object, what: str, seconds: float = TOO_LONG) -> Iterator[list[object]]:
    """Let a function take so many seconds. Yields its calls."""
    done, calls = getattr(where, what), list[object]()

    async def slowly(*args: Any, **options: Any) -> Any:
        calls.append(args)
        await asyncio.sleep(seconds)
        return await done(*args, **options)

    world.settles = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, what, slowly)
        yield calls
    world.settles = True


class Life:
    """How many more steps the bot has, each of which is seen outside: it writes, or asks Discord for something."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def bounded(self, do: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        """The same, as long as it lives."""

        async def bounded(*args: Any, **options: Any) -> T:
            self.steps -= 1
            if self.steps < 0:
                raise asyncio.CancelledError
            return await do(*args, **options)

        return bounded


@asynccontextmanager
async def killed_after(world: World, steps: int) -> AsyncIterator[Life]:
    """The bot is killed after so many writes and requests, if it comes so far, and does nothing any more."""
    life = Life(steps)
    with pytest.MonkeyPatch.context() as patch, world.env.time_context():
        for where, what in ((Database, "write"), (FakeHTTPClient, "request")):
            patch.setattr(where, what, life.bounded(getattr(where, what)))
        with suppress(asyncio.CancelledError):
            yield life
        await world.app.tasks.idle()
