"""The two classes of controls. They live in no view and no memory: their ``custom_id`` is all there is."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.ui.address import PATTERN, Address, parse_address
from bot.ui.failure import UNREACHED, answer_failure

LOG = logging.getLogger(__name__)

ANSWER_SECONDS = 2.4
"""How long a click's work may take. Discord gives up after 3 seconds."""


class Answers(Protocol):
    """Answers a click exactly once, or raises."""

    async def answer(self, interaction: discord.Interaction[Any], address: Address, values: list[str]) -> None:
        """Do what a click asks for."""


class Host(Protocol):
    """What these controls need of their client."""

    clicks: Answers

    def note_answering(self) -> None:
        """Note that the current task answers somebody."""


class _Answering:
    """What both classes share. discord.py only logs what a dynamic item raises, and the user would see a bare
    "interaction failed": so nothing is parsed before `callback`, and `callback` always answers.
    """

    match: re.Match[str]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py when a control with our template is used."""
        self = cls.__new__(cls)
        ui.DynamicItem.__init__(cast(Any, self), item)
        self.match = match
        return self

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the click's work and answer it, whatever happens."""
        client = cast(Host, interaction.client)
        client.note_answering()
        item = cast(Any, self).item
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await client.clicks.answer(
                    interaction, parse_address(self.match.groupdict()), getattr(item, "values", [])
                )
        except TimeoutError:
            LOG.exception("click %s took too long", item.custom_id)
            await answer_failure(interaction, "failure.slow")
        except UNREACHED as error:
            LOG.warning("click %s could not be answered: %s", item.custom_id, error)
            await answer_failure(interaction, "failure")
        except Exception:
            LOG.exception("click %s failed", item.custom_id)
            await answer_failure(interaction, "failure")
        else:
            if not interaction.response.is_done():
                LOG.error("click %s was not answered", item.custom_id)
                await answer_failure(interaction, "failure")


class Press(_Answering, ui.DynamicItem[ui.Button[Any]], template="q" + PATTERN):
    """A button."""


class Choose(_Answering, ui.DynamicItem[ui.Select[Any]], template="s" + PATTERN):
    """A select."""


def is_ours(custom_id: str) -> bool:
    """Whether a control's id is one that `Press` or `Choose` will answer."""
    return re.fullmatch("[qs]" + PATTERN, custom_id) is not None
