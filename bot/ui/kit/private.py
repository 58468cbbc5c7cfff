"""Private pages that can still be reached: Discord lets us edit and delete one for 15 minutes after its last click.

In memory only, and only so many: whoever's page is not known any more dismisses it, or leaves it where it is. An
outdated page does no harm, as every click looks first at how the game stands.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Container, Hashable, Iterator
from dataclasses import dataclass

from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import Interaction, bare, is_expired, remove_page

LOG = logging.getLogger(__name__)

KEPT = 1000
"""How many pages are remembered at most."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a private page is about (a game, say), the interaction that it answers, whose token reaches the page, and
    the control that led to it.
    """

    about: Hashable
    interaction: Interaction
    control: str

    def is_of(self, user: int, about: Hashable) -> bool:
        """Whether it is a user's page about something."""
        return (self.interaction.user.id, self.about) == (user, about)


class PrivatePages:
    """The private pages of all users, each with the newest interaction that it answers."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, Shown] = OrderedDict()

    def note(self, message_id: int, about: Hashable, interaction: Interaction) -> list[Interaction]:
        """Note what a page shows now: something, or nothing in particular (0), which stays and takes nothing away.

        Returns the interactions whose pages it makes superfluous.

        A new page takes those away that the user was shown before it and that are about the same; if one that was
        asked for later has overtaken it, it goes itself. A page that has changed in place takes none away: one that
        is just being taken away can be clicked once more, and that must not cost the user the one in its place.
        """
        if not about:
            self._shown.pop(message_id, None)
            return []
        clicked, control = interaction.message, (interaction.custom_id or "").rpartition(":")[2]
        self._shown[message_id] = Shown(about, bare(interaction), control)
        self._shown.move_to_end(message_id)
        self._drop_old()
        if clicked and clicked.id == message_id:
            return []
        newest = max((shown.interaction.id for _, shown in self._of(interaction.user.id, about)), default=0)
        gone = [number for number, shown in self._of(interaction.user.id, about) if shown.interaction.id < newest]
        return [self._shown.pop(number).interaction for number in gone]

    def forget(self, user: int, about: Hashable) -> list[Interaction]:
        """Forget a user's pages about something that is over. Returns the interactions whose pages can go."""
        return [self._shown.pop(number).interaction for number, _ in list(self._of(user, about))]

    def find(self, user: int, about: Hashable, controls: Container[str] = ()) -> Interaction | None:
        """The newest interaction of a user whose page is about something, and can still be reached.

        If ``controls`` are named, only if the page shows what one of them led to.
        """
        found = [shown for _, shown in self._of(user, about) if not is_expired(shown.interaction)]
        newest = max(found, key=lambda shown: shown.interaction.id, default=None)
        if newest is None or (controls and newest.control not in controls):
            return None
        return newest.interaction

    def still_shows(self, interaction: Interaction, about: Hashable) -> bool:
        """Whether the page that answers an interaction is the newest of its user's about something."""
        newest = self.find(interaction.user.id, about)
        return newest is not None and newest.id == interaction.id

    def _of(self, user: int, about: Hashable) -> Iterator[tuple[int, Shown]]:
        return ((number, shown) for number, shown in self._shown.items() if shown.is_of(user, about))

    def _drop_old(self) -> None:
        while self._shown and (len(self._shown) > KEPT or is_expired(next(iter(self._shown.values())).interaction)):
            self._shown.popitem(last=False)


async def delete_page(interaction: Interaction) -> None:
    """Delete a private page, if it can still be reached. The user may have dismissed it: so be it."""
    try:
        await remove_page(interaction)
    except UNREACHED as error:
        LOG.debug("a private page stays: %s", error)
