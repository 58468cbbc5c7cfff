"""What services of people have in common: a database, the time, and the servers of some shards."""

import random

from sqlalchemy import Connection

from bot.matches.challenge import CALL_SECONDS
from bot.matches.match import Refusal
from bot.matches.play import Now
from bot.store.backend.database import Database
from bot.store.calls import called_at, forget_call, note_call
from bot.store.challenges import ANYBODY
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

    def _note_opened(self, connection: Connection, user: int) -> None:
        """Note within a unit that somebody opens a seat or a group. Raises Refusal ``opened_lately``."""
        now = self._now()
        if not note_call(connection, user, ANYBODY, now, now - CALL_SECONDS):
            left = (called_at(connection, user, ANYBODY) or now) + CALL_SECONDS - now
            raise Refusal("opened_lately", count=-(-left // 60))

    def _note_closed(self, connection: Connection, user: int, opened_at: int) -> None:
        """Note within a unit that somebody has closed what they opened: they may open another at once."""
        if called_at(connection, user, ANYBODY) == opened_at:
            forget_call(connection, user, ANYBODY)
