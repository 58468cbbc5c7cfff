"""What the bot says when it comes to a server."""

import logging
from collections.abc import Callable

import discord

from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.texts import Say

LOG = logging.getLogger(__name__)


async def welcome(guild: discord.Guild, speak: Callable[[str], Say]) -> None:
    """Say hello and how to begin, once and without a sound; if the bot may write nowhere, say nothing."""
    # Where Discord itself welcomes people, or else in the first channel in which the bot may write.
    channels = filter(None, (guild.system_channel, *guild.text_channels))
    allowed = ((channel, channel.permissions_for(guild.me)) for channel in channels)
    channel = next((channel for channel, may in allowed if may.view_channel and may.send_messages), None)
    LOG.info("invited to server %s; hello said in channel %s", guild.id, channel.id if channel else "none")
    if channel is None:
        return
    try:
        await channel.send(speak(str(guild.preferred_locale))("welcome"), silent=True)
    except UNREACHED as error:
        LOG.warning("server %s: nobody could be welcomed: %s", guild.id, error)
