"""Interactions: what Discord sends when somebody uses a command or a control."""

from __future__ import annotations

import contextlib
import copy
from typing import Any, Final

import discord

from bot.now import now
from bot.ui.kit.catalogues import SOURCE
from bot.ui.kit.texts import Say, speaker, spoken

Interaction = discord.Interaction[Any]
"""An interaction. Its client is ours: ``interaction.client.app`` is the `bot.app.App`."""


def is_expired(interaction: Interaction) -> bool:
    """Whether Discord lets us change the answer to an interaction no more. (discord.py asks the machine's clock.)"""
    return now() >= interaction.expires_at.timestamp()


def bare(interaction: Interaction) -> Interaction:
    """An interaction of which only the token will be used, for up to a quarter of an hour.

    It is without the message that came with it, which takes three quarters of its memory.
    """
    kept = copy.copy(interaction)
    kept.message, kept.data = None, None
    with contextlib.suppress(AttributeError):
        del kept._cs_response  # type: ignore[attr-defined]  # which holds the whole one
    return kept


BESIDE: Final = "beside"
"""Among the extras of an interaction: the number of the private page that stands beside its original response."""


async def edit_page(interaction: Interaction, **page: Any) -> discord.Message:
    """Show something else on the private page that answers an interaction, or where it is awaited."""
    if number := interaction.extras.get(BESIDE):
        return await interaction.followup.edit_message(number, **page)
    return await interaction.edit_original_response(**page)


async def remove_page(interaction: Interaction) -> None:
    """Delete the private page that answers an interaction."""
    if number := interaction.extras.get(BESIDE):
        await interaction.followup.delete_message(number)
    else:
        await interaction.delete_original_response()


def speaker_to(interaction: Interaction) -> Say:
    """`say` in the language of whoever used a command or a control, with commands that can be clicked, and emoji."""
    return public_speaker(interaction, str(interaction.locale))


def public_speaker(interaction: Interaction, language: str) -> Say:
    """The same in the language of a game, for what everybody in its channel reads."""
    client = interaction.client
    return speaker(language, client.command_ids, client.emoji_ids)


def language_here(interaction: Interaction) -> str:
    """The language of the server in which somebody used a command or a control: a game that begins there speaks it."""
    return spoken(str(interaction.guild_locale)) if interaction.guild_locale else SOURCE
