"""Hints: who may have one, and how many were given in a game. What is good advice, others think of."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.store.database import Database
from bot.store.games import count_hint

T = TypeVar("T")
"""What a hint is."""

REMEMBERED = 1000
"""How many hints are remembered."""


def check_hint(match: Match, user: int, revision: int) -> None:
    """Raise Refusal unless a user may have a hint for the turn that they see: ``no_hints`` in a game between people,
    and what `Match.check_move` raises.
    """
    if not match.is_solo:
        raise Refusal("no_hints", match)
    match.check_move(user, revision)


class Hints(Generic[T]):
    """Counts the hints that are given, and remembers them: for the same turn it is the same one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._given: OrderedDict[tuple[int, int], T] = OrderedDict()

    def given(self, match: Match) -> T | None:
        """What was given for the turn of a match before, as far as that is remembered."""
        return self._given.get((match.id, match.revision))

    async def give(self, match: Match, hint: T) -> None:
        """Remember a hint for the turn of a match, and count it if it is the first one."""
        turn = match.id, match.revision
        if turn in self._given:
            return
        self._given[turn] = hint
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)
        await self._database.write(count_hint, match.id)
