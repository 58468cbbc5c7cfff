"""Notices interactions that were never answered."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from bot.ui.kit.interaction import PROMISED, Interaction, is_answered, is_expired

LOG = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds after which we check whether an interaction was answered. Discord waits for 3, and the network adds some."""

PAUSE = 1.0
"""Seconds between two looks."""

MOST = 10_000
"""How many arrivals are remembered at most."""


class Arrivals:
    """The interactions that have arrived lately. ``owns`` says which ones this process is to answer. ``tell`` is given
    each of these that was not answered, and each whose answer was deferred and never came.
    """

    def __init__(self, owns: Callable[[int], Awaitable[bool]], tell: Callable[[Interaction], None]) -> None:
        self._owns = owns
        self._tell = tell
        self._waiting: deque[tuple[float, Interaction]] = deque(maxlen=MOST)
        self._promised: list[Interaction] = []
        self._watching: asyncio.Task[None] | None = None

    def note(self, interaction: Interaction) -> None:
        """Note an interaction when it arrives."""
        self._waiting.append((asyncio.get_running_loop().time(), interaction))

    def begin(self) -> None:
        """Start to check whether they are answered."""
        self._watching = asyncio.create_task(self._watch())

    def stop(self) -> None:
        """Stop checking."""
        if self._watching:
            self._watching.cancel()

    async def _watch(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PAUSE)
            ripe = []
            while self._waiting and now() - self._waiting[0][0] >= PATIENCE:
                ripe.append(self._waiting.popleft()[1])
            self._look_at_promises(ripe)
            await asyncio.gather(*(self._look_at(each) for each in ripe if not is_answered(each)))

    def _look_at_promises(self, arrived: list[Interaction]) -> None:
        """Check those whose answers were deferred and have not come yet, until they expire."""
        promised = [each for each in self._promised + arrived if PROMISED in each.extras]
        self._promised = [each for each in promised if not is_expired(each)][-MOST:]
        for each in promised:
            if is_expired(each):
                LOG.warning("%s was not answered, although that was promised", _named(each))
                self._tell(each)

    async def _look_at(self, interaction: Interaction) -> None:
        """Report one that was not answered. A standby waits here until it knows whose it is."""
        if await self._owns(interaction.id):
            LOG.warning("%s was not answered in time, as far as is known", _named(interaction))
            self._tell(interaction)


def _named(interaction: Interaction) -> str:
    """Name what was done, but not who did it."""
    data = dict(interaction.data or {})
    name = data.get("custom_id") or (interaction.command.qualified_name if interaction.command else data.get("name"))
    return f"{interaction.type.name} {name or '?'}"
