"""What a click costs, counted and not timed: statements, commits, hops to other threads, and requests to Discord.

Why: decision 0050.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
import simcord

from bot.store.backend import sqlite
from bot.store.backend.database import Database


@dataclass
class Costs:
    """The ``statements`` that a server would be given, those that begin and end transactions too; ``commits`` of what
    was written; ``hops`` from the event loop to other threads; and ``requests`` to Discord, answers included.
    """

    statements: int = 0
    commits: int = 0
    hops: int = 0
    requests: int = 0


class Counter:
    """Counts what all databases on files do that are opened after its making."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._costs = costs = Costs()

        class Cursor(sqlite3.Cursor):
            def execute(self, statement: str, *parameters: Any) -> Any:
                costs.statements += {"BEGIN IMMEDIATE": 2, "BEGIN DEFERRED": 0}.get(statement, 1)  # and what ends it
                costs.commits += statement == "BEGIN IMMEDIATE"
                return super().execute(statement, *parameters)

            def executemany(self, *what: Any) -> Any:
                costs.statements += 1
                return super().executemany(*what)

        class Driver(sqlite._Driver):
            def cursor(self, *_: object) -> Any:
                return super().cursor(Cursor)

            def execute(self, statement: Any, parameters: Any = (), /) -> Any:
                costs.hops += callable(statement)
                return super().execute(statement, parameters)

        monkeypatch.setattr(sqlite, "_Driver", Driver)
        monkeypatch.setattr(Database, "read", self._whole(Database.read))
        hopping = self._hopping(asyncio.BaseEventLoop.run_in_executor)
        monkeypatch.setattr(asyncio.BaseEventLoop, "run_in_executor", hopping)

    @contextmanager
    def counting(self, env: simcord.Env) -> Iterator[Costs]:
        """What is done in between."""
        for field in fields(Costs):
            setattr(self._costs, field.name, 0)
        before = len(env.http_requests)
        costs = Costs()
        yield costs
        counted = replace(self._costs, requests=len(env.http_requests) - before)
        for field in fields(Costs):
            setattr(costs, field.name, getattr(counted, field.name))

    def _whole(self, read: Callable[..., Any]) -> Callable[..., Any]:
        """Count what begins and ends a transaction of a read: on a file, `read_latest` has one as well."""

        def begin(*args: Any, **keywords: Any) -> Any:
            self._costs.statements += 2
            return read(*args, **keywords)

        return begin

    def _hopping(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def hop(*args: Any) -> Any:
            self._costs.hops += 1
            return run(*args)

        return hop
