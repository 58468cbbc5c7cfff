"""Hints: who may have one, and how many were given in a game. What is good advice, others think of."""

from __future__ import annotations

from collections import OrderedDict

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.store.database import Database
from bot.store.games import count_hint

REMEMBERED = 1000
"""How many turns are remembered for which a hint was given: asked again, it is the same one."""


def check_hint(match: Match, user: int, revision: int) -> None:
    """Raise Refusal unless a user may have a hint for the turn that they see: ``no_hints`` in a game between people,
    and what `Match.check_move` raises.
    """
    if not match.is_solo:
        raise Refusal("no_hints", match)
    match.check_move(user, revision)


class Hints:
    """Counts the hints that are given."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._given: OrderedDict[tuple[int, int], None] = OrderedDict()

    async def note(self, match: Match) -> None:
        """Count a hint for the turn of a match, once."""
        turn = match.id, match.revision
        if turn in self._given:
            return
        await self._database.write(count_hint, match.id)
        self._given[turn] = None
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)
