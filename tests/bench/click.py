"""What a click costs under a short load over real sockets, beside a floor: the work that no bot could leave out.

All are seconds of a processor. Of the floor only its own thread's count, of a click all of the bot's process.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, cast

import aiohttp
import discord
from aiohttp import web

import render
from tests.bench.measure import ROUNDS, Result, milliseconds
from tests.render.positions import position_after
from tests.wire.people import tables
from tests.wire.places import APPLICATION, user_body
from tests.wire.process import Bot
from tests.wire.soak import load
from tests.wire.standin import StandIn

TABLES, CLICKS_A_SECOND, RAMP_SECONDS, LOAD_SECONDS = 40, 20, 5, 15

TIMES = 10
"""How often each part is done in a round."""

GOAL = 3

Act = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Part(Result):
    """A part of the floor. It has no goal."""

    def __str__(self) -> str:
        return super().__str__().rpartition("  ")[0]


def click_parse() -> Result:
    """The payload of a press of a button, from JSON to discord.py's object."""
    return _part("parse")


def click_commit() -> Result:
    """A durable transaction of one INSERT and one UPDATE."""
    return _part("commit")


def click_picture() -> Result:
    """A table, drawn and encoded."""
    return _part("picture")


def click_send() -> Result:
    """An answer with that picture, sent to a server on loopback."""
    return _part("send")


def click() -> Result:
    """A click under load."""
    seconds, floor = _measured()
    least = sum(floor.values())
    return Result(
        "a click, CPU", milliseconds(seconds), milliseconds(least), "its floor", seconds / least, GOAL, at_most=True
    )


CLICK = [click_parse, click_commit, click_picture, click_send, click]


def _part(name: str) -> Result:
    _, floor = _measured()
    least = sum(floor.values())
    return Part(
        f"floor: {name}", milliseconds(floor[name]), milliseconds(least), "floor of a click", floor[name] / least, 1
    )


@cache
def _measured() -> tuple[float, dict[str, float]]:
    """What a click costs, and right after it the parts of the floor."""
    frame, seconds = asyncio.run(_under_load())
    return seconds, asyncio.run(_floor(frame))


async def _under_load() -> tuple[bytes, float]:
    """A typical frame of the gateway that brings a click, and what a click costs."""
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as standin:
            bot = Bot(standin.url, Path(folder), sweep=60)
            people = tables(standin, TABLES, rate=CLICKS_A_SECOND)
            figures = await load(standin, bot, people, LOAD_SECONDS, RAMP_SECONDS)
            (session,) = standin.gateway.sessions.values()
    presses = [{"op": 0, "t": name, "s": 1, "d": data} for name, data in session.events if "message" in data]
    frames = sorted((json.dumps(frame).encode() for frame in presses), key=len)
    return frames[len(frames) // 2], figures.usage.cpu / len(figures.seconds)


async def _floor(frame: bytes) -> dict[str, float]:
    """The median seconds of each part."""
    async with _acts(frame) as acts:
        rounds = [{name: await _seconds(act) for name, act in acts.items()} for _ in range(ROUNDS)]
    return {name: median(each[name] for each in rounds) for name in rounds[0]}


async def _seconds(act: Act) -> float:
    start = thread_time()
    for _ in range(TIMES):
        await act()
    return (thread_time() - start) / TIMES


@contextlib.asynccontextmanager
async def _acts(frame: bytes) -> AsyncIterator[dict[str, Act]]:
    state = discord.Client(
        intents=discord.Intents(guilds=True)
    )._connection  # private: what the gateway hands frames to
    state.user = discord.ClientUser(state=state, data=cast(Any, user_body(APPLICATION)))
    position, new, seat = position_after(26)
    page = json.dumps({"type": 7, "data": {"components": json.loads(frame)["d"]["message"]["components"]}})
    png = render.png(render.draw_table(position, new=new, new_seat=seat))

    async def parse() -> None:
        discord.Interaction(data=json.loads(frame)["d"], state=state)

    async def commit() -> None:
        for statement in ("BEGIN IMMEDIATE", *CHANGES, "COMMIT"):
            connection.execute(statement)

    async def picture() -> None:
        render.png(render.draw_table(position, new=new, new_seat=seat))

    async def send() -> None:
        form = aiohttp.FormData()
        form.add_field("payload_json", page)
        form.add_field("files[0]", png, filename="table.png", content_type="image/png")
        async with session.post(url, data=form) as answer:
            await answer.read()

    with tempfile.TemporaryDirectory() as folder, _server() as url, contextlib.closing(_store(folder)) as connection:
        async with aiohttp.ClientSession() as session:
            yield {"parse": parse, "commit": commit, "picture": picture, "send": send}


CHANGES = (
    "INSERT INTO log (game, kind, text) VALUES (1, 'move', '12N@C4')",
    "UPDATE games SET revision = revision + 1 WHERE id = 1",
)


def _store(folder: str) -> sqlite3.Connection:
    connection = sqlite3.connect(Path(folder, "floor.db"), isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE games (id INTEGER PRIMARY KEY, revision INTEGER); INSERT INTO games VALUES (1, 0);"
        "CREATE TABLE log (number INTEGER PRIMARY KEY, game INTEGER, kind TEXT, text TEXT);"
    )
    return connection


@contextlib.contextmanager
def _server() -> Iterator[str]:
    """A server that takes answers, in a thread of its own, whose time does not count."""

    async def take(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(body=b"{}", content_type="application/json")

    async def serve() -> tuple[web.AppRunner, str]:
        app = web.Application(client_max_size=2**20)
        app.router.add_post("/", take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner, "http://{}:{}/".format(*runner.addresses[0])

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    runner, url = asyncio.run_coroutine_threadsafe(serve(), loop).result()
    try:
        yield url
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
