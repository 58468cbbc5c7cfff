"""Messages that a click lets us edit and delete: Discord takes its token for 15 minutes. In memory (decision 0026).

*Private pages.* One that is not known any more stays until its user dismisses it. That does no harm, as every click
looks first at how the game stands. *Public messages that were clicked.* Discord does not count what goes through a
token. But the click must be acknowledged as one that will change the message, and what its user is to see follows in a
message of its own.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Container, Hashable
from dataclasses import dataclass

from bot.ui.kit.budget import Budget
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import Interaction, bare, is_expired, remove_page

LOG = logging.getLogger(__name__)

KEPT = 1000
"""How many pages are remembered at most."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a private page is about (such as a game), the interaction whose token reaches it, and what led there."""

    about: Hashable
    interaction: Interaction
    control: str

    @property
    def key(self) -> tuple[int, Hashable]:
        """Whose page it is, and about what."""
        return self.interaction.user.id, self.about


class PrivatePages:
    """The private pages of all users, each with the newest interaction that it answers."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, Shown] = OrderedDict()
        self._numbers: dict[tuple[int, Hashable], list[int]] = {}

    def note(self, message_id: int, about: Hashable, interaction: Interaction) -> list[Interaction]:
        """Note what a page shows now: something, or nothing in particular (0), which stays and takes nothing away.

        Returns the interactions whose pages it makes superfluous.

        A new page takes those away that the user was shown before it and that are about the same; if one that was
        asked for later has overtaken it, it goes itself. A page that has changed in place takes none away: one that
        is just being taken away can be clicked once more, and that must not cost the user the one in its place.
        """
        if message_id in self._shown:
            self._pop(message_id)
        if not about:
            return []
        clicked, control = interaction.message, (interaction.custom_id or "").rpartition(":")[2]
        self._shown[message_id] = shown = Shown(about, bare(interaction), control)
        self._numbers.setdefault(shown.key, []).append(message_id)
        while self._shown and (len(self._shown) > KEPT or is_expired(next(iter(self._shown.values())).interaction)):
            self._pop(next(iter(self._shown)))
        if clicked and clicked.id == message_id:
            return []
        theirs = self._of(*shown.key)
        newest = max((each.interaction.id for each in theirs.values()), default=0)
        return [self._pop(number) for number, each in theirs.items() if each.interaction.id < newest]

    def forget(self, user: int, about: Hashable) -> list[Interaction]:
        """Forget a user's pages about something that is over. Returns the interactions whose pages can go."""
        return [self._pop(number) for number in self._of(user, about)]

    def find(self, user: int, about: Hashable, controls: Container[str] = ()) -> Interaction | None:
        """The newest interaction of a user whose page is about something, and can still be reached.

        If ``controls`` are named, only if the page shows what one of them led to.
        """
        found = [shown for shown in self._of(user, about).values() if not is_expired(shown.interaction)]
        newest = max(found, key=lambda shown: shown.interaction.id, default=None)
        if newest is None or (controls and newest.control not in controls):
            return None
        return newest.interaction

    def still_shows(self, interaction: Interaction, about: Hashable) -> bool:
        """Tell whether the page that answers an interaction is the newest of its user's about something."""
        newest = self.find(interaction.user.id, about)
        return newest is not None and newest.id == interaction.id

    def _of(self, user: int, about: Hashable) -> dict[int, Shown]:
        return {number: self._shown[number] for number in self._numbers.get((user, about), ())}

    def _pop(self, number: int) -> Interaction:
        shown = self._shown.pop(number)
        numbers = self._numbers[shown.key]
        numbers.remove(number)
        if not numbers:
            del self._numbers[shown.key]
        return shown.interaction


async def delete_page(interaction: Interaction) -> None:
    """Delete a private page, if it can still be reached. The user may have dismissed it: so be it."""
    try:
        await remove_page(interaction)
    except UNREACHED as error:
        LOG.debug("a private page stays: %s", error)


LIFE, MARGIN = 15 * 60.0, 20.0
"""Seconds that Discord takes a token for, and how much sooner we use none: a late one is an invalid request."""

TOKENS_KEPT = 10_000
"""How many tokens are kept at most."""


class Tokens:
    """The newest token for each message. ``time`` tells it in seconds; unless ``may_be_used``, none is ever wanted."""

    def __init__(self, budget: Budget, time: Callable[[], float], *, may_be_used: bool = True) -> None:
        self._budget = budget
        self._time = time
        self._may_be_used = may_be_used
        self._kept: OrderedDict[int, tuple[float, Interaction]] = OrderedDict()

    @property
    def are_wanted(self) -> bool:
        """Whether a click is to be answered so that its token can be used: only while the budget has no room."""
        return self._may_be_used and not self._budget.has_room

    def note(self, message_id: int, interaction: Interaction) -> None:
        """Note that the original response of an interaction is the message that was clicked."""
        self._kept[message_id] = self._time(), bare(interaction)
        self._kept.move_to_end(message_id)
        while len(self._kept) > TOKENS_KEPT or not self._is_fresh(next(iter(self._kept))):
            self._kept.popitem(last=False)

    def find(self, message_id: int) -> Interaction | None:
        """The interaction whose token can be used for a message, if there is one."""
        return self._kept[message_id][1] if message_id in self._kept and self._is_fresh(message_id) else None

    def forget(self, message_id: int) -> None:
        """Use no token for a message any more."""
        self._kept.pop(message_id, None)

    def _is_fresh(self, message_id: int) -> bool:
        return 0 <= self._time() - self._kept[message_id][0] < LIFE - MARGIN
