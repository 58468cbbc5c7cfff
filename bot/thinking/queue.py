"""Which process thinks about which question, and when: running games come first (see `waiting`)."""

import asyncio
import logging
from collections.abc import Sequence
from contextvars import Context
from dataclasses import replace

from bot.thinking.reviewing import PATIENCE as REVIEW_PATIENCE
from bot.thinking.reviewing import Reviewing, Told
from bot.thinking.waiting import AT_ONCE, LATER, SHORTLY, SOON, Job, Waiting
from bot.thinking.worker import PROGRAM, Failed, Question, Unanswered, Worker
from game import Move, Position, parse_move

LOG = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds without an answer after which a process counts as stuck. The strongest rival takes one."""

SHORT_PATIENCE = 5.0
"""The same for a quick move, which takes some milliseconds while all others wait behind it."""

STEP_PATIENCE = 10.0
"""The same for a step of a long answer that is not interrupted. It takes less than a second."""

MOST_INTERRUPTED = 3
"""How often in a row a long answer may be interrupted in the middle of a step; then it finishes one."""

TRIES = 2
"""How often a question is put: it may be the cause of the failures."""

LONGEST_PAUSE = 60.0
"""Seconds between two starts of a process that fails again and again, at most."""


class Slot:
    """One process, its current job, and how often it has failed in a row.

    ``is_looking``: it was woken and has not taken a job yet. ``is_in_peace``: its current job must not be interrupted
    before its next step.
    """

    def __init__(self, program: Sequence[str]) -> None:
        self.worker = Worker(program)
        self.serving: asyncio.Task[None] | None = None
        self.job: Job | None = None
        self.is_looking = False
        self.is_in_peace = False
        self.failures = 0


class Thinking:
    """A number of processes, and the questions that wait for one. A process starts when it is first needed."""

    def __init__(self, workers: int = 1, program: Sequence[str] = PROGRAM) -> None:
        self._slots = [Slot(program) for _ in range(workers)]
        self._jobs: set[Job] = set()
        self._waiting = Waiting()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._waiting)

    async def move(self, position: Position, level: str, person: int, urgency: int = AT_ONCE) -> Move:
        """The move that a person's rival of some level makes in a position. Raises Unanswered."""
        found: list[Move] = []

        def hear(line: str) -> bool:
            word, _, rest = line.partition(" ")
            if word != "move" or (move := parse_move(rest.split()[0])) not in position.legal_moves:
                raise ValueError(line)
            found.append(move)
            return True

        patience = SHORT_PATIENCE if urgency == AT_ONCE else PATIENCE
        await self.ask(Question(lambda: (f"position {position}", f"go level {level}"), hear, patience), person, urgency)
        return found[0]

    async def review(self, record: str, person: int, told: Told, seat: int = 0) -> str | None:
        """The review of the record of a game, as text; None if there is none. ``told`` hears how far it is. Of a
        ``seat``, its moments are told, and one of the other's.
        """
        reviewing = Reviewing(record, told, seat)
        try:
            await self.ask(Question(reviewing.ask, reviewing.hear, REVIEW_PATIENCE, reviewing.steps), person, LATER)
        except Unanswered as error:
            LOG.info("a review could not be made: %s", error)
            return None
        return reviewing.text

    async def ask(self, question: Question, person: int, urgency: int) -> None:
        """Let a person's question hear its answer when its turn comes. Raises Unanswered, also if too many wait.

        A question that may be answered `LATER` makes way for the others, even in the middle of its answer: then it is
        put again.
        """
        if self._is_closed:
            raise Unanswered("the bot ends")
        if not self._waiting.has_room(urgency, person):
            raise Unanswered("too many others wait")
        job = Job(urgency, person, question, asyncio.get_running_loop().create_future())
        self._jobs.add(job)
        self._waiting.add(job)
        try:
            if not self._wake():
                self._make_way()
            await job.done
        finally:
            self._jobs.discard(job)
            for slot in self._slots:
                if slot.job is job:  # nobody waits for its answer any more
                    slot.worker.interrupt()
            self._waiting.drop(job)

    async def close(self) -> None:
        """End all processes. Nobody gets an answer any more."""
        self._is_closed = True
        for job in self._jobs:
            _finish(job, Unanswered("the bot ends"))
        serving = [slot.serving for slot in self._slots if slot.serving]
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await asyncio.gather(*(slot.worker.close() for slot in self._slots))

    def _wake(self) -> bool:
        """Let an idle process look for a job. False if there is none."""
        for slot in self._slots:
            if slot.serving is None:  # with a context of its own, for it goes on with the questions of others
                slot.serving = asyncio.create_task(self._serve(slot), context=Context())
                slot.is_looking = True
                return True
        return False

    def _make_way(self) -> None:
        """Interrupt a job that may be answered later, if a more urgent one could run in its place."""
        able = [
            (slot.job, slot.worker)
            for slot in self._slots
            if slot.job and slot.job.urgency == LATER and not (slot.is_in_peace or slot.worker.is_interrupted)
        ]
        if able and self._is_urgent():
            job, worker = min(able, key=lambda each: each[0].interrupted)
            job.interrupted += 1
            worker.interrupt()

    async def _serve(self, slot: Slot) -> None:
        while job := self._next_for(slot):
            slot.job = job
            pause = await self._work(slot, job)
            slot.job = None
            if job in self._jobs and not job.done.done():
                self._waiting.put_back(job)
            if self._waiting:  # somebody may have waited for this very job to be done
                self._wake()
            await asyncio.sleep(pause)
        slot.serving = None

    def _next_for(self, slot: Slot) -> Job | None:
        """The job whose turn it is. One of several processes is kept free of those that may be answered later."""
        slot.is_looking = False
        later = sum(1 for slot in self._slots if slot.job and slot.job.urgency == LATER)
        return self._waiting.take(self._busy(), later=later < max(len(self._slots) - 1, 1))

    def _is_urgent(self) -> bool:
        return self._waiting.is_urgent(self._busy())

    def _busy(self) -> set[int]:
        """The people with a hint or a long move in work."""
        return {slot.job.person for slot in self._slots if slot.job and slot.job.urgency in (SHORTLY, SOON)}

    def _in_steps(self, slot: Slot, job: Job) -> Question:
        """A question whose answer makes way after each step, if others wait; before the first it may be in peace."""
        question, known = job.question, job.question.steps()
        slot.is_in_peace = job.interrupted >= MOST_INTERRUPTED or self._is_urgent()

        def hear(line: str) -> bool:
            nonlocal known
            is_last = question.hear(line)
            if question.steps() > known:
                known, job.interrupted, slot.is_in_peace = question.steps(), 0, False
                if self._is_urgent() and not any(each.is_looking for each in self._slots):
                    slot.worker.interrupt()
            return is_last

        patience = min(question.patience, STEP_PATIENCE) if slot.is_in_peace else question.patience
        return replace(question, hear=hear, patience=patience)

    async def _work(self, slot: Slot, job: Job) -> float:
        """Do a job, or leave it to be done again. Returns the seconds to rest before the next one."""
        question = self._in_steps(slot, job) if job.urgency == LATER else job.question
        try:
            is_answered = await slot.worker.answer(question)
        except Failed as failure:
            slot.failures += 1
            LOG.log(logging.DEBUG if slot.failures > 1 else logging.WARNING, "the engine starts anew: %s", failure)
            job.tries += 1
            if job.tries >= TRIES:
                _finish(job, Unanswered(str(failure)))
            return 0.0 if slot.failures < 2 else min(2.0 ** (slot.failures - 2), LONGEST_PAUSE)
        except Unanswered as error:
            LOG.exception("the engine does not understand a question")
            _finish(job, error)
        except Exception as error:  # a mistake of ours: whatever the process says next is no answer to anything
            LOG.exception("a question could not be put")
            await slot.worker.close()
            _finish(job, Unanswered(repr(error)))
        else:
            if is_answered:
                _finish(job)
        slot.failures = 0
        return 0.0


def _finish(job: Job, error: Unanswered | None = None) -> None:
    if job.done.done():
        return
    if error:
        job.done.set_exception(error)
    else:
        job.done.set_result(None)
