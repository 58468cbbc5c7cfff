"""One click: who pressed what, and how to speak to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.ui.address import Address
from bot.ui.pictures import Pictures
from bot.ui.texts import Say


@dataclass(frozen=True, slots=True)
class Click:
    """Who pressed what, and how to speak to them."""

    interaction: discord.Interaction[Any]
    address: Address
    values: list[str]
    say: Say
    pictures: Pictures

    @property
    def user(self) -> int:
        """The user who pressed."""
        return self.interaction.user.id
