"""The moves of rivals: thought of by another process, made, and shown. What a crash leaves owed, the sweep finds."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot import logs
from bot.matches.match import Match, Refusal
from bot.matches.play import Matches
from bot.matches.rivals import Rivals
from bot.matches.seats import LEVELS
from bot.store.changes import Change
from bot.thinking.queue import Thinking
from bot.thinking.waiting import AT_ONCE, SOON
from bot.thinking.worker import Unanswered
from bot.ui.kit.failure import report
from bot.ui.kit.tasks import Tasks
from bot.ui.publish.channels import Backoff

LOG = logging.getLogger(__name__)

ANSWER_SECONDS = 1.5
"""How long an answer to somebody waits for their rival's move, so that it and the board need be sent only once."""

LONGEST_WAIT = 300.0
"""The longest time between two tries to have a move, in seconds: somebody waits for it."""

SLOW = LEVELS[-1]
"""The level whose rival takes about a second for a move."""


class RivalMoves:
    """Makes the moves that rivals owe, once for each, in the background."""

    def __init__(self, matches: Matches, rivals: Rivals, thinking: Thinking, tasks: Tasks, backoff: Backoff) -> None:
        self._matches = matches
        self._rivals = rivals
        self._thinking = thinking
        self._tasks = tasks
        self._backoff = backoff
        self._under_way: dict[int, asyncio.Future[Match | None]] = {}
        self._wanted: dict[int, Callable[[], Awaitable[object]]] = {}

    def follow(self, changes: Sequence[Change]) -> None:
        """Begin with the moves that are owed since some games of rivals have changed."""
        for change in changes:
            if self._rivals.is_owed(change.game):
                self._begin(change.game.id)

    async def sweep(self) -> None:
        """Begin with the moves that are owed, in all games."""
        for match_id in await self._rivals.owed():
            if not self._backoff.is_waiting(match_id):
                self._begin(match_id)

    async def awaited(self, match: Match) -> Match:
        """The match once its rival has moved, if that does not take long; the move is made in any case."""
        moving = self._under_way.get(match.id)
        if match.rival is None or moving is None:
            return match
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(moving) or match
        return match

    async def made(self, match_id: int) -> Match:
        """The match once its rival has moved, or cannot for now."""
        moving = self._under_way.get(match_id)
        match = await asyncio.shield(moving) if moving else None
        return match or await self._matches.load(match_id)

    def once_made(self, match_id: int, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work in the background once a rival has moved who cannot for now: the newest of each match."""
        self._wanted[match_id] = work

    def _begin(self, match_id: int) -> None:
        if match_id not in self._under_way:
            self._under_way[match_id] = asyncio.get_running_loop().create_future()
            self._tasks.soon(partial(self._make, match_id))

    async def _make(self, match_id: int) -> None:
        logs.bind(game=match_id)
        match = None
        try:
            match = await self._matches.load(match_id)
            while match.awaits_rival:
                match = await self._moved(match)
            self._backoff.succeeded(match_id)
            if work := self._wanted.pop(match_id, None):
                self._tasks.soon(work)
        except Exception as error:
            if isinstance(error, Unanswered | Refusal):
                LOG.info("game %s: the rival's move waits: %s", match_id, error)
            else:
                report(LOG, error, "game %s: the rival's move waits", match_id)
            # The first times, it is tried again by itself; after that the sweep does.
            self._backoff.retry(match_id, self._tasks, partial(self._begin, match_id))
        finally:
            self._under_way.pop(match_id).set_result(match)

    async def _moved(self, match: Match) -> Match:
        """The match after one move of its rival. Raises Unanswered, and Refusal ``no_game``."""
        assert match.rival is not None
        urgency = SOON if match.rival.level == SLOW else AT_ONCE
        move = await self._thinking.move(match.position, match.rival.level, match.people[0], urgency)
        try:
            return await self._matches.play_for_rival(match, move)
        except Refusal as refusal:
            if refusal.match is None:
                raise
            LOG.info("game %s: the rival's move came too late: %s", match.id, refusal)
            return refusal.match  # it has moved on: somebody has resigned, say
