"""Answers of last resort."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.ui.kit.interaction import Interaction
from bot.ui.kit.texts import speaker

LOG = logging.getLogger(__name__)

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
"""Raised when Discord refuses a message or cannot be reached: not our fault. Changes are kept."""

_ANSWERED_ALREADY, _TOO_LATE, _EXPIRED = 40060, 10062, 50027


async def apologise(interaction: Interaction, name: str) -> None:
    """Tell the user privately, with the text called ``name``, that something did not work. Never raises."""
    text = speaker(str(interaction.locale))(name)
    none = discord.AllowedMentions.none()
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, allowed_mentions=none)
        else:
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=none)
    except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
        if getattr(error, "code", 0) not in (_ANSWERED_ALREADY, _TOO_LATE, _EXPIRED):
            LOG.warning("could not tell a user about a failure: %s", error)
