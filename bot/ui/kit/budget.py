"""Discord's limit on all requests of a bot: ours go steadily below it, the urgent ones first (decision 0033)."""

import asyncio
import math
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import aiohttp

from bot.ui.kit.invalid_requests import InvalidRequestCounter, TooManyRefused

STEADY = 0.9
"""The part of the limit that is used steadily. The rest lets a few requests go at once after a pause."""

NOW, SOON, LATER = 0.0, 2.0, 5.0
"""Seconds that a request lets newer and more urgent ones pass: posts and whatever an answer needs; edits; deletions,
the archiving of threads, and uploads of emoji. After that nothing passes it, so that none waits for ever.
"""

FRESH = 0.1
"""Seconds within which a turn must be used. After that, a request waits for another one, before all newer requests."""

ROOM, SPAN = 0.5, 10.0
"""There is room for what can wait or be left out while less than this part of the budget is used, and over about how
many seconds that is measured.
"""

_NOTHING = 1e-6
"""A part of a request that is too small to wait for: no clock is that exact."""

_COUNTED = re.compile(r"/api/v\d+/(?!interactions/|webhooks/)(?P<route>.*)")
_CONNECTS = re.compile(r"/gateway(/bot)?$")
_UNHURRIED = re.compile(r"DELETE .*|PATCH channels/\d+|POST applications/\d+/emojis")


@dataclass(slots=True)
class _Ticket:
    """A place in the line, which all requests of one piece of work keep, and when its turn came, until it is used."""

    due: float
    turn: float | None = None
    is_over: bool = False


_PLACE: ContextVar[_Ticket | None] = ContextVar("place", default=None)


class Budget:
    """Lets at most ``a_second`` requests go in any second. While it is not used up, it costs nothing and waits for
    nothing. ``now`` is a clock in seconds, and ``later`` calls something after so many of them. ``invalid`` are the
    requests that were refused.
    """

    def __init__(
        self,
        a_second: float,
        now: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], object] | None = None,
        invalid: InvalidRequestCounter | None = None,
    ) -> None:
        self.invalid = invalid or InvalidRequestCounter()
        self._rate = STEADY * a_second
        self._most = max(1.0, STEADY + (1 - STEADY) * a_second)  # with those of a second, less than one too many
        self._now = now
        self._later = later or (lambda seconds, run: asyncio.get_running_loop().call_later(seconds, run))
        self._left = self._most
        self._counted = now()
        self._lately, self._noted = 0.0, self._counted
        self._given: list[float] = []
        self._waiting: list[tuple[float, int, asyncio.Future[float]]] = []
        self._order = count()
        self._is_timed = False

    @property
    def has_room(self) -> bool:
        """Whether so little of it was used lately that requests may go which are not needed."""
        return not self._waiting and self.used < ROOM

    @property
    def used(self) -> float:
        """Which part of it was used lately: 1 if all of it was."""
        return self._used_lately() / (self._rate * SPAN)

    @asynccontextmanager
    async def turn(self, patience: float) -> AsyncIterator[bool]:
        """Wait until a request may go, before it is decided what to send: later, that may be something newer.

        Yields whether there was a wait. All requests that are made within keep the place in the line.
        """
        place = _Ticket(self._now() + patience)
        has_waited, place.turn = await self._wait(place.due)
        token = _PLACE.set(place)
        try:
            yield has_waited
        finally:
            _PLACE.reset(token)
            place.is_over = True  # for work in the background that was begun within
            if place.turn is not None:
                self._take_back(place.turn)

    async def take(self, patience: float) -> None:
        """Wait until a request may go: one of `NOW`, `SOON` and `LATER`."""
        place = _PLACE.get()
        if place is None or place.is_over:
            place = _Ticket(self._now() + patience)
        turn, place.turn = place.turn, None
        while turn is None or not self._uses(turn):
            _, turn = await self._wait(place.due)

    async def _wait(self, due: float) -> tuple[bool, float]:
        """Wait until those have gone that are due before. Returns whether there was a need to, and the turn."""
        if not self._waiting and not self._pause():
            return False, self._give()
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (due, next(self._order), turn))
        if not self._is_timed:
            self._serve()
        try:
            return True, await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._take_back(turn.result())
            raise

    def pace(self, trace: aiohttp.TraceConfig) -> None:
        """Let every request of a session, the repeated ones too, wait for its turn just before it is sent.

        While too many are refused, those that are no answers raise TooManyRefused.
        """

        async def started(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            patience = patience_of(request.method, request.url.path)
            if patience is None:
                return
            if self.invalid.is_full and not _CONNECTS.search(request.url.path):
                raise TooManyRefused(self.invalid.complaint)
            await self.take(patience)

        async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
            response = request.response
            self.invalid.note(response.status, response.headers.get("X-RateLimit-Scope", ""))

        trace.on_request_start.append(started)
        trace.on_request_end.append(ended)

    def _give(self) -> float:
        self._count(1)
        self._given.append(self._now())
        return self._given[-1]

    def _uses(self, turn: float) -> bool:
        """Tell whether a turn can still be used: now it is."""
        self._refill()
        if turn not in self._given:
            return False
        self._given.remove(turn)
        return True

    def _take_back(self, turn: float) -> None:
        if self._uses(turn):
            self._count(-1)

    def _count(self, requests: int) -> None:
        """Count requests that may go now, or, below 0, that did not go after all."""
        self._left -= requests
        self._lately = max(self._used_lately() + requests, 0.0)

    def _used_lately(self) -> float:
        """Count how many requests have gone in the last `SPAN` seconds; older ones count less and less."""
        now = self._now()
        self._lately *= math.exp((self._noted - now) / SPAN)
        self._noted = now
        return self._lately

    def _pause(self) -> float:
        """The seconds until one more request may go; 0 if it may go now."""
        self._refill()
        missing = 1 - self._left
        return missing / self._rate if missing > _NOTHING else 0.0

    def _refill(self) -> None:
        """Let as many more requests go as time has passed for, and take those turns back that were not used soon: the
        more have one, the fewer may follow, as they may all send at the same instant.
        """
        now = self._now()
        self._left = min(self._most - len(self._given), self._left + (now - self._counted) * self._rate)
        self._counted = now
        while self._given and now - self._given[0] > FRESH:
            del self._given[0]
            self._count(-1)

    def _serve(self) -> None:
        self._is_timed = False
        while self._waiting:
            *_, turn = self._waiting[0]
            if not turn.done():
                if pause := self._pause():
                    self._is_timed = True
                    self._later(pause, self._serve)
                    return
                turn.set_result(self._give())
            heappop(self._waiting)


def patience_of(method: str, path: str) -> float | None:
    """Tell how long a request may let others pass; None for what Discord does not count: answers to interactions."""
    counted = _COUNTED.fullmatch(path)
    if counted is None:
        return None
    if _UNHURRIED.fullmatch(f"{method} {counted['route']}"):
        return LATER
    return SOON if method == "PATCH" else NOW
