"""What machines are made of that do things in any order: a database, a loop and a clock, and what holds after each."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from bot.matches.audit import Audit
from bot.matches.match import Refusal
from bot.matches.play import Matches
from bot.store.backend.opening import open_database
from tests.matches.building import Hands

T = TypeVar("T")

LONG_ENOUGH = 8
"""What ends all else comes after so many other things that nobody has refused."""

LENGTHS = pytest.mark.parametrize(
    ("examples", "steps"),
    [pytest.param(12, 25, marks=pytest.mark.cheapest), pytest.param(100, 50, marks=pytest.mark.night)],
    ids=["short", "long"],
)
"""How many times a machine is run, and for how many steps at most: few at each save, as they hold what no other test
does, and many at night.
"""


class Place:
    """A database for all runs of a machine, one after the other: each has people, games and a server of its own."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self.run: Callable[[Any], Any] = self._loop.run_until_complete
        self.database = self.run(open_database(url))
        self.clock = Hands()
        self.matches = Matches(self.database, self.clock)
        self.audit = Audit(self.database, self.clock)
        self.runs = 0

    def close(self) -> None:
        self.run(self.database.close())
        self._loop.close()


class Machine(RuleBasedStateMachine):
    """Somebody who does things in any order, and knows what must come of each."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place, self.database, self.clock = place, place.database, place.clock
        place.runs += 1
        self.number, self.done = place.runs, 0

    @property
    def is_late(self) -> bool:
        """Whether so much has happened in this run that it may come to an end."""
        return self.done > LONG_ENOUGH

    def users(self, count: int) -> list[int]:
        """So many people whom no other run knows."""
        return [1_000 * self.number + each for each in range(1, count + 1)]

    def do(self, asked: Awaitable[T]) -> T:
        """What comes of something that nobody refuses."""
        done: T = self.place.run(asked)
        return done

    def ask(self, asked: Awaitable[T], reason: str | None) -> T | None:
        """What comes of something, or None if it is refused for a reason, as it must be."""
        if reason is None:
            self.done += 1
            return self.do(asked)
        with pytest.raises(Refusal) as caught:
            self.do(asked)
        assert caught.value.reason == reason
        assert caught.value.match in (None, getattr(self, "match", None)), "the answer shows the game as it stands"
        return None

    def check_games(self, *games: int) -> None:
        """Some games are as their logs say, and so is all that is kept beside them."""
        assert self.do(self.place.audit.examine_games([*games])).findings == []


def run(url: str, machine: Callable[[Place], Machine], examples: int, steps: int) -> None:
    """Run a machine so many times: the same ones on each computer."""
    with _opened(url) as place:
        run_machine(lambda: machine(place), examples, steps)


def run_machine(machine: Callable[[], RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Run a machine so many times, wherever it is."""
    run_state_machine_as_test(  # type: ignore[no-untyped-call, unused-ignore]
        machine,  # type: ignore[arg-type]
        settings=settings(
            derandomize=True,
            database=None,
            deadline=None,
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
        ),
    )


@contextmanager
def _opened(url: str) -> Iterator[Place]:
    place = Place(url)
    try:
        yield place
    finally:
        place.close()
