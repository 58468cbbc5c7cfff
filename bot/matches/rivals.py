"""Games against rivals: where a move is owed, and at which level somebody plays (decision 0038)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.matches.seats import LEVELS
from bot.store.backend.database import Database
from bot.store.games import GameRow, moves_owed, results_against_rivals
from bot.store.shards import EVERY, Shards

ENOUGH, COUNTED = 3, 10
"""How many games tell somebody's level, and how many of the newest are looked at."""


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody does against rivals: the games that count, those won, the level that suits, whether that is sure."""

    games: int
    won: int
    level: str
    is_sure: bool


class Rivals:
    """The games against rivals in a database, in the servers of some shards."""

    def __init__(self, database: Database, shards: Shards = EVERY) -> None:
        self._database = database
        self._shards = shards

    async def owed(self) -> list[int]:
        """The games in which a rival is to move."""
        return await self._database.read(moves_owed, shards=self._shards)

    def is_owed(self, game: GameRow) -> bool:
        """Tell whether a move is owed in a game against a rival, and ours to think of: of one in no server Discord may
        tell any process of clicks.
        """
        return game.to_move == 2 and (game.guild_id == 0 or game.guild_id in self._shards)

    async def record_of(self, user: int, *, private_too: bool = True) -> Record:
        """Work out how somebody does against rivals. For what others see, private games do not count."""
        return await self._database.read(find_record, user, private_too)

    async def level_for(self, *users: int) -> str:
        """The level that suits the strongest of some people, for a game that all of them see."""
        records = [await self.record_of(user, private_too=False) for user in users]
        return max((record.level for record in records), key=LEVELS.index)


def find_record(connection: Connection, user: int, private_too: bool) -> Record:
    """The same within a unit."""
    return record_of_results(results_against_rivals(connection, user, COUNTED, private_too))


def record_of_results(results: Sequence[tuple[str, bool]]) -> Record:
    """Work out what games against rivals come to: the level of each, and whether it was won. Each speaks for the level
    above a rival who lost, or below one who won; the level that suits is their mean. As long as they are too few to
    tell, it is the one above the best who was beaten.
    """
    won = sum(is_won for _, is_won in results)
    if len(results) < ENOUGH:
        best = max((LEVELS.index(level) for level, is_won in results if is_won), default=-1)
        return Record(len(results), won, LEVELS[min(best + 1, len(LEVELS) - 1)], is_sure=False)
    spoken = [LEVELS.index(level) + (1 if is_won else -1) for level, is_won in results]
    mean = round(sum(spoken) / len(spoken))
    return Record(len(results), won, LEVELS[min(max(mean, 0), len(LEVELS) - 1)], is_sure=True)
