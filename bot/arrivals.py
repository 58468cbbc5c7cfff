"""What arrives is answered; and if it is not, that does not pass without a trace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.ui.kit.interaction import Interaction

LOG = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds after which it is looked whether an interaction was answered. Discord waits for 3, and the way takes some."""

_REACHED = "reached"


class Arrivals:
    """The interactions that have arrived lately. ``owns`` says which are this process's to answer, and ``tell`` is told
    of each of these that was not.
    """

    def __init__(self, owns: Callable[[int], Awaitable[bool]], tell: Callable[[Interaction], None]) -> None:
        self._owns = owns
        self._tell = tell
        self._looking: set[asyncio.Task[None]] = set()

    def note(self, interaction: Interaction) -> None:
        """Note an interaction when it arrives."""
        asyncio.get_running_loop().call_later(PATIENCE, self._look, interaction)

    def _look(self, interaction: Interaction) -> None:
        if not interaction.response.is_done():
            task = asyncio.create_task(self._complain(interaction))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _complain(self, interaction: Interaction) -> None:
        if await self._owns(interaction.id):
            LOG.warning("%s was not answered in time, as far as is known", _named(interaction))
            self._tell(interaction)


def note_reached(interaction: Interaction) -> None:
    """Note that a click has come to whoever answers it."""
    interaction.extras[_REACHED] = True


def has_reached(interaction: Interaction) -> bool:
    """Whether it has. discord.py drops a click without a word if its control is not in the message that came with it.
    What a control begins, it begins before anybody hears of the event.
    """
    return _REACHED in interaction.extras


def _named(interaction: Interaction) -> str:
    """What somebody did, without a word of who it was."""
    data = dict(interaction.data or {})
    name = data.get("custom_id") or (interaction.command.qualified_name if interaction.command else data.get("name"))
    return f"{interaction.type.name} {name or '?'}"
