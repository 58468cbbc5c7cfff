"""Interactions: what Discord sends when somebody uses a command or a control."""

from __future__ import annotations

from typing import Any

import discord

Interaction = discord.Interaction[Any]
"""An interaction. Its client is ours: ``interaction.client.app`` is the `bot.app.App`."""
