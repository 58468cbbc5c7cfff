"""Members of servers, as Discord knows them at this moment: the bot itself is told of nobody."""

import asyncio
import unicodedata
from collections.abc import Iterable

import discord

SOON = 1.0
"""Seconds after which nobody waits any longer to hear who has left: somebody wants an answer."""

_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013


_JOINERS = "\u200c\u200d"
"""What joins letters, or keeps them apart, within the words of some languages, and the parts of an emoji."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing: fillers of Hangul, and a pattern of Braille without dots."""


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


def shown_name(user: discord.User | discord.Member) -> str:
    """Tell what somebody is called, as far as it can be seen: '' if nothing of it can."""
    return visible_name(user.display_name)


def visible_name(name: str) -> str:
    """Keep what is seen of a name, in one line: nothing blank, and nothing that makes letters run backwards."""
    seen = "".join(" " if _is_unseen(letter) else letter for letter in name)
    return " ".join(seen.split()) if any(unicodedata.category(letter)[0] in "LNPS" for letter in seen) else ""


def _is_unseen(letter: str) -> bool:
    return letter in _BLANK or (letter not in _JOINERS and unicodedata.category(letter)[0] == "C")
