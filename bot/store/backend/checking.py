"""Whether the file of a database is damaged. A large one is looked through while the bot runs already."""

import asyncio
import contextlib
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.backend.errors import FileDamaged, Unusable, in_short, is_kind
from bot.store.backend.sqlite import damaged, problems_of

LOG = logging.getLogger(__name__)

LARGE = 32 * 2**20
"""From so many bytes on (ten thousand games, half a second), a start does not wait until a file is looked through."""

_NONSENSE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Inspection:
    """A look through a large file, by a connection of its own, for which nobody waits; ``over`` once it has ended.

    It begins with the first `check`: until the bot is ready, it would hold up the start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._is_given_up = False
        self._found = ""
        self.over = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    def check(self) -> None:
        """Have the look begin, the first time; raise FileDamaged if that was found so far."""
        if self._looking is None:
            self._looking = asyncio.create_task(asyncio.to_thread(self._look))
            self._looking.add_done_callback(lambda _: self.over.set())
        if self._found:
            raise FileDamaged(damaged(self._path, self._found))

    async def end(self) -> None:
        """Look no further."""
        self._is_given_up = True
        if self._looking is None:
            return
        while not self._looking.done():
            if self._connection:
                with contextlib.suppress(sqlite3.ProgrammingError):  # it was closed just now
                    self._connection.interrupt()
            await asyncio.wait([self._looking], timeout=0.05)
        self._looking.result()

    def _look(self) -> None:
        try:
            with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                self._connection = connection
                problems = [] if self._is_given_up else problems_of(connection)
        except Unusable as error:
            if self._is_given_up or not (isinstance(error, UnicodeDecodeError) or is_kind(error, *_NONSENSE)):
                LOG.debug("the file was not looked through to its end: %s", error)
                return
            problems = [in_short(error)]
        if problems and not self._is_given_up:
            self._found = problems[0]
