"""What the bot says of itself over HTTP: `/live` whether it runs, `/ready` whether all is well, and `/metrics`.

A process that does not answer `/live` should be started again; `/ready` is for people to know.

Why: decision 0034.
"""

from __future__ import annotations

import asyncio
import errno
import importlib.util
import logging
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from bot.clock import CLOCK
from bot.config import Address, BadSetting
from bot.connection.client import Client
from bot.monitoring.webserver import Webserver
from bot.store.kv import find_value
from bot.ui.kit.interaction import also

if TYPE_CHECKING:
    from bot.monitoring.metrics import Metrics

LOG = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds within which the database must answer, and by which the event loop may be late."""

LONGEST_LATENCY = 10.0
"""Seconds that Discord may take to answer a heartbeat."""

BEAT, REMEMBERED = 0.25, 2.0
"""Seconds between two looks at how late the event loop is, and for how long a late one counts."""

PAUSE = 1.0
"""Seconds between two tries to get an address that another process still has, perhaps while it hands over to us."""

FORMAT = "text/plain; version=0.0.4; charset=utf-8"
"""What Prometheus reads."""

NO_METRICS = "Metrics need the package prometheus-client: install the bot with requirements/metrics.txt."


@asynccontextmanager
async def watching(address: Address) -> AsyncIterator[Callable[[Client], None]]:
    """Answer at an address. Yields the function that is given each new client.

    Raises BadSetting if it is no address of this machine.
    """
    health = Health()
    try:
        is_open = await _opened(health.server, address)
        tasks = [asyncio.create_task(health.pulse.beat())]
        if not is_open:
            tasks.append(asyncio.create_task(_open_later(health.server, address)))
        try:
            yield health.watch
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
    finally:
        await health.server.close()
        health.close()


class Health:
    """How the bot is."""

    def __init__(self) -> None:
        self._client: Client | None = None
        self._connected: set[int] = set()
        self._asking: asyncio.Task[str | None] | None = None
        self._metrics = _metrics()
        self.pulse = Pulse(self._metrics.note_lag if self._metrics else None)
        self.server = Webserver({"/live": _live, "/ready": self._ready, "/metrics": self._measure})

    def watch(self, client: Client) -> None:
        """Watch a client that has not begun yet, instead of the one before."""
        self._client, self._connected = client, set()
        also(client, "on_shard_connect", self._on_connect)
        also(client, "on_shard_resumed", self._on_connect)
        also(client, "on_shard_disconnect", self._on_disconnect)
        if self._metrics:
            self._metrics.watch(client)

    def close(self) -> None:
        """Measure no more."""
        if self._metrics:
            self._metrics.close()

    async def _on_connect(self, shard: int) -> None:
        self._connected.add(shard)

    async def _on_disconnect(self, shard: int) -> None:
        self._connected.discard(shard)

    async def trouble(self) -> str:
        """Say what is wrong, in one sentence; nothing if all is well."""
        client = self._client
        if client is None or client.shard_count is None or not client.shards:
            return "The bot is not connected to Discord yet."
        if unstored := client.app.database.unstored.sentence:  # a shard may wait for that
            return unstored
        for shard in client.shard_ids or range(client.shard_count):
            info = client.get_shard(shard)
            if shard not in self._connected or info is None or info.is_closed():
                return f"Shard {shard} is not connected to Discord."
            if not info.latency < LONGEST_LATENCY and not math.isinf(info.latency):  # before the first, it is infinite
                return f"Discord takes {info.latency:.0f} s to answer a heartbeat of shard {shard}."
        if complaint := client.invalid.complaint:
            return complaint
        if (late := self.pulse.late) >= PATIENCE:
            return f"The event loop was {late:.1f} s late."
        return "" if await self._database_answers(client) else "The database does not answer."

    async def _database_answers(self, client: Client) -> bool:
        """Tell whether it does so in time. Only one question is asked at a time, however often this is called."""
        asking = self._asking
        if asking is None or asking.done():
            asking = self._asking = asyncio.create_task(client.app.database.read(find_value, "anything"))
            asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())  # fetched: not to be logged
        await asyncio.wait([asking], timeout=PATIENCE)
        return asking.done() and asking.exception() is None

    async def _ready(self) -> web.Response:
        trouble = await self.trouble()
        # A clock that is off does no harm, but somebody should set it right.
        off = f" {CLOCK.complaint.capitalize()}; the bot goes by Discord's." if CLOCK.complaint else ""
        return web.Response(text=f"{trouble or 'All is well.'}{off}\n", status=503 if trouble else 200)

    async def _measure(self) -> web.Response:
        if self._metrics is None:
            return web.Response(text=f"{NO_METRICS}\n", status=501)
        trouble = await self.trouble()
        figures = await self._metrics.read(is_ready=not trouble)
        return web.Response(body=figures, headers={"Content-Type": FORMAT})


class Pulse:
    """How late the event loop is with something that is due every `BEAT`. ``note`` is given each delay, in seconds."""

    def __init__(self, note: Callable[[float], None] | None = None) -> None:
        self._note = note
        self._now = asyncio.get_running_loop().time
        self._due = math.inf
        self._worst, self._worst_at = 0.0, 0.0

    @property
    def late(self) -> float:
        """The most, in seconds, by which it was late within the last `REMEMBERED` seconds, or is now."""
        return max(self._lately, self._now() - self._due)

    @property
    def _lately(self) -> float:
        return self._worst if self._now() - self._worst_at < REMEMBERED else 0.0

    async def beat(self) -> None:
        """Ask until cancelled."""
        while True:
            self._due = self._now() + BEAT
            await asyncio.sleep(BEAT)
            late = self._now() - self._due
            if late >= self._lately:
                self._worst, self._worst_at = late, self._now()
            if self._note:
                self._note(late)


async def _live() -> web.Response:
    return web.Response(text="The bot runs.\n")


async def _opened(server: Webserver, address: Address) -> bool:
    """Answer at an address. False if another process has it. Raises BadSetting."""
    host, port = address
    try:
        await server.open(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return False
        raise BadSetting(
            f"HEALTH names {host}:{port}, which cannot be used ({error.strerror or error}): use an address of "
            "this machine, as in 127.0.0.1:8080."
        ) from error
    LOG.info("health at http://%s:%s", host, port)
    return True


async def _open_later(server: Webserver, address: Address) -> None:
    LOG.warning("HEALTH=%s:%s is taken by another process; it is tried again until that ends", *address)
    while not await _opened(server, address):  # noqa: ASYNC110
        await asyncio.sleep(PAUSE)


def _metrics() -> Metrics | None:
    if importlib.util.find_spec("prometheus_client") is None:
        return None
    return importlib.import_module("bot.monitoring.metrics").Metrics()  # type: ignore[no-any-return]
