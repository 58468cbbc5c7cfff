"""Where the bot is, what its profile says, and what it says when it comes to a server."""

import contextlib
import logging
from collections.abc import Callable

import discord

from bot.matches.clock import DAY
from bot.matches.play import Matches
from bot.matches.servers import KEPT, Servers
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import Say, speaker
from bot.ui.pages.start import welcome_page

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
        """Say in the profile how many games are running, if that has changed: those that anybody may know of (decision
        0085). Without a connection, later.
        """
        running = await self._matches.count_running(in_public=True)
        if running == self._running:
            return
        text = speaker(SOURCE)("presence", count=running)
        activity = discord.CustomActivity(text) if running else None
        self._client.activity = activity  # for connections that are made later
        with contextlib.suppress(*UNREACHED, OSError):
            await self._client.change_presence(activity=activity)
            self._running = running


async def welcome(guild: discord.Guild, speak: Callable[[str], Say]) -> None:
    """Say hello and how to begin, once and without a sound; if the bot may write nowhere, say nothing."""
    # Where Discord itself welcomes people, or else in the first channel in which the bot may write.
    channels = filter(None, (guild.system_channel, *guild.text_channels))
    needed = discord.Permissions(view_channel=True, send_messages=True)
    channel = next((each for each in channels if each.permissions_for(guild.me) >= needed), None)
    LOG.info("invited to server %s; hello said in channel %s", guild.id, channel.id if channel else "none")
    if channel is None:
        return
    try:
        await channel.send(view=welcome_page(speak(str(guild.preferred_locale))).view(), silent=True)
    except UNREACHED as error:
        LOG.warning("server %s: nobody could be welcomed: %s", guild.id, error)
