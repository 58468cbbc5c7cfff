"""How long the statements of clicks, commands and sweeps take in a database with very many games."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from sqlalchemy import Connection, Engine, event

from bot.store.backend.database import Database, listeners
from bot.store.backend.opening import open_database
from tests.store.plans import scans_in
from tools.scale.actions import acts_on

TIMES = 40
LIMIT = 0.010
"""The greatest median that is allowed, in seconds."""

MANY = ("my data", "forget me", "sweep: servers left long ago")
"""Acts that go through all that there is of somebody: each statement keeps to the limit, the whole need not."""

Act = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Measured:
    """The median seconds of the longest unit of work of an act, of the longest one that reads, and of the slowest
    statement.

    ``scans`` are the tables that a sweep looks through from beginning to end.
    """

    act: str
    unit: float
    reading: float
    statement: float
    scans: list[str]

    @property
    def wrong(self) -> str:
        """What is not as it should be, or nothing."""
        seconds = self.statement if self.act in MANY else max(self.statement, self.reading)
        slow = "too slow" * (seconds > LIMIT and not self.act.startswith("now and then:"))
        return ", ".join(filter(None, (slow, *(f"looks through {each}" for each in self.scans))))


async def measure(url: str, games: int) -> list[Measured]:
    """Measure each act."""
    database = await open_database(url)
    measured = [await _measured(database, name, act) for name, act in acts_on(database, games, Random()).items()]
    await database.close()
    return measured


async def _measured(database: Database, name: str, act: Act) -> Measured:
    units, readings, statements = [], [], []
    for _ in range(TIMES):
        with Listener() as heard:
            await act()
        units.append(max(heard.reads + heard.writes))
        readings.append(max(heard.reads, default=0.0))
        statements.append(max(heard.seconds))
    scans = await database.read(scans_in, heard.statements) if name.startswith("sweep:") else []
    return Measured(name, median(units), median(readings), median(statements), scans)


class Listener:
    """Hears of the units and statements that are executed, and for how many seconds.

    A statement's seconds end before its rows are read, which SQLite finds only then; a unit's end once it is committed.
    """

    def __init__(self) -> None:
        self.statements: dict[str, Any] = {}
        """All of them, each with some parameters that it had."""
        self.reads: list[float] = []
        self.writes: list[float] = []
        self.seconds: list[float] = []
        self._begun = 0.0

    def __enter__(self) -> Listener:
        event.listen(Engine, "before_cursor_execute", self._before)
        event.listen(Engine, "after_cursor_execute", self._after)
        listeners.append(self._note_unit)
        return self

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "before_cursor_execute", self._before)
        event.remove(Engine, "after_cursor_execute", self._after)
        listeners.remove(self._note_unit)

    def _before(self, _: Connection, __: object, statement: str, parameters: Any, *___: object) -> None:
        self.statements[statement] = parameters
        self._begun = time.perf_counter()

    def _after(self, *_: object) -> None:
        self.seconds.append(time.perf_counter() - self._begun)

    def _note_unit(self, kind: str, seconds: float) -> None:
        (self.reads if kind == "read" else self.writes).append(seconds)
