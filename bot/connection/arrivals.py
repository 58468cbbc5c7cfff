"""What arrives is answered; and if it is not, that does not pass without a trace."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from bot.ui.kit.interaction import PROMISED, Interaction, is_answered, is_expired

LOG = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds after which it is looked whether an interaction was answered. Discord waits for 3, and the way takes some."""

PAUSE = 1.0
"""Seconds between two looks."""

MOST = 10_000
"""How many arrivals are remembered at most."""


class Arrivals:
    """The interactions that have arrived lately. ``owns`` says which are this process's to answer, and ``tell`` is told
    of each of these that was not, and of each whose answer was put off for ever.
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
        """Look from now on whether they are answered."""
        self._watching = asyncio.create_task(self._watch())

    def stop(self) -> None:
        """Look no more."""
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
        """Look at those whose answers were put off and have not come yet, until Discord takes none any more."""
        promised = [each for each in self._promised + arrived if PROMISED in each.extras]
        self._promised = [each for each in promised if not is_expired(each)][-MOST:]
        for each in promised:
            if is_expired(each):
                LOG.warning("%s was not answered, although that was promised", _named(each))
                self._tell(each)

    async def _look_at(self, interaction: Interaction) -> None:
        """Look at one that was not answered. A standby waits here until it knows whose it is: for all at once, since
        many come in that time.
        """
        if await self._owns(interaction.id):
            LOG.warning("%s was not answered in time, as far as is known", _named(interaction))
            self._tell(interaction)


def _named(interaction: Interaction) -> str:
    """Name what somebody did, without a word of who it was."""
    data = dict(interaction.data or {})
    name = data.get("custom_id") or (interaction.command.qualified_name if interaction.command else data.get("name"))
    return f"{interaction.type.name} {name or '?'}"
