"""From the start to the end: run the bot until it is told to stop, and begin again when Discord refuses for a while.

Why: decision 0018.
"""

import asyncio
import contextlib
import logging
import signal
import sys
import time
from collections.abc import Callable

import aiohttp
import discord

from bot.clock import CLOCK, steady
from bot.config import Config
from bot.connection.client import Client, TooFewStarts
from bot.store.backend.errors import DatabaseAway, StoreError
from bot.store.shards import EVERY, Shards
from bot.ui.kit.failure import pause_after, wait_after

LOG = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 600.0
"""Seconds between two starts, doubled each time, and reset once the bot has run for the longest pause."""

OPEN_FILES = 65536
"""How many files and connections the bot wants to be allowed at a time; it needs some dozens."""

REFUSALS = (
    discord.HTTPException,  # which LoginFailure is not
    discord.LoginFailure,
    discord.RateLimited,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""Errors that mean that Discord, or the network, does not let the bot in."""

PORTAL = "https://discord.com/developers/applications"
WRONG_TOKEN = (
    "Discord does not accept DISCORD_TOKEN: reset the token on the Bot page of your application "
    f"({PORTAL}) and put the new one into .env."
)
UNREACHABLE = "Discord cannot be reached: check this machine's connection to the internet and start again."

TOO_FEW_SHARDS = (
    "The bot is in too many servers for its SHARD_COUNT: stop all its processes, and start them with a SHARD_COUNT "
    "that is twice as large, and SHARDS to match."
)

_UNAUTHORIZED, _TOO_MANY = 401, 429
_BAD_TOKEN, _BAD_SHARD, _SHARDING_NEEDED = 4004, 4010, 4011


class CannotRun(Exception):
    """Discord will not let the bot in, however long it waits; the text is one sentence that says what to do."""


async def serve(config: Config, token: str) -> None:
    """Run the bot until SIGTERM, Ctrl-C or the end of its terminal, then close in order; a second signal is ignored.

    Refusals that may pass are waited out. Raises CannotRun for the others, and BadSetting and StoreError.
    """
    _raise_limit()
    if config.health is None:
        await _serve(config, token, lambda _: None)
        return
    from bot.monitoring.health import watching  # with aiohttp.web, which takes a tenth of a second to load

    async with watching(config.health) as watch:
        await _serve(config, token, watch)


def _raise_limit() -> None:
    """Let this process open as many files and connections as it may: the usual soft limit is 1,024."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def _serve(config: Config, token: str, watch: Callable[[Client], None]) -> None:
    CLOCK.hold(steady)
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    # Not via SIGINT: a shell ignores it for anything started with `&`. This way works on Windows too.
    stops = stop_signals()
    for each in stops:
        signal.signal(each, lambda *_: loop.call_soon_threadsafe(stopped.set))
    try:
        refusals = 0
        while not stopped.is_set():
            begun = time.monotonic()
            try:
                client = Client(config)
                watch(client)
                return await _run(client, token, stopped)
            except StoreError:  # a database that is away is a ConnectionError, too
                raise
            except TooFewStarts as error:
                raise CannotRun(str(error)) from error
            except REFUSALS as error:
                if sentence := final(error, is_first=not refusals, shards=config.shards):
                    raise CannotRun(sentence) from error
                has_run = time.monotonic() - begun > LONGEST_PAUSE
                refusals = 1 if has_run else refusals + 1
                wait = wait_after(error, pause_after(refusals, FIRST_PAUSE, LONGEST_PAUSE))
                LOG.warning("Discord does not let the bot in (%s); the next try is in %.0f s", shortly(error), wait)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), wait)
    finally:
        for each in stops:
            signal.signal(each, signal.SIG_IGN)


def stop_signals() -> list[signal.Signals]:
    """The signals that tell the bot to stop. Under `nohup`, the end of the terminal is not one of them."""
    if sys.platform == "win32" or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return [signal.SIGTERM]
    return [signal.SIGTERM, signal.SIGHUP]


async def _run(client: Client, token: str, stopped: asyncio.Event) -> None:
    """Run a client until ``stopped``; raises whatever else ends it."""
    try:
        async with client:
            running, waiting = asyncio.create_task(client.start(token)), asyncio.create_task(stopped.wait())
            try:
                await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    await running
            finally:
                while not running.done():  # discord.py drops a cancellation that arrives while it reconnects
                    running.cancel()
                    await asyncio.wait([running], timeout=1)
                waiting.cancel()
    finally:
        if client.lost:  # whatever else has ended it
            raise client.lost


def final(error: Exception, *, is_first: bool, shards: Shards = EVERY) -> str | None:
    """Say what to do about a refusal, in a sentence; None if it may pass.

    A network that is not there on the ``is_first`` try is worth telling at once. Later, it may have been cut.
    """
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, discord.HTTPException):
        error = error.__cause__
    status = getattr(error, "status", 0)
    if isinstance(error, discord.LoginFailure) or status == _UNAUTHORIZED:
        return WRONG_TOKEN
    if isinstance(error, discord.HTTPException) and status != _TOO_MANY and status < 500:
        return f"Discord does not let the bot in ({shortly(error)}): look up your application at {PORTAL}."
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _closed(4014, shards)
    if isinstance(error, discord.ConnectionClosed):
        return _closed(error.code, shards)
    return UNREACHABLE if is_first and isinstance(error, aiohttp.ClientConnectorError) else None


def _closed(code: int, shards: Shards) -> str | None:
    """Say what to do about a connection that Discord has closed with this code."""
    if code == _BAD_TOKEN:
        return WRONG_TOKEN
    if code in (_BAD_SHARD, _SHARDING_NEEDED):  # it has grown: the next start asks how many connections it needs
        return TOO_FEW_SHARDS if shards.ids else None
    return (
        f"Discord has closed the connection for good (code {code}): update the bot, and report it if that is no help."
    )


def shortly(error: BaseException) -> str:
    """An error in one short line: Cloudflare answers with whole pages."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def in_one_line(record: logging.LogRecord) -> bool:
    """Turn errors that discord.py logs with a traceback into warnings of one line, if the network or Discord is to
    blame: a connection that it is about to mend, or suggestions that came too late. A database that is away has told of
    itself, and False leaves it out.
    """
    error = record.exc_info and record.exc_info[1]
    if isinstance(error, DatabaseAway):
        return False
    if isinstance(error, (*REFUSALS, OSError)):
        said, _, _ = record.getMessage().partition(" (Guild: ")  # it goes on with the user, whom our log must not name
        record.msg, record.args, record.exc_info = f"{said} ({shortly(error)})", None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True
