"""Clicks on public messages: for a quarter of an hour, the token of one lets us edit and delete what was clicked.

Discord does not count such requests. But the click must be answered in another way: it is acknowledged as one that
will change the message, and what its user is to see follows in a message of its own. In memory only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from bot.ui.kit.budget import Budget
from bot.ui.kit.interaction import Interaction, bare

LIFE, MARGIN = 15 * 60.0, 20.0
"""Seconds that Discord takes a token for, and how much sooner we use none: a late one is an invalid request."""

KEPT = 10_000
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
        while len(self._kept) > KEPT or not self._is_fresh(next(iter(self._kept))):
            self._kept.popitem(last=False)

    def find(self, message_id: int) -> Interaction | None:
        """The interaction whose token can be used for a message, if there is one."""
        return self._kept[message_id][1] if message_id in self._kept and self._is_fresh(message_id) else None

    def forget(self, message_id: int) -> None:
        """Use no token for a message any more."""
        self._kept.pop(message_id, None)

    def _is_fresh(self, message_id: int) -> bool:
        return 0 <= self._time() - self._kept[message_id][0] < LIFE - MARGIN
