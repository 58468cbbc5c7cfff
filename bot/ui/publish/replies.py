"""The moves of rivals: thought of by another process, made, and shown. What a crash leaves owed, the sweep finds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from bot import logs
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.refusals import Refusal
from bot.matches.rivals import Rivals
from bot.matches.seats import LEVELS
from bot.thinking.queue import Thinking
from bot.thinking.waiting import AT_ONCE, SOON
from bot.thinking.worker import Unanswered
from bot.ui.kit.failure import report
from bot.ui.kit.tasks import Tasks
from bot.ui.publish.backoff import Backoff
from bot.ui.publish.boards import Boards

LOG = logging.getLogger(__name__)

QUICK_SECONDS, SLOW_SECONDS = 1.0, 0.2
"""How long an answer to somebody waits for their rival's move: a slow one's comes later, unless there is no choice."""

LONGEST_WAIT = 300.0
"""The longest time between two tries to have a move, in seconds: somebody waits for it."""

SLOW = LEVELS[-1]
"""The level whose rival takes about a second for a move."""


class Replies:
    """Makes the moves that rivals owe, once for each, in the background."""

    def __init__(
        self, matches: Matches, rivals: Rivals, thinking: Thinking, boards: Boards, tasks: Tasks, backoff: Backoff
    ) -> None:
        self._matches = matches
        self._rivals = rivals
        self._thinking = thinking
        self._boards = boards
        self._tasks = tasks
        self._backoff = backoff
        self._ended: dict[int, asyncio.Event] = {}
        self._wanted: dict[int, Callable[[], Awaitable[object]]] = {}

    async def sweep(self) -> None:
        """Begin with the moves that are owed, in all games."""
        for match_id in await self._rivals.owed():
            if not self._backoff.is_waiting(match_id):
                self._begin(match_id)

    async def awaited(self, match: Match) -> Match:
        """The match once its rival has moved, if that does not take long; the move is made in any case."""
        if match.rival is None or not match.awaits_rival:
            return match
        ended = self._begin(match.id)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SLOW_SECONDS if match.rival.level == SLOW else QUICK_SECONDS):
                await ended.wait()
        return await self._matches.load(match.id)

    async def made(self, match_id: int) -> Match:
        """The match once its rival has moved, or cannot for now."""
        if match_id in self._ended:
            await self._ended[match_id].wait()
        return await self._matches.load(match_id)

    def once_made(self, match_id: int, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work in the background once a rival has moved who cannot for now: the newest of each match."""
        self._wanted[match_id] = work

    def _begin(self, match_id: int) -> asyncio.Event:
        """Begin to make the moves that are owed in a match, unless that is going on. Returns what tells its end."""
        if match_id not in self._ended:
            self._ended[match_id] = asyncio.Event()
            self._tasks.soon(partial(self._make, match_id))
        return self._ended[match_id]

    async def _make(self, match_id: int) -> None:
        logs.note(game=match_id)
        try:
            while await self._make_one(match_id):
                pass
            self._backoff.worked(match_id)
            if work := self._wanted.pop(match_id, None):
                self._tasks.soon(work)
        except Unanswered as error:
            LOG.info("game %s: the rival's move waits: %s", match_id, error)
            self._try_again(match_id)
        except Exception as error:
            report(LOG, error, "game %s: the rival's move waits", match_id)
            self._try_again(match_id)
        finally:
            self._ended.pop(match_id).set()

    async def _make_one(self, match_id: int) -> bool:
        """Make one move. False if none is owed."""
        match = await self._matches.load(match_id)
        if match.rival is None or not match.awaits_rival:
            return False
        urgency = SOON if match.rival.level == SLOW else AT_ONCE
        move = await self._thinking.move(match.position, match.rival.level, match.people[0], urgency)
        try:
            match = await self._matches.reply(match, move)
        except Refusal as refusal:  # it has moved on: somebody has resigned, say
            LOG.info("game %s: the rival's move came too late: %s", match_id, refusal)
            return refusal.reason == "stale"
        if not match.awaits_rival:
            self._boards.refresh(match_id)
        return True

    def _try_again(self, match_id: int) -> None:
        """Leave a match alone for a while. The first times, try again by itself; after that the sweep does."""
        self._backoff.retry(match_id, self._tasks, partial(self._begin, match_id))
