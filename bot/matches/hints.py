"""Hints: who may have one, and how many were given in a game (decision 0040)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from bot.matches.match import Match, Refusal
from bot.matches.underway import Underway
from bot.store.backend.database import Database
from bot.store.games import count_hint

T = TypeVar("T")
"""What a hint is."""

REMEMBERED = 1000
"""How many hints are remembered."""

MOST_WAITING, MOST_OF_ONE = 20, 3
"""How many hints may be under way, in all and for one person. Each takes a quarter of a second."""


def check_hint(match: Match, user: int, revision: int) -> None:
    """Raise Refusal unless a user may have a hint: ``no_hints`` between people, ``no_hints_in_duel``, and those of
    `Match.check_move`.
    """
    if not match.has_hints:
        raise Refusal("no_hints_in_duel" if match.is_solo else "no_hints", match)
    match.check_move(user, revision)


class Hints(Generic[T]):
    """Counts the hints that are given, and remembers them: for the same turn it is the same one, thought of once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._given: dict[tuple[int, int], T] = {}
        self._thoughts = Underway[asyncio.Task[T]]((MOST_OF_ONE, "hints_of_one"), (MOST_WAITING, "hints_busy"))

    async def find(self, match: Match, user: int, think: Callable[[], Awaitable[T]]) -> T:
        """The hint for the turn of a match. If nobody has asked for it before, ``think`` of one, which is counted; it
        goes on if nobody waits any more. Raises what ``think`` raises, and Refusal: ``hints_of_one`` (the user has as
        many under way as one may), ``hints_busy``.
        """
        turn = match.id, match.revision
        if turn in self._given:
            return self._given[turn]
        task = self._thoughts.find(turn)
        if task is None:
            self._thoughts.check(user, match)
            task = asyncio.create_task(self._thought(match, think))
            self._thoughts.note(turn, user, task, task)
        return await asyncio.shield(task)

    async def _thought(self, match: Match, think: Callable[[], Awaitable[T]]) -> T:
        hint = await think()
        self._given[match.id, match.revision] = hint
        while len(self._given) > REMEMBERED:
            del self._given[next(iter(self._given))]
        await self._database.write(count_hint, match.id)
        return hint
