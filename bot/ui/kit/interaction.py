"""Interactions: what Discord sends when somebody uses a command or a control."""

from __future__ import annotations

from typing import Any

import discord

from bot.now import now
from bot.ui.kit.texts import Say, speaker

Interaction = discord.Interaction[Any]
"""An interaction. Its client is ours: ``interaction.client.app`` is the `bot.app.App`."""


def is_expired(interaction: Interaction) -> bool:
    """Whether Discord lets us change the answer to an interaction no more. (discord.py asks the machine's clock.)"""
    return now() >= interaction.expires_at.timestamp()


def speaker_to(interaction: Interaction) -> Say:
    """`say` in the language of whoever used a command or a control, with commands that can be clicked, and emoji."""
    client = interaction.client
    return speaker(str(interaction.locale), client.command_ids, client.emoji_ids)
