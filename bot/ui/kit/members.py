"""Members of servers, as Discord knows them at this moment: the bot itself is told of nobody."""

from __future__ import annotations

import discord

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013


async def find_member(guild: discord.Guild, user: int) -> discord.Member | None:
    """A member of a server, or None for somebody who is not one. Raises what Discord answers (`UNREACHED`)."""
    try:
        return await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code not in (_UNKNOWN_MEMBER, _UNKNOWN_USER):
            raise
        return None
