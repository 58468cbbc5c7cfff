"""What services of people have in common: a database, the time, and the servers of some shards."""

import random

from bot.matches.play import Now
from bot.store.backend.database import Database
from bot.store.shards import EVERY, Shards


class Service:
    """A service on a database that knows the time, for the servers of some shards."""

    def __init__(self, database: Database, now: Now, shards: Shards = EVERY) -> None:
        self._database = database
        self._now = now
        self._shards = shards


class GameStarter(Service):
    """A service that begins games: nobody has more than ``max_games`` running. ``rng`` shuffles the rings."""

    def __init__(
        self, database: Database, now: Now, shards: Shards = EVERY, *, max_games: int, rng: random.Random | None = None
    ) -> None:
        super().__init__(database, now, shards)
        self._max_games = max_games
        self._rng = rng or random.SystemRandom()
