"""What the bot says when it comes to a server."""

import logging
from collections.abc import Callable

import discord

from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import Say

LOG = logging.getLogger(__name__)


async def welcome(guild: discord.Guild, speak: Callable[[str], Say]) -> None:
    """Say hello and how to begin, once and without a sound; if the bot may write nowhere, say nothing."""
    channel = _channel_for_news(guild)
    LOG.info("invited to server %s; hello said in channel %s", guild.id, channel.id if channel else "none")
    if channel is None:
        return
    try:
        await channel.send(speak(str(guild.preferred_locale))("welcome"), silent=True)
    except UNREACHED as error:
        LOG.warning("server %s: nobody could be welcomed: %s", guild.id, error)


def _channel_for_news(guild: discord.Guild) -> discord.TextChannel | None:
    """Find where Discord itself welcomes people, or else the first channel in which the bot may write."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel:
            allowed = channel.permissions_for(guild.me)
            if allowed.view_channel and allowed.send_messages:
                return channel
    return None
