"""Games against rivals: where a move is owed, and at which level somebody plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.seats import LEVELS
from bot.store.database import Database
from bot.store.rivals import moves_owed, results_against_rivals
from bot.store.shards import EVERY, Shards

ENOUGH, COUNTED = 3, 10
"""How many games tell somebody's level, and how many of the newest are looked at."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody does against rivals: in how many of their last games, how many of them were won, and the level that
    suits them; None if those are too few to tell.
    """

    games: int
    won: int
    level: str | None


class Rivals:
    """The games against rivals in a database, in the servers of some shards."""

    def __init__(self, database: Database, shards: Shards = EVERY) -> None:
        self._database = database
        self._shards = shards

    async def owed(self) -> list[int]:
        """The games in which a rival is to move."""
        return await self._database.read(moves_owed, self._shards)

    async def standing(self, user: int) -> Standing:
        """How somebody does against rivals."""
        return standing_of(await self._database.read(results_against_rivals, user, COUNTED))


def standing_of(results: Sequence[tuple[str, bool]]) -> Standing:
    """What games against rivals come to: the level of each, and whether it was won.

    Each game speaks for the level above the rival who was beaten, or for the one below the rival who won; the level
    that suits is their mean.
    """
    won = sum(is_won for _, is_won in results)
    if len(results) < ENOUGH:
        return Standing(len(results), won, None)
    spoken = [LEVELS.index(level) + (1 if is_won else -1) for level, is_won in results]
    mean = round(sum(spoken) / len(spoken))
    return Standing(len(results), won, LEVELS[min(max(mean, 0), len(LEVELS) - 1)])
