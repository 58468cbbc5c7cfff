"""What the bot must be allowed to do in a channel."""

from __future__ import annotations

import discord

from bot.ui.kit.interaction import Interaction

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True)
"""The fewest permissions with which games can be played, for the invite link."""


def lacking(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The needed permissions that are not among these, by their names in Discord's API."""
    sends = "send_messages_in_threads" if thread else "send_messages"
    return [name for name in ("view_channel", sends, "attach_files") if not getattr(permissions, name)]


def missing_permissions(interaction: Interaction, channel_id: int | None = None) -> list[str]:
    """The needed permissions that the bot lacks where somebody used it; none if ``channel_id`` is another channel."""
    if channel_id not in (None, interaction.channel_id):
        return []
    return lacking(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
