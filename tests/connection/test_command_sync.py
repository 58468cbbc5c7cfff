"""The commands are registered when they have changed, and their numbers are known whatever Discord says."""

import asyncio
import logging
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.connection import command_sync
from bot.connection.command_sync import Registration
from bot.store.backend.database import Database
from bot.ui.kit.brand import ADMIN, ROOT
from tests.ui.faults import refusal

ENTRY_POINT = {"id": "9", "type": 4, "name": "launch", "description": "", "handler": 2, "version": "1"}


class Http:
    """Discord's list of the commands. ``sent`` are the lists that it got, ``refusals`` what it answers instead."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []
        self.sent: list[list[dict[str, Any]]] = []
        self.refusals: list[Exception] = []

    async def get_global_commands(self, _: int) -> list[dict[str, Any]]:
        return self.commands

    async def bulk_upsert_global_commands(self, _: int, payload: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if self.refusals:
            raise self.refusals.pop(0)
        self.sent.append(payload)
        first = 10 * len(self.sent)
        self.commands = [{"id": str(number), "type": 1, **command} for number, command in enumerate(payload, first)]
        return self.commands


class Program:
    """One program with its tree of commands, started as often as a test likes."""

    def __init__(self, database: Database) -> None:
        self.http = Http()
        self.client = cast(Any, discord.Client(intents=discord.Intents.none()))
        self.client.http = self.http
        self.client._connection.application_id = 7
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self.client)
        self.database = database
        self.ids: dict[str, int] = {}

    def add(self, name: str) -> None:
        self.tree.add_command(app_commands.Group(name=name, description="quilts"))

    async def start(self) -> Registration:
        """Start it: it knows nothing but what is in the store."""
        self.ids = {}
        registration = Registration(self.client, self.tree, self.database, self.ids)
        await registration.begin()
        return registration


@pytest.fixture
def program(database: Database) -> Program:
    new = Program(database)
    new.add(ROOT)
    return new


async def test_commands_are_sent_only_when_they_have_changed(program: Program) -> None:
    for _ in range(2):
        await program.start()
        assert (program.ids, len(program.http.sent)) == ({ROOT: 10}, 1)
    program.add(ADMIN)
    for _ in range(2):
        await program.start()
        assert (program.ids, len(program.http.sent)) == ({ROOT: 20, ADMIN: 21}, 2)


async def test_the_entry_point_of_an_activity_is_kept_and_what_another_program_removes_is_sent_again(
    program: Program,
) -> None:
    program.http.commands = [ENTRY_POINT]
    for _ in range(2):
        await program.start()
        assert [[command["name"] for command in sent] for sent in program.http.sent] == [[ROOT, "launch"]]
        assert program.ids == {ROOT: 10}
    program.http.commands = []
    await program.start()
    assert len(program.http.sent) == 2


@pytest.mark.parametrize(
    "refused", [discord.RateLimited(60.0), refusal(503), refusal(400, 50240), refusal(403, 50001)], ids=repr
)
async def test_what_discord_refuses_is_tried_again_with_growing_pauses(
    program: Program, refused: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await program.start()
    program.add(ADMIN)
    program.http.refusals = [refused] * 4
    pauses: list[float] = []
    over = asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 4:
            over.set()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with caplog.at_level(logging.WARNING):
        registration = await program.start()
        assert program.ids == {ROOT: 10}, "what was registered before still is"
        await over.wait()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not asyncio.current_task()))
    assert program.ids == {ROOT: 20, ADMIN: 21}
    assert pauses == [60 if isinstance(refused, discord.RateLimited) else 30, 60, 120, 240]
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert ["could not be registered" in record.getMessage() for record in warnings] == [True] * 4
    assert not any(record.exc_info for record in warnings)
    registration.stop()


async def test_a_discord_that_says_nothing_does_not_hold_up_a_start(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.start()

    async def silence(_: int) -> list[dict[str, Any]]:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(command_sync, "PATIENCE", 0.01)
    monkeypatch.setattr(program.http, "get_global_commands", silence)
    registration = await program.start()
    assert program.ids == {ROOT: 10}
    registration.stop()
