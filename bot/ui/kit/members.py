"""Members of servers, as Discord knows them at this moment: the bot itself is told of nobody."""

import asyncio
from collections.abc import Iterable

import discord

SOON = 1.0
"""Seconds after which nobody waits any longer to hear who has left: somebody wants an answer."""

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013


async def find_member(guild: discord.Guild, user: int) -> discord.Member | None:
    """A member of a server, or None for somebody who is not one. Raises what Discord answers (`UNREACHED`)."""
    try:
        return await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code not in (_UNKNOWN_MEMBER, _UNKNOWN_USER):
            raise
        return None


async def gone_from(guild: discord.Guild | None, users: Iterable[int]) -> list[int]:
    """Those of some users who are no members of a server. A user is one if Discord does not answer soon."""
    if guild is None:
        return []
    asked = {user: asyncio.ensure_future(find_member(guild, user)) for user in users}
    if asked:
        await asyncio.wait(asked.values(), timeout=SOON)
    gone = []
    for user, found in asked.items():
        if not found.done():
            found.cancel()
        elif found.exception() is None and found.result() is None:
            gone.append(user)
    return gone
