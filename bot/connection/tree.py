"""The command tree: commands always answer, and what discord.py itself refuses is answered here."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.ui.kit.failure import apologise, excuse_for, report
from bot.ui.kit.interaction import Interaction

LOG = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[Any]):
    """The bot's commands."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Called by discord.py before a command, or what it suggests. False leaves it to another process."""
        return bool(await interaction.client.handover.owns(interaction.id))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Called by discord.py when a command cannot be run, or is not one of ours."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            LOG.warning("a command of another version of the bot was used: %s", error.args[0])
            if interaction.type is not discord.InteractionType.autocomplete:  # which can be told nothing
                await apologise(interaction, "failure.old_command")
            return
        cause = getattr(error, "original", error)
        name = interaction.command.qualified_name if interaction.command else "?"
        report(LOG, cause, "command %s failed", name)
        await apologise(interaction, excuse_for(cause))
