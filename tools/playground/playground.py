"""A simulated Discord with our real bot in it, shown as a local page on which three people play.

simcord's preview is a developer's tool: its time stands still and its tabs are not kept in step. What makes a
place to play of it needs some names that simcord keeps to itself, each marked *private* below. They hold for the
version that pyproject.toml pins, 3.2.1; look at them again before moving to another.
"""

import asyncio
import base64
import contextlib
import os
import random
import socket
import time
import zoneinfo
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord._clock import Clock  # private
from simcord.backend.cdn import CDN_BASE  # private
from simcord.preview import Preview
from simcord.preview._media import MediaInfo, MediaWorker, _process_media  # private

from bot.app import Parts
from bot.config import Config
from bot.connection import arrivals, handover
from bot.connection.client import Client
from bot.store.backend.errors import StoreError
from bot.ui.kit.brand import HOME, NAME, ROOT
from tests.ui.private_pages import keep_apart
from tools.playground.markdown import keep_parsers

SECRET = "quilts"  # noqa: S105 (the page listens on this machine only)
"""The last part of the address. A constant one, so that a tab can be reloaded after a restart."""

SETTLE_SECONDS = 3.0
"""A click whose work takes longer is shown as uncertain. And it waits for any sleep that ends within this time: …"""

SWEEP_SECONDS = 120.0
"""… so the pause between two sweeps is much longer, to make that rare."""

TOPIC = f"Mina: type /{HOME}, press the arrow on the right, then A friend…"

WELCOME = (
    f"Welcome! Mina, type **/{HOME}**, and press the arrow on the right: *A friend…* asks Tom for a game, "
    "*Learn to play* takes five minutes."
)

WELCOME_BACK = f"Welcome back! Your games go on: **/{ROOT} games** leads to each of them."


class CannotStart(Exception):
    """The playground cannot be opened; the text is one sentence that says what to do."""


class WallClock(Clock):
    """The real time, in place of simcord's own, which stands at the start of 2026 until a test moves it."""

    def __init__(self) -> None:
        self._started = time.time()
        self._epoch = datetime.fromtimestamp(self._started, UTC)  # private

    @property
    def elapsed(self) -> float:  # type: ignore[override]
        """Seconds since the start."""
        return time.time() - self._started

    def advance(self, seconds: float) -> None:
        """Nothing: real time passes by itself."""


class _InAThread(MediaWorker):
    """Looks at pictures in a thread: simcord starts a program for each, which takes seconds on a busy machine."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        return await asyncio.to_thread(_process_media, blob, media_time)


class _Bot(Client):
    """Uploads its emoji when told to, not in the background: simcord waits there, and not for long."""

    _is_first = False


@contextlib.asynccontextmanager
async def open_playground(
    port: int, file: Path, rng: random.Random | None = None, locale: str = "en-US"
) -> AsyncIterator[Preview]:
    """Serve the page at 127.0.0.1:``port``, with the games in an SQLite ``file``, shuffled by ``rng`` if it is given.
    Each player reads a language of Discord's.

    Raises CannotStart.
    """
    _check_port(port)
    keep_parsers()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    pauses = handover.LOOK_SECONDS, arrivals.PAUSE
    # For the same reason; nobody takes over from this bot, and simcord itself says what was not answered.
    handover.LOOK_SECONDS = arrivals.PAUSE = SWEEP_SECONDS
    config = Config(f"sqlite+aiosqlite:///{file}", sweep_seconds=SWEEP_SECONDS, emoji_pace=0)
    bot = _Bot(config, parts=Parts(rng=rng), shard_count=1)
    # Errors are logged when they happen; raising them again at the end would spoil a quiet Ctrl-C.
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
    env.backend.bot_user.name = NAME  # private: backend
    keep_apart(env.backend)
    # simcord's ids tell when a thing was made. These are made while its clock still stands: so they are the same
    # in every run, and the games in the file are still those of Mina and Tom in this channel.
    owner = env.create_user("Your guide")
    guild = env.create_guild("Playground", owner=owner)
    channel = guild.create_text_channel("quilts", topic=TOPIC)
    guide, mina, tom = (guild.add_member(user) for user in (owner, env.create_user("Mina"), env.create_user("Tom")))
    lea = guild.add_member(env.create_user("Lea"))  # she came later: those before keep their ids
    conversation = guild.create_text_channel("conversation", topic=f"Mina: /{HOME}, then Play here")
    _speak(locale, conversation.id)
    env.backend.clock = WallClock()  # private; before the start, because timers are reckoned from it
    try:
        await env.start()
        await bot.uploads.bring_up_to_date()
        with env.time_context():
            games = [row for row in await bot.app.matches.running_of(mina.id) if not row.is_answered]
            await guide.send(channel, WELCOME_BACK if games else WELCOME)
            if games:
                await bot.app.postings.doom_board(games[-1].id)  # it stood on the page of the run before
                await bot.app.boards.show(games[-1].id)
            preview = env.preview(
                channel,
                viewers=[mina, tom, lea],
                layout="channel",
                timezone=_timezone(),
                port=port,
                assets=_uploaded_emoji(env, bot),
            )
            preview.capability = SECRET
            preview._media_worker = _InAThread()  # private
            _give_each_a_tab(preview, channel, conversation)
            async with preview, _keep_in_step(env, preview):
                yield preview
    except StoreError as error:
        raise CannotStart(str(error).replace("DATABASE_URL", "--file")) from error
    except simcord.SetupError as error:
        raise CannotStart(str(error)) from error
    finally:
        handover.LOOK_SECONDS, arrivals.PAUSE = pauses
        with contextlib.suppress(TimeoutError):
            await env.shutdown()
        await bot.finish()


def _give_each_a_tab(preview: Any, *channels: Any) -> None:
    """Show each viewer a tab in one channel, and then in the next; simcord shows the first viewer in the first alone.
    Whatever is done on a page is done in the channel that it shows.
    """
    open_page, act, python = preview._open_page, preview._action, "python"  # private; one of the pages is not a tab

    def open_for(viewer: int | None = None, target: int | None = None) -> Any:
        shown = [(page.channel_id, page.viewer) for name, page in preview._pages.items() if name != python]
        tabs = [(each, who) for each in channels for who in preview.viewers]
        here, who = min(tabs, key=lambda tab: shown.count((tab[0].id, tab[1])))
        preview.channel = here
        return open_page(viewer or who.id, target)

    async def act_where_it_is(page: str | None, body: dict[str, Any]) -> Any:
        shown = preview._get_page(page).channel_id
        preview.channel = next(each for each in channels if each.id == shown)
        return await act(page, body)

    preview._open_page, preview._action = open_for, act_where_it_is


@contextlib.asynccontextmanager
async def _keep_in_step(env: simcord.Env, preview: Any) -> AsyncIterator[None]:
    """Show in every tab what happens in any of them and what the bot does by itself, and let clicks meet."""
    act, one_at_a_time, shown = preview._action, asyncio.Lock(), len(env.http_requests)  # private: _action

    def show_what_is_new() -> None:
        nonlocal shown
        if len(env.http_requests) > shown:
            shown = len(env.http_requests)
            # Both private. The public refresh() waits for the bot, and a click that comes meanwhile is lost.
            preview._advance_presentation_time()
            preview._publish_message_pages(reason="refresh")

    async def act_and_show(page: str | None, body: dict[str, Any]) -> Any:
        # simcord refuses a click that meets another, or that was made on a page shown anew in the meantime. Discord
        # does neither: the bot has to answer both.
        async with one_at_a_time:
            body["published_revision"] = preview._get_page(page).revision  # private
            answer = await act(page, body)
            show_what_is_new()
        return answer

    async def show_now_and_then() -> None:
        while True:
            await asyncio.sleep(0.5)
            if not one_at_a_time.locked():
                show_what_is_new()

    preview._action = act_and_show
    showing = asyncio.create_task(show_now_and_then())
    try:
        yield
    finally:
        showing.cancel()


def _uploaded_emoji(env: simcord.Env, bot: Client) -> dict[str, tuple[str, bytes]]:
    """The pictures of our emoji, by their addresses: simcord takes uploads, but does not keep their pictures."""
    sent = [request.json for request in env.http_requests if request.path.endswith("/emojis") and request.json]
    images = {emoji["name"]: base64.b64decode(emoji["image"].partition(",")[2]) for emoji in sent}
    addresses = {name: f"{CDN_BASE}/emojis/{number}.png" for name, number in bot.emoji_ids.items()}
    return {address: (f"{name}.png", images[name]) for name, address in addresses.items()}


def _timezone() -> str:
    """The name of this machine's time zone; UTC where it cannot be told."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return name if name in zoneinfo.available_timezones() else "UTC"


def _speak(locale: str, conversation: int) -> None:
    """Let everybody's Discord be in a language, and a channel be a conversation that is in no server."""
    payload = simcord.interactions.base_payload

    def spoken(*arguments: Any, **options: Any) -> Any:
        record, told = payload(*arguments, **options)
        if told["channel_id"] == str(conversation) and "member" in told:
            where = {"id": told["channel_id"], "type": 3, "recipients": [], "last_message_id": None}
            told |= {"user": told.pop("member")["user"], "channel": where, "context": 2}
            del told["guild_id"], told["guild_locale"]
        return record, told | {"locale": locale}

    simcord.interactions.base_payload = spoken  # private


def _check_port(port: int) -> None:
    # Before anything else: another playground that has the port has the games open too.
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        raise CannotStart(
            f"Port {port} cannot be used ({os.strerror(error.errno or 0)}): stop the program that has it, "
            "or choose another, as in `PORT=8800 make play`."
        ) from error
