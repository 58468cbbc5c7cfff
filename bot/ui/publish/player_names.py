"""Who has played: asked for when a poster or a cross table is sent, and kept nowhere (decision 0055)."""

import asyncio
import logging
from collections.abc import Callable, Iterable

import discord

import render
from bot.matches.match import Match
from bot.matches.results import Results
from bot.matches.seats import Person
from bot.store.players import is_nobody
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.interaction import Names
from bot.ui.kit.members import find_member, shown_name
from bot.ui.kit.texts import Say
from bot.ui.words.labels import Credits
from bot.ui.words.names import subject

LOG = logging.getLogger(__name__)

WAIT = 2.0
"""Seconds for which a picture waits for names that Discord has to be asked for."""


class PlayerNames:
    """Finds out what people are called in a server."""

    def __init__(self, client: discord.Client, names: Names) -> None:
        self._client = client
        self._names = names

    async def of(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """Find the names of some people by user, as they can be drawn; nothing for somebody who is gone, or of whom
        Discord does not tell soon.
        """
        asked = list(users)
        names = await asyncio.gather(*(self._name(guild_id, user) for user in asked))
        return dict(zip(asked, await asyncio.to_thread(lambda: [*map(render.legible, names)]), strict=True))

    async def _name(self, guild_id: int, user: int) -> str:
        if is_nobody(user):
            return ""
        if name := self._names.of(guild_id, user):
            return name
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return ""
        try:
            async with asyncio.timeout(WAIT):
                member = await find_member(guild, user)
        except (*UNREACHED, TimeoutError) as error:
            LOG.info("a picture has a name less: %s", error)
            return ""
        if member is None:
            return ""
        self._names.note(member)
        return shown_name(member)


class CreditsOf:
    """Finds out what the boards of a match say of its players besides. ``speak`` gives the words of a language."""

    def __init__(self, names: PlayerNames, results: Results, speak: Callable[[str], Say]) -> None:
        self._names = names
        self._results = results
        self._speak = speak

    async def match(self, match: Match) -> Credits:
        """Of a match that has ended: the names as they are in its server now, whose best game it was, and how the two
        stand. Of a rematch that is running, how they stood before.
        """
        if match.outcome is None:
            return Credits(score=await self._results.score(match))
        people = [sitter.user for sitter in match.seats if isinstance(sitter, Person)]
        names = await self._names.of(match.guild_id, people)
        one, two = (
            names[sitter.user] if isinstance(sitter, Person) else subject(self._speak(match.language), match, seat)
            for seat, sitter in enumerate(match.seats, 1)
        )
        legible = await asyncio.to_thread(lambda: (render.legible(one), render.legible(two)))
        return Credits(legible, await self._results.bests(match), await self._results.score(match))
