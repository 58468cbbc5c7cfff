"""Connections to Discord: two at once, as when one process of the bot takes over from another."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import discord

from bot.config import Config
from bot.connection.client import FEWEST_STARTS
from bot.operator.run import CannotRun
from bot.ui.kit.interaction import Interaction, hear_first
from bot.ui.kit.page import NO_MENTIONS
from tools.probe.traffic import Traffic

SESSIONS = 2
"""How many connections there are."""

CONNECTING = 60.0
"""Seconds within which a connection must stand."""


class Presses:
    """The presses of buttons, and uses of commands, that any of the connections hears; ``heard`` says of each how many
    have heard it, and ``newest`` which message Discord said then to be the newest of its channel.
    """

    def __init__(self) -> None:
        self.heard: Counter[int] = Counter()
        self.newest: dict[int, int] = {}
        self._new: defaultdict[str, asyncio.Queue[Interaction]] = defaultdict(asyncio.Queue)

    def hear(self, press: Interaction) -> None:
        """A connection hears of a press."""
        self.heard[press.id] += 1
        if self.heard[press.id] == 1:
            data = dict(press.data or {})
            self._new[str(data.get("custom_id") or data.get("name"))].put_nowait(press)

    def observe(self, interaction: Mapping[str, Any]) -> None:
        """A connection hears an interaction as Discord has sent it: discord.py passes its own copy of channels on."""
        newest = (interaction.get("channel") or {}).get("last_message_id")
        if newest:
            self.newest[int(interaction["id"])] = int(newest)

    async def next(self, custom_id: str, seconds: float) -> Interaction | None:
        """The next press of a button, or use of a command; None if nobody does that for so long."""
        try:
            async with asyncio.timeout(seconds):
                return await self._new[custom_id].get()
        except TimeoutError:
            return None


class Session(discord.Client):
    """One connection, to one shard of so many, for all presses there."""

    def __init__(self, presses: Presses, traffic: Traffic, shard: int, count: int) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=NO_MENTIONS,
            max_messages=None,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=0.0,
            http_trace=traffic.trace(),
            shard_id=shard,
            shard_count=count,
        )
        self._presses = presses
        hear_first(self, presses.observe)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Called by discord.py for every interaction of the shard, even if another one may answer it."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.application_command):
            self._presses.hear(interaction)


@asynccontextmanager
async def connected(
    client: discord.Client, config: Config, traffic: Traffic, token: str, guild: int, pause: float
) -> AsyncIterator[Presses]:
    """Two connections to the shard of a server, begun one after the other with a ``pause``.

    Raises CannotRun if too few starts are left today for the bot itself.
    """
    recommended, _, limits = await client.http.get_bot_gateway()
    if limits["remaining"] < FEWEST_STARTS:
        raise CannotRun(
            f"Discord allows this bot only {limits['remaining']} more starts today: run the probe tomorrow, and find "
            "out why the bot starts so often."
        )
    presses, count = Presses(), config.shards.count or recommended
    async with AsyncExitStack() as stack:
        for number in range(SESSIONS):
            await asyncio.sleep(pause if number else 0)
            session = Session(presses, traffic, (guild >> 22) % count, count)
            await stack.enter_async_context(_standing(session, token))
        yield presses


@asynccontextmanager
async def _standing(session: Session, token: str) -> AsyncIterator[None]:
    async with session:
        await session.login(token)
        running, ready = asyncio.create_task(session.connect()), asyncio.create_task(session.wait_until_ready())
        try:
            await asyncio.wait([running, ready], timeout=CONNECTING, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running
            if not ready.done():
                raise TimeoutError("the gateway says nothing")
            yield
        finally:
            ready.cancel()
            await session.close()
            await asyncio.wait([running, ready])
