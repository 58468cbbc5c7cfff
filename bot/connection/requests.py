"""What every request to Discord passes: it is paced, it is made only in our place, and its answer tells the time."""

import contextlib
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from functools import lru_cache
from types import SimpleNamespace

import aiohttp

from bot.clock import CLOCK, steady
from bot.connection.liveness import Replaced
from bot.ui.kit.budget import Budget
from bot.ui.kit.failure import BROKE_DOWN


def trace(budget: Budget, may_act: Callable[[], Awaitable[bool]]) -> aiohttp.TraceConfig:
    """Pace all requests to Discord, let none change something once we may not act, and hear the time from every answer,
    from the login on.
    """

    async def fence(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        if request.method != "GET" and not await may_act():
            raise Replaced("another process has taken the place of this one")

    async def asked(_: object, context: SimpleNamespace, __: object) -> None:
        context.asked_at = steady()

    async def heard(_: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        if request.response.status >= 500:
            BROKE_DOWN.set(True)
        with contextlib.suppress(KeyError, ValueError):
            told = _seconds(request.response.headers["Date"])  # of the second that had begun
            CLOCK.hear(told, told + 1 + steady() - context.asked_at)

    found = aiohttp.TraceConfig()
    budget.pace(found)
    found.on_request_start.append(fence)
    found.on_request_start.append(asked)  # once it is its turn
    found.on_request_end.append(heard)
    return found


@lru_cache(maxsize=8)  # most answers come within a second of the one before
def _seconds(date: str) -> float:
    return parsedate_to_datetime(date).timestamp()
