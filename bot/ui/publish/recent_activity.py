"""Who is at the table, and which message is the newest of a channel: as each interaction tells, in memory only."""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

V = TypeVar("V")

HERE = 120.0
"""Seconds after their last click about a game for which somebody is still at its table."""

HEARD = 30.0
"""Seconds for which we believe what we have heard of a channel."""

KEPT = 10_000
"""How many channels, and how many players, are remembered at most."""


class RecentActivity:
    """Hears all interactions. ``time`` tells it in seconds. Whatever it does not know, it denies."""

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._heard: OrderedDict[int, tuple[float, int, int]] = OrderedDict()
        self._acted: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._looked: OrderedDict[int, float] = OrderedDict()
        self._called: OrderedDict[tuple[int, int], tuple[float, int]] = OrderedDict()

    def observe(self, interaction: Mapping[str, Any]) -> None:
        """Hear what an interaction, as Discord has sent it, says of its channel, and that its user is there."""
        channel = interaction.get("channel") or {}
        user = (interaction.get("member") or {}).get("user") or interaction.get("user") or {}
        with contextlib.suppress(KeyError, TypeError, ValueError):
            _keep(self._looked, int(user["id"]), self._time())
        with contextlib.suppress(KeyError, TypeError, ValueError):  # none that Discord says: then we do not know
            heard = int(interaction["id"]), int(channel["last_message_id"])
            _keep(self._heard, int(channel["id"]), (self._time(), *heard))

    def note(self, match_id: int, user: int) -> None:
        """Note that a user has just pressed something about a match."""
        _keep(self._acted, (match_id, user), self._time())

    def acted_at(self, match_id: int, user: int) -> float:
        """Tell when a user has last pressed something about a match; 0 if we do not know of it."""
        return self._acted.get((match_id, user), 0.0)

    def note_call(self, user: int, guild_id: int, match_id: int) -> None:
        """Note that a user is called to a match of a server."""
        _keep(self._called, (user, guild_id), (self._time(), match_id))

    def was_called(self, user: int, guild_id: int, match_id: int, within: float) -> bool:
        """Tell whether a user was called to this match, and to no other one since, within so many seconds."""
        called_at, called_to = self._called.get((user, guild_id), (0.0, 0))
        return called_to == match_id and self._time() < called_at + within

    def may_call_at(self, user: int, guild_id: int, match_id: int, gap: float) -> float:
        """Tell when a user may be called to a match: so many seconds after a call to another one of its server, unless
        they have looked at anything since; else 0.
        """
        called_at, called_to = self._called.get((user, guild_id), (0.0, match_id))
        if called_to == match_id or self._looked.get(user, 0.0) > called_at or self._time() >= called_at + gap:
            return 0.0
        return called_at + gap

    def is_here(self, match_id: int, user: int) -> bool:
        """Tell whether a user is at the table of a match."""
        return 0 <= self._time() - self.acted_at(match_id, user) < HERE

    def is_newest(self, channel_id: int, message_id: int) -> bool:
        """Tell whether a message is the newest of its channel, as a later interaction there has just said."""
        at, interaction, newest = self._heard.get(channel_id, (0.0, 0, 0))
        return 0 <= self._time() - at < HEARD and newest <= message_id < interaction


def _keep(kept: OrderedDict[Any, V], key: Hashable, value: V) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)
