"""Figures for Prometheus. They cost nothing where nobody wants them: then this module is not even imported.

It listens from outside: to the client's events and requests, and to the units of work of the database.
"""

import asyncio
import math
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from types import SimpleNamespace
from typing import get_args

import aiohttp
import discord
import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from bot.clock import CLOCK, now
from bot.connection.client import Client
from bot.store.backend import database
from bot.store.backend.errors import StoreError
from bot.store.backlog import backlog
from bot.store.changes import Change
from bot.store.tables import Termination
from bot.ui.kit.interaction import Interaction, also

ANSWERS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 3.0)
UNITS = LAGS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The upper bounds of the buckets in which durations are counted, in seconds."""

FORGOTTEN = 15.0
"""Seconds after which nobody can be answered any more."""

PATIENCE = 1.0
"""Seconds that the database has to say how much is left to do."""

KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "click",
    discord.InteractionType.modal_submit: "click",
    discord.InteractionType.autocomplete: "suggestion",
}

SCOPES = ("user", "global", "shared", "cloudflare")
"""Whose limit a 429 is about. Each is there from the start: Prometheus sees no increase from nothing."""

BACKLOG = {
    "boards_owed": "Boards that do not show their game's last move",
    "oldest_board_owed_seconds": "For how long the oldest of these boards has not",
    "moves_owed": "Games that wait for a rival's move",
    "timers_late": "Timers that two sweeps have missed",
    "games_running": "Running games",
}
"""What the database is asked for. All processes that share it report the same."""

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # the start of the process is when all figures began

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")


class Metrics:
    """The figures of this process."""

    def __init__(self) -> None:
        self._client: Client | None = None
        self._arrived: dict[int, tuple[str, float]] = {}
        self._registry = kept = CollectorRegistry()
        ProcessCollector(registry=kept)
        self._ready = Gauge("thimble_ready", "1 if /ready says that all is well", registry=kept)
        about = "From the arrival of a click or a command until Discord has the answer"
        self._answers = Histogram("thimble_answer_seconds", about, ["kind"], buckets=ANSWERS, registry=kept)
        about = "A unit of work in the database, with the wait for its turn"
        self._units = Histogram("thimble_unit_seconds", about, ["kind"], buckets=UNITS, registry=kept)
        self._lags = Histogram("thimble_loop_lag_seconds", "How late the event loop is", buckets=LAGS, registry=kept)
        about = "How long Discord took to answer the last heartbeat"
        self._latency = Gauge("thimble_shard_latency_seconds", about, ["shard"], registry=kept)
        about = "How far this machine's clock is ahead of Discord's"
        self._clock = Gauge("thimble_clock_ahead_seconds", about, registry=kept)
        labels = ["method", "route", "status"]
        self._requests = Counter("thimble_discord_requests_total", "Requests to Discord", labels, registry=kept)
        about = "Answers 429 of Discord"
        self._refused = Counter("thimble_discord_429_total", about, ["scope"], registry=kept)
        about = "For how long nothing can be stored, and why; 0 while all is well"
        self._unstored = Gauge("thimble_unstored_seconds", about, ["why"], registry=kept)
        about = "Questions to the engine that wait for their turn"
        self._waiting = Gauge("thimble_engine_waiting", about, registry=kept)
        for scope in SCOPES:
            self._refused.labels(scope)
        about = "Answers 401, 403 and 429 in the last ten minutes; at 10,000 of them Discord bans"
        self._invalid = Gauge("thimble_invalid_requests", about, registry=kept)
        about = "Clicks and commands that Discord knows no answer to in time"
        self._unanswered = Counter("thimble_unanswered_total", about, ["kind"], registry=kept)
        for kind in KINDS.values():
            self._unanswered.labels(kind)
        about = "Events of Discord's that cannot be read, and are left out"
        self._unreadable = Counter("thimble_unreadable_events_total", about, ["event"], registry=kept)
        self._ended = Counter("thimble_games_ended_total", "Games that have ended, and how", ["ending"], registry=kept)
        for ending in get_args(Termination):
            self._ended.labels(ending)
        self._backlog = {name: Gauge(f"thimble_{name}", about, registry=kept) for name, about in BACKLOG.items()}
        database.listeners.append(self._note_unit)

    def close(self) -> None:
        """Listen no more."""
        database.listeners.remove(self._note_unit)

    def watch(self, client: Client) -> None:
        """Listen to a client that has not begun yet."""
        self._client = client
        also(client, "on_interaction", self._on_interaction)
        also(client, "on_unanswered", self._on_unanswered)
        also(client, "on_unreadable", self._on_unreadable)
        also(client, "on_changes", self.count_results)
        trace = client.http.http_trace
        assert trace is not None
        trace.on_request_end.append(self._on_request_end)
        trace.on_request_exception.append(self._on_request_exception)

    async def count_results(self, changes: Sequence[Change]) -> None:
        """Count the games that have just ended."""
        for change in changes:
            if change.event and change.game.ending:
                self._ended.labels(change.game.ending).inc()

    def note_lag(self, seconds: float) -> None:
        """Note how late the event loop is."""
        self._lags.observe(max(seconds, 0.0))

    async def read(self, *, is_ready: bool) -> bytes:
        """All figures, as Prometheus reads them. Those that the database knows are NaN if it cannot be asked."""
        self._ready.set(is_ready)
        self._clock.set(CLOCK.off)
        self._latency.clear()
        self._unstored.clear()
        self._waiting.set(math.nan)
        found: dict[str, float] = {}
        if self._client:
            if hasattr(self._client, "app"):
                outage = self._client.app.database.unstored
                self._unstored.labels(outage.why).set(outage.seconds)
            self._invalid.set(self._client.invalid.count)
            for shard, seconds in self._client.latencies:
                self._latency.labels(shard).set(seconds)
            if is_ready:
                self._waiting.set(self._client.app.thinking.waiting)
                found = await _counted(self._client)
        for name, gauge in self._backlog.items():
            gauge.set(found.get(name, math.nan))
        return await asyncio.to_thread(generate_latest, self._registry)

    def _note_unit(self, kind: str, seconds: float) -> None:
        self._units.labels(kind).observe(seconds)

    async def _on_interaction(self, interaction: Interaction) -> None:
        at = time.monotonic()
        for old in [number for number, (_, since) in self._arrived.items() if at - since > FORGOTTEN]:
            del self._arrived[old]
        if kind := KINDS.get(interaction.type):
            self._arrived[interaction.id] = kind, at

    async def _on_unanswered(self, interaction: Interaction) -> None:
        if kind := KINDS.get(interaction.type):
            self._unanswered.labels(kind).inc()

    async def _on_unreadable(self, event: str) -> None:
        self._unreadable.labels(event).inc()

    async def _on_request_end(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        path, response = request.url.path, request.response
        self._requests.labels(request.method, route_of(path), response.status).inc()
        if response.status == 429:
            self._refused.labels(response.headers.get("X-RateLimit-Scope", "cloudflare")).inc()
        answered = _CALLBACK.search(path)
        if answered and response.status < 300 and (arrival := self._arrived.pop(int(answered[1]), None)):
            kind, since = arrival
            self._answers.labels(kind).observe(time.monotonic() - since)

    async def _on_request_exception(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._requests.labels(request.method, route_of(request.url.path), "none").inc()


def route_of(path: str) -> str:
    """The route of a request, as Discord counts them: without ids, and without the tokens that let one answer."""
    route = re.sub(r"^/api/v\d+", "", path)
    route = re.sub(r"^(/(?:interactions|webhooks)/\d+)/[^/]+", r"\1/:token", route)
    return re.sub(r"/\d+", "/:id", route)


async def _counted(client: Client) -> dict[str, float]:
    """Count what is left to do, and the running games. Nothing if the database does not answer in time."""
    app = client.app
    with suppress(TimeoutError, StoreError):
        async with asyncio.timeout(PATIENCE):
            left = await app.database.read(backlog, now(), 2 * app.config.sweep_seconds)
            return {**asdict(left), "games_running": await app.matches.count_running()}
    return {}
