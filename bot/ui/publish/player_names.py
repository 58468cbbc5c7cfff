"""Who has played a match that has ended: asked for when its poster is sent, and kept nowhere (decision 0055)."""

import asyncio
import logging
from collections.abc import Callable

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
"""Seconds for which a poster waits for names that Discord has to be asked for."""


class CreditsOf:
    """Finds out what the boards of a match say of its players besides. ``speak`` gives the words of a language."""

    def __init__(self, client: discord.Client, names: Names, results: Results, speak: Callable[[str], Say]) -> None:
        self._client = client
        self._names = names
        self._results = results
        self._speak = speak

    async def match(self, match: Match) -> Credits:
        """Of a match that has ended: the names as they are in its server now, whose best game it was, and how the two
        stand. Of a rematch that is running, how they stood before.
        """
        if match.outcome is None:
            return Credits(score=await self._results.score(match))
        one, two = await asyncio.gather(*(self._name(match, seat) for seat in (1, 2)))
        legible = await asyncio.to_thread(lambda: (render.legible(one), render.legible(two)))
        return Credits(legible, await self._results.bests(match), await self._results.score(match))

    async def _name(self, match: Match, seat: int) -> str:
        """Find what a player is called; nothing for somebody who is gone, or of whom Discord does not tell soon."""
        sitter = match.seats[seat - 1]
        if not isinstance(sitter, Person):
            return subject(self._speak(match.language), match, seat)
        if is_nobody(sitter.user):
            return ""
        if name := self._names.of(match.guild_id, sitter.user):
            return name
        guild = self._client.get_guild(match.guild_id)
        if guild is None:
            return ""
        try:
            async with asyncio.timeout(WAIT):
                member = await find_member(guild, sitter.user)
        except (*UNREACHED, TimeoutError) as error:
            LOG.info("game %s: its poster has a name less: %s", match.id, error)
            return ""
        if member is None:
            return ""
        self._names.note(member)
        return shown_name(member)
