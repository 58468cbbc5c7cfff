"""Where the bot is, and what its profile says."""

import contextlib
import logging

import discord

from bot.matches.clock import DAY
from bot.matches.play import Matches
from bot.matches.servers import KEPT, Servers
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import say

LOG = logging.getLogger(__name__)


class Presence:
    """Keeps the store and the profile in line with the servers that the bot is in."""

    def __init__(self, client: discord.Client, servers: Servers, matches: Matches) -> None:
        self._client = client
        self._servers = servers
        self._matches = matches
        self._members: frozenset[int] | None = None
        self._running = 0

    async def note_servers(self) -> None:
        """Note which servers the bot is in, if that has changed. An outage does not count as leaving."""
        members = frozenset(guild.id for guild in self._client.guilds)
        if members == self._members or not self._client.is_ready():
            return
        changed = await self._servers.note(members)
        self._members = members
        if changed.left:
            days = KEPT // DAY
            LOG.info("no longer in servers %s: their games rest, and are forgotten after %s days", changed.left, days)
        if changed.back:
            LOG.info("back in servers %s: their games go on", changed.back)

    async def show(self) -> None:
        """Say in the profile how many games are running, if that has changed. Without a connection, later."""
        running = await self._matches.count_running()
        if running == self._running:
            return
        text = say(SOURCE, "presence", count=running)
        activity = discord.CustomActivity(text) if running else None
        self._client.activity = activity  # for connections that are made later
        with contextlib.suppress(*UNREACHED, OSError):
            await self._client.change_presence(activity=activity)
            self._running = running
