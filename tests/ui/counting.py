"""What a click costs, counted and not timed: statements, commits, hops to other threads, and requests to Discord.

Why: decision 0050.
"""

import asyncio
import io
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

import discord
import pytest
import simcord
from simcord.http import router

from bot.store.backend import sqlite
from bot.store.backend.database import Database


@dataclass
class Costs:
    """The ``statements`` that a server would be given, those that begin and end transactions too; ``commits`` of what
    was written; ``hops`` from the event loop to other threads; ``requests`` to Discord, answers included; the ``files``
    in them, and all their bytes: these are ``sent``, which two of the same kind need not have in common.
    """

    statements: int = 0
    commits: int = 0
    hops: int = 0
    requests: int = 0
    files: int = 0
    sent: int = field(default=0, compare=False)


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
        monkeypatch.setattr(router, "dispatch", self._sending(router.dispatch))

    @contextmanager
    def counting(self, env: simcord.Env) -> Iterator[Costs]:
        """What is done in between."""
        for each in fields(Costs):
            setattr(self._costs, each.name, 0)
        before = len(env.http_requests)
        costs = Costs()
        yield costs
        counted = replace(self._costs, requests=len(env.http_requests) - before)
        for each in fields(Costs):
            setattr(costs, each.name, getattr(counted, each.name))

    def _whole(self, read: Callable[..., Any]) -> Callable[..., Any]:
        """Count what begins and ends a transaction of a read: on a file, `read_latest` has one as well."""

        def begin(*args: Any, **keywords: Any) -> Any:
            self._costs.statements += 2
            return read(*args, **keywords)

        return begin

    def _sending(self, dispatch: Callable[..., Any]) -> Callable[..., Any]:
        """Count what a request brings to the simulated Discord."""

        def send(*args: Any, files: Sequence[discord.File], **keywords: Any) -> Any:
            self._costs.files += len(files)
            self._costs.sent += sum(file.fp.seek(0, io.SEEK_END) for file in files)
            self._costs.sent += len(json.dumps(keywords["json"], ensure_ascii=False).encode())
            for file in files:
                file.reset()
            return dispatch(*args, files=files, **keywords)

        return send

    def _hopping(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def hop(*args: Any) -> Any:
            self._costs.hops += 1
            return run(*args)

        return hop
