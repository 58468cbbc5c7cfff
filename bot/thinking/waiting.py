"""Whose turn it is: the questions that wait, people one after the other, and the short ones first but not for ever.

Why: decision 0043.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Container
from dataclasses import dataclass

from bot.thinking.worker import Question

AT_ONCE, SHORTLY, SOON, LATER = range(4)
"""How long people usually wait for an answer: not at all (a quick move takes milliseconds), a moment (a hint takes a
fifth of a second), a second or two (a move of the strongest rival takes half of one), or while they do something else.
"""

MOST_IN_A_ROW = {AT_ONCE: 50, SHORTLY: 1, SOON: 10}
"""How many questions of an urgency in a row go before a less urgent one. So many quick moves, or a hint and the current
job, take no longer than one search of the strongest rival.
"""

MOST_WAITING = 100
"""How many questions of an urgency may wait. Above that, everybody may still have one."""


@dataclass(eq=False, slots=True)
class Job:
    """A question, who waits for its answer, and what became of it.

    ``tries`` is how often a process has failed at it, ``interrupted`` how often it made way since its last step.
    """

    urgency: int
    person: int
    question: Question
    done: asyncio.Future[None]
    tries: int = 0
    interrupted: int = 0


class Waiting:
    """The jobs that wait for a process."""

    def __init__(self) -> None:
        self._jobs: dict[int, OrderedDict[int, deque[Job]]] = {
            urgency: OrderedDict() for urgency in (AT_ONCE, SHORTLY, SOON, LATER)
        }
        self._in_a_row = dict.fromkeys(MOST_IN_A_ROW, 0)

    def __len__(self) -> int:
        return sum(map(self._count, self._jobs))

    def has_room(self, urgency: int, person: int) -> bool:
        """Tell whether one more job of a person may wait."""
        return person not in self._jobs[urgency] or self._count(urgency) < MOST_WAITING

    def add(self, job: Job) -> None:
        """Queue a job behind the others of its person, and a new person behind all others."""
        self._jobs[job.urgency].setdefault(job.person, deque()).append(job)

    def put_back(self, job: Job) -> None:
        """Queue a job that was begun before all others of its urgency."""
        people = self._jobs[job.urgency]
        people.setdefault(job.person, deque()).appendleft(job)
        people.move_to_end(job.person, last=False)

    def drop(self, job: Job) -> None:
        """Forget a job, if it waits."""
        people = self._jobs[job.urgency]
        if job in people.get(job.person, ()):
            people[job.person].remove(job)
            if not people[job.person]:
                del people[job.person]

    def take(self, busy: Container[int] = (), *, later: bool = True) -> Job | None:
        """Take the job whose turn it is; None if none may be done now.

        People who are ``busy`` have a job of a second or so in work, and their other ones wait. Jobs that may be
        answered `LATER` are taken only if ``later``.
        """
        people = {urgency: self._next_person(urgency, busy) for urgency in self._jobs if urgency < LATER or later}
        able = [urgency for urgency, person in people.items() if person is not None]
        for urgency in able:
            if urgency == able[-1]:
                return self._taken(urgency, people[urgency])
            if self._in_a_row[urgency] < MOST_IN_A_ROW[urgency]:
                self._in_a_row[urgency] += 1
                return self._taken(urgency, people[urgency])
            self._in_a_row[urgency] = 0
        return None

    def is_urgent(self, busy: Container[int]) -> bool:
        """Tell whether a job could be done now that may not be answered `LATER`."""
        return any(self._next_person(urgency, busy) is not None for urgency in MOST_IN_A_ROW)

    def _count(self, urgency: int) -> int:
        return sum(map(len, self._jobs[urgency].values()))

    def _next_person(self, urgency: int, busy: Container[int]) -> int | None:
        takes_long = urgency in (SHORTLY, SOON)
        return next((person for person in self._jobs[urgency] if not (takes_long and person in busy)), None)

    def _taken(self, urgency: int, person: int | None) -> Job:
        """Take the first job of a person, who goes to the end of the queue."""
        assert person is not None
        people = self._jobs[urgency]
        job = people[person].popleft()
        people.move_to_end(person)
        if not people[person]:
            del people[person]
        return job
