"""What a click costs under a short load over real sockets, beside a floor: the work that no bot could leave out.

All are seconds of a processor. Of the floor only its own thread's count, of a click all of the bot's process. The floor
is measured while the load goes on, slice by slice: a busy machine slows both alike. One bot begins with nothing
painted, as after the first start ever, and another one finds what that has left, as after every other start.
"""

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
from tests.render.positions import position_after
from tests.wire.people import tables
from tests.wire.places import APPLICATION, user_body
from tests.wire.process import Bot
from tests.wire.runs import stop
from tests.wire.standin import StandIn, answered
from tools.bench.measure import ROUNDS, Result, milliseconds

TABLES, CLICKS_A_SECOND, RAMP_SECONDS = 40, 20, 5
SLICES, SLICE_SECONDS = 3, 8

TIMES = 10
"""How often each part is done in a round."""

GOAL, FIRST_GOAL = 3, 4.5
"""How many floors a click may cost, and how many while everything is painted for the first time."""

MIX = {"parse": 1.0, "commit": 1.3, "picture": 1.3, "send": 2.5}
"""How often a click of this load does each, as the stand-in and the database have counted."""

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


def click_first() -> Result:
    """A click when nothing has been painted yet."""
    return _click("a click, first ever", "first", FIRST_GOAL)


def click_warm() -> Result:
    """A click after a restart, in a process that finds what was painted before."""
    return _click("a click", "warm", GOAL)


CLICK = [click_parse, click_commit, click_picture, click_send, click_first, click_warm]


def _click(name: str, which: str, goal: float) -> Result:
    slices = _measured()[which]
    ours, theirs = (median(column) for column in zip(*((each.click, each.least) for each in slices), strict=True))
    ratio = median(each.click / each.least for each in slices)
    return Result(name, milliseconds(ours), milliseconds(theirs), "floor of its mix", ratio, goal, at_most=True)


def _part(name: str) -> Result:
    warm = _measured()["warm"]
    part, least = median(each.floor[name] for each in warm), median(each.least for each in warm)
    share = MIX[name] * part / least
    return Part(f"floor: {name} x {MIX[name]:g}", milliseconds(part), milliseconds(least), "floor", share, 0)


@dataclass(frozen=True)
class Slice:
    """A part of a load: the seconds that a click took, and those of each part of the floor at the same time."""

    click: float
    floor: dict[str, float]

    @property
    def least(self) -> float:
        """The floor of the mix."""
        return sum(MIX[name] * seconds for name, seconds in self.floor.items())


@cache
def _measured() -> dict[str, list[Slice]]:
    with tempfile.TemporaryDirectory() as cache:
        return {which: asyncio.run(_under_load(cache)) for which in ("first", "warm")}


async def _under_load(cache: str) -> list[Slice]:
    """A load by people of whom half are shown no advice any more, as if they had played before."""
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn() as standin:
            bot = Bot(standin.url, Path(folder), sweep=60, settings={"CACHE": cache})
            await bot.start()
            try:
                return await _slices(standin, bot)
            finally:
                await bot.stop()


async def _slices(standin: StandIn, bot: Bot) -> list[Slice]:
    await standin.connected(seconds=120)
    people = tables(standin, TABLES, rate=CLICKS_A_SECOND)
    for table in people[::2]:
        for user in table.users:
            await answered(await standin.slash(user, table.channel, "settings", tips="off"))
    playing = [asyncio.create_task(table.play()) for table in people]
    await asyncio.sleep(RAMP_SECONDS)
    slices = [await _slice(standin, bot) for _ in range(SLICES)]
    await stop(playing)
    return slices


async def _slice(standin: StandIn, bot: Bot) -> Slice:
    before, clicks = bot.usage(), _answered(standin)
    floor, _ = await asyncio.gather(
        asyncio.to_thread(lambda: asyncio.run(_floor(_frame(standin)))), asyncio.sleep(SLICE_SECONDS)
    )
    return Slice(bot.usage().since(before).cpu / max(_answered(standin) - clicks, 1), floor)


def _answered(standin: StandIn) -> int:
    return sum(one.accepted > 0 for one in standin.interactions.values())


def _frame(standin: StandIn) -> bytes:
    """A typical frame of the gateway that brings a click."""
    (session,) = standin.gateway.sessions.values()
    presses = [{"op": 0, "t": name, "s": 1, "d": data} for name, data in [*session.events] if "message" in data]
    frames = sorted((json.dumps(frame).encode() for frame in presses), key=len)
    return frames[len(frames) // 2]


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
