"""What is under way for people: each thing once, however many ask for it, and only so much at a time."""

import asyncio
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from bot.matches.match import Match, Refusal

W = TypeVar("W")


class Underway(Generic[W]):
    """Work in progress, each for the person who asked first. ``most_of_one`` and ``most``: how much of it may be one
    person's, and how much there may be in all, each with the reason of the refusal beyond that.
    """

    def __init__(self, most_of_one: tuple[int, str], most: tuple[int, str]) -> None:
        self._most_of_one, self._of_one = most_of_one
        self._most, self._busy = most
        self._work: dict[Hashable, tuple[int, W]] = {}

    def find(self, what: Hashable) -> W | None:
        """The work on something, if it is under way."""
        _, work = self._work.get(what, (0, None))
        return work

    def check(self, person: int, match: Match | None = None) -> None:
        """Raise Refusal unless more may be begun for a person. Its answer shows the ``match``."""
        people = [each for each, _ in self._work.values()]
        if people.count(person) >= self._most_of_one:
            raise Refusal(self._of_one, match, count=self._most_of_one)
        if len(people) >= self._most:
            raise Refusal(self._busy, match)

    def note(self, what: Hashable, person: int, work: W, task: asyncio.Task[Any]) -> None:
        """Note work that was begun for a person, until the task that does it ends."""
        self._work[what] = person, work
        task.add_done_callback(lambda _: self._work.pop(what))
