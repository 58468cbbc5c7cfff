"""What people are called, for texts in which Discord does not turn a mention into a name."""

from __future__ import annotations

from collections import OrderedDict

import discord

KEPT = 10_000
"""How many names are remembered."""


class Names:
    """The display names of whoever has lately used the bot, in each server. In memory only, never stored."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def note(self, user: discord.User | discord.Member) -> None:
        """Remember what a member of a server is called there."""
        if not isinstance(user, discord.Member):
            return
        key = (user.guild.id, user.id)
        self._names[key] = user.display_name
        self._names.move_to_end(key)
        if len(self._names) > KEPT:
            self._names.popitem(last=False)

    def of(self, guild_id: int, user: int) -> str | None:
        """What somebody is called in a server, or None if they have not been seen there lately."""
        return self._names.get((guild_id, user))
