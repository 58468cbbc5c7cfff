"""Attempts at daily quilts, replayed from what is kept of them; and par, computed once and kept."""

import asyncio

from bot.store.backend.database import Database
from bot.store.daily import DailyRow, ParRow, find_par, keep_par
from bot.store.walls import WallRow
from daily import Attempt, par_of, parse_attempt, puzzle_of


class Pars:
    """The pars of daily quilts in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[tuple[int, int], int] = {}

    async def of(self, row: DailyRow | WallRow) -> int:
        """The par of the daily quilt that a row is about."""
        key = (row.number, row.scheme)
        if key not in self._known:
            par = await self._database.read_latest(find_par, *key)
            if par is None:
                par = await asyncio.to_thread(par_of, puzzle_of(*key))
                await self._database.keep(keep_par, ParRow(*key, par))
            self._known[key] = par
        return self._known[key]


def attempt_of(row: DailyRow) -> Attempt:
    """Replay what is kept of a daily quilt. Raises ValueError if it cannot be."""
    return parse_attempt(puzzle_of(row.number, row.scheme), row.laid)
