"""Who thinks about what, and when: games that are being played come before everything else."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from collections.abc import Sequence
from contextvars import Context
from dataclasses import dataclass, field

from bot.thinking.reviewing import PATIENCE as REVIEW_PATIENCE
from bot.thinking.reviewing import Reviewing, Told
from bot.thinking.worker import PROGRAM, Failed, Question, Unanswered, Worker
from game import Move, Position, parse_move

LOG = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds after which a process that was asked for something counts as stuck. The strongest rival takes one."""

SHORT_PATIENCE = 5.0
"""The same for a move that should come at once: all others wait behind it, and it takes some milliseconds."""

TRIES = 2
"""How often a question is put: it may be what the process fails at."""

LONGEST_PAUSE = 60.0
"""Seconds between two starts of a process that fails again and again, at most."""


AT_ONCE, SOON, LATER = range(3)
"""How long people wait for an answer, as a rule: not at all, a second or two, or while they do something else."""


@dataclass(order=True, slots=True)
class Job:
    """A question in the queue: the most urgent ones come first, and of those the ones that were asked first."""

    urgency: int
    number: int
    question: Question = field(compare=False)
    done: asyncio.Future[None] = field(compare=False)
    tries: int = field(default=0, compare=False)


class Seat:
    """Where one process works: its job just now, and how often it has failed in a row."""

    def __init__(self, program: Sequence[str]) -> None:
        self.worker = Worker(program)
        self.serving: asyncio.Task[None] | None = None
        self.job: Job | None = None
        self.failures = 0


class Thinking:
    """So many processes, and the questions that wait for one. A process starts when it is first needed."""

    def __init__(self, workers: int = 1, program: Sequence[str] = PROGRAM) -> None:
        self._seats = [Seat(program) for _ in range(workers)]
        self._jobs: dict[int, Job] = {}
        self._waiting: list[Job] = []
        self._numbers = itertools.count()
        self._is_closed = False

    async def move(self, position: Position, level: str, urgency: int = AT_ONCE) -> Move:
        """The move that a rival of some level makes in a position. Raises Unanswered."""
        found: list[Move] = []

        def hear(line: str) -> bool:
            found.append(_move_in(line, position))
            return True

        patience = SHORT_PATIENCE if urgency == AT_ONCE else PATIENCE
        await self.ask(Question(lambda: (f"position {position}", f"go level {level}"), hear, patience), urgency)
        return found[0]

    async def review(self, record: str, told: Told) -> str | None:
        """The review of the record of a game, as text; None if there is none. ``told`` hears how far it is."""
        reviewing = Reviewing(record, told)
        try:
            await self.ask(Question(reviewing.ask, reviewing.hear, REVIEW_PATIENCE))
        except Unanswered as error:
            LOG.info("a review could not be made: %s", error)
            return None
        return reviewing.text

    async def ask(self, question: Question, urgency: int = LATER) -> None:
        """Let a question hear its answer when its turn comes. Raises Unanswered.

        One that may be answered `LATER` makes way for the others, if need be in the middle of its answer: then it is
        put once more.
        """
        if self._is_closed:
            raise Unanswered("the bot ends")
        job = Job(urgency, next(self._numbers), question, asyncio.get_running_loop().create_future())
        self._jobs[job.number] = job
        try:
            self._put(job)
            await job.done
        finally:
            del self._jobs[job.number]
            self._drop(job)

    async def close(self) -> None:
        """End all processes. Nobody gets an answer any more."""
        self._is_closed = True
        for job in self._jobs.values():
            _finish(job, Unanswered("the bot ends"))
        serving = [seat.serving for seat in self._seats if seat.serving]
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await asyncio.gather(*(seat.worker.close() for seat in self._seats))

    def _put(self, job: Job) -> None:
        heapq.heappush(self._waiting, job)
        for seat in self._seats:
            if seat.serving is None:  # with a context of its own, for it goes on with the questions of others
                seat.serving = asyncio.create_task(self._serve(seat), context=Context())
                return
        if job.urgency < LATER:
            self._make_way()

    def _make_way(self) -> None:
        """Interrupt the job that was put last of those that may be answered later, if there is one."""
        numbers = {seat.job.number: seat for seat in self._seats if seat.job and seat.job.urgency == LATER}
        if numbers:
            numbers[max(numbers)].worker.interrupt()

    def _drop(self, job: Job) -> None:
        """Forget a job: nobody waits for its answer any more."""
        for seat in self._seats:
            if seat.job is job:
                seat.worker.interrupt()
        if job in self._waiting:
            self._waiting.remove(job)
            heapq.heapify(self._waiting)

    async def _serve(self, seat: Seat) -> None:
        while self._waiting:
            job = seat.job = heapq.heappop(self._waiting)
            pause = await self._work(seat, job)
            seat.job = None
            if job.number in self._jobs and not job.done.done():
                self._put(job)
            await asyncio.sleep(pause)
        seat.serving = None

    async def _work(self, seat: Seat, job: Job) -> float:
        """Do a job, or leave it to be done again. Returns how long to rest then."""
        try:
            is_answered = await seat.worker.answer(job.question)
        except Failed as failure:
            seat.failures += 1
            LOG.log(logging.DEBUG if seat.failures > 1 else logging.WARNING, "the engine starts anew: %s", failure)
            job.tries += 1
            if job.tries >= TRIES:
                _finish(job, Unanswered(str(failure)))
            return _pause(seat.failures)
        except Unanswered as error:
            LOG.exception("the engine does not understand a question")
            _finish(job, error)
        except Exception as error:  # a mistake of ours: whatever the process says next is no answer to anything
            LOG.exception("a question could not be put")
            await seat.worker.close()
            _finish(job, Unanswered(repr(error)))
        else:
            if is_answered:
                _finish(job)
        seat.failures = 0
        return 0.0


def _finish(job: Job, error: Unanswered | None = None) -> None:
    if job.done.done():
        return
    if error:
        job.done.set_exception(error)
    else:
        job.done.set_result(None)


def _pause(failures: int) -> float:
    """How long to wait before a process is started again: not at all after its first failure."""
    return 0.0 if failures < 2 else min(2.0 ** (failures - 2), LONGEST_PAUSE)


def _move_in(line: str, position: Position) -> Move:
    """The move that a line names. Raises ValueError if that is nonsense."""
    word, _, rest = line.partition(" ")
    if word != "move":
        raise ValueError(line)
    move = parse_move(rest.split()[0])
    if move not in position.legal_moves:
        raise ValueError(line)
    return move
