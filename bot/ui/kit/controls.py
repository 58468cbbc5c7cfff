"""The classes of controls. They need no view and no memory: everything is in their ``custom_id``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol, Self, cast

from discord import ui

from bot.ui.kit.custom_id import PATTERN
from bot.ui.kit.interaction import Interaction


class Host(Protocol):
    """What these controls need of their client."""

    async def clicked(self, interaction: Interaction, spelled: Mapping[str, str], values: list[Any]) -> None:
        """Answer a click exactly once; ``spelled`` are the groups of a match of `PATTERN`. Never raises: discord.py
        would only log it, and the user would get no answer.
        """


class _Answering:
    """What all classes share. Nothing that could fail happens before `Host.clicked`, which always answers."""

    match: re.Match[str]

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """Called by discord.py when a control with our template is used."""
        self = cls.__new__(cls)
        ui.DynamicItem.__init__(cast(Any, self), item)
        self.match = match
        return self

    async def callback(self, interaction: Interaction) -> None:
        """Called by discord.py: pass the click on."""
        values: list[Any] = getattr(cast(Any, self).item, "values", [])
        await cast(Host, interaction.client).clicked(interaction, self.match.groupdict(), values)


class Press(_Answering, ui.DynamicItem[ui.Button[Any]], template="q" + PATTERN):
    """A button."""


class Choose(_Answering, ui.DynamicItem[ui.Select[Any]], template="s" + PATTERN):
    """A select."""


class Pick(_Answering, ui.DynamicItem[ui.UserSelect[Any]], template="u" + PATTERN):
    """A select of people: its values are users, or members where they are in the server."""
