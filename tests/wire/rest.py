"""The stand-in's REST side: as much of Discord's API v10 as the bot uses, over what `world` knows."""

import asyncio
import re
import time
import traceback
from collections import defaultdict
from typing import Any

from aiohttp import web

from tests.wire import answers, emoji, identity, messages, threads
from tests.wire.bodies import read
from tests.wire.faults import FAULTS, Trap, answer
from tests.wire.gateway import Gateway
from tests.wire.limits import INVALID, GlobalLimit, Uplink, is_counted
from tests.wire.quirks import Quirks
from tests.wire.rules import complaints
from tests.wire.world import Refused, World

PREFIX = "/api/v10"

_ROUTES = [*messages.ROUTES, *threads.ROUTES, *answers.ROUTES, *identity.ROUTES, *emoji.ROUTES]


class Rest(World):
    """Answers requests. ``injected`` counts the faults made; ``refused`` are the answers that Discord counts as
    invalid, each with its time (of time.perf_counter), status and request. ``asked_of`` are the requests by the name
    under which a bot knows this machine: so a test can tell processes apart. ``pause`` are the seconds after
    which Discord says that it has done something; of an answer to an interaction it says so at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gateway = Gateway(self)
        self.limit = GlobalLimit()
        self.uplink = Uplink()
        self.quirks = Quirks()
        self.files = self.bytes = 0
        self.traps: list[Trap] = []
        self.injected = 0
        self.pause = 0.0
        self.requests: list[str] = []
        self.asked_of: defaultdict[str, list[str]] = defaultdict(list)
        self.refused: list[tuple[float, int, str]] = []

    def trap(
        self, fault: str, where: tuple[str, str], times: int = 1, *, after: bool = False, uploads: bool = False
    ) -> Trap:
        """Let the next requests of a kind fail: with ``after`` only their answer, with ``uploads`` those with files."""
        trap = Trap(FAULTS[fault], *where, times, after, uploads)
        self.traps.append(trap)
        return trap

    async def serve(self, request: web.Request) -> web.Response:
        """One request, and then what the gateway has to tell of it."""
        method, path = request.method, request.path.removeprefix(PREFIX)
        try:
            body, files, size = await read(request)
        except ConnectionResetError:  # the bot was killed while it sent this
            return web.Response(status=400)
        await self.uplink.carry(size, lambda: request.transport is not None)
        if request.transport is None:  # the bot no longer waits for this: by then it had not sent everything
            return web.Response(status=400)
        self.requests.append(f"{method} {path}")
        self.files += len(files)
        self.bytes += 0 if path.startswith("/applications/") else size  # emoji and commands come once
        self.asked_of[request.url.host or ""].append(f"{method} {path}")
        response = self._answer(method, path, body, files)
        if response.status in INVALID:
            self.refused.append((time.perf_counter(), response.status, f"{method} {path}"))
        while self.happened:
            await self.gateway.tell(*self.happened.pop(0))
        if self.pause and is_counted(path):
            await asyncio.sleep(self.pause)
        return response

    def _answer(self, method: str, path: str, body: Any, files: list[str]) -> web.Response:
        if too_soon := self.limit.refusal(path):
            return too_soon.answer()
        wrong = complaints(method, path, body, files)
        self.wrong += wrong
        trap = next((trap for trap in self.traps if trap.catches(method, path, files)), None)
        if trap:
            trap.times -= 1
            self.injected += 1
            if not trap.after:
                return trap.fault.answer()
        if wrong:
            return FAULTS["bad body"].answer()
        if not emoji.are_known(self, body):
            return FAULTS["bad emoji"].answer()
        if refusal := self.quirks.refusal(self, method, path, body):
            return refusal.answer()
        try:
            result = self.quirks.told(method, self._act(method, path, body))
        except Refused as refused:
            return FAULTS[str(refused)].answer()
        except Exception:
            self.wrong.append(traceback.format_exc())  # a mistake of the stand-in's own
            raise
        if trap:
            return trap.fault.answer()
        return web.Response(status=204) if result is None else answer(result)

    def _act(self, method: str, path: str, body: Any) -> Any:
        for route, pattern, act in _ROUTES:
            if route == method and (match := re.fullmatch(pattern, path)):
                return act(self, body, *(int(part) if part.isdigit() else part for part in match.groups()))
        self.wrong.append(f"{method} {path} is not known here")
        raise Refused("unknown channel")
