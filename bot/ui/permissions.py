"""What the bot must be allowed to do in a channel."""

from __future__ import annotations

from typing import Any

import discord

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True)
"""The least permissions with which games can be played, for the invite link."""


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """The needed permissions that the bot lacks where somebody used it, by Discord's names in the API."""
    sends = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    needed = ("view_channel", sends, "attach_files")
    return [name for name in needed if not getattr(interaction.app_permissions, name)]
