"""How a match that was played out stands among the others of its players (decision 0015)."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.matches.match import Match
from bot.store.backend.database import Database
from bot.store.players import is_nobody
from bot.store.results import best_of_others

ENOUGH = 3
"""After so many other games it means something to have had more points than in any of them."""


class Results:
    """The results in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def bests(self, match: Match) -> frozenset[int]:
        """The seats of people who had more points than in any other of at least `ENOUGH` games of theirs.

        Nobody's, if the match was not played out.
        """
        if match.outcome is None or match.outcome.termination != "finished":
            return frozenset()
        return await self._database.read(_bests, match)


def _bests(connection: Connection, match: Match) -> frozenset[int]:
    best = set()
    for seat, user in enumerate(match.users, 1):
        if user is None or is_nobody(user):
            continue
        count, most = best_of_others(connection, user, match.id)
        if most is not None and count >= ENOUGH and match.position.score(seat).total > most:
            best.add(seat)
    return frozenset(best)
