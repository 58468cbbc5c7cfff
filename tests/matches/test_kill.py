"""Killed at any moment, the program has kept every change that it had reported."""

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy

from bot.matches.audit import Audit
from bot.matches.log import cache_of
from bot.matches.play import Matches
from bot.store.backend.database import Database
from bot.store.games import find_game
from tests.matches.player import TABLES, clock, play
from tests.store.building import PROCESSES, opened, rows, url_of

pytestmark = pytest.mark.night

KILLS, MOST_CHANGES = 50, 16
"""How many kills come at least, and how many changes a player makes at most before the one that it is killed over: a
number of them, since a busy machine lets it make few in any time.
"""

Rows = tuple[Any, ...]
Log = dict[tuple[int, int], tuple[str, str]]
"""Kind and text of events, by game and number. Number 0 is the start: its text is the seat that begins."""


def play_and_kill(path: Path, seed: int, changes: int, seconds: float) -> Log:
    """Start a player, kill it some seconds after so many changes (0: after its start), return what it had reported."""
    reports, sender = PROCESSES.Pipe(duplex=False)
    player = PROCESSES.Process(target=play, args=(url_of(path), seed, sender))
    player.start()
    sender.close()
    with reports:
        lines = [reports.recv_bytes().decode() for _ in range(changes)]
        time.sleep(seconds)
        player.kill()
        lines += received(reports)
    player.join()
    assert player.exitcode == -signal.SIGKILL
    log: Log = {}
    for line in lines:
        game, number, kind, rest = line.split(" ", 3)
        assert (int(game), int(number)) not in log
        log[int(game), int(number)] = (kind, rest)
    return log


def received(reports: Connection) -> Iterator[str]:
    """What comes until the other end is closed."""
    while True:
        try:
            yield reports.recv_bytes().decode()
        except EOFError:
            return


async def kept(path: Path, known: dict[Rows, str]) -> Log:
    """What a database has kept, after checking that it is sound and agrees with itself.

    A game is replayed from its log, unless the same rows were checked before: then they are ``known``, with its start.
    """
    async with opened(path) as database:
        assert await database.read(pragma, "integrity_check") == [("ok",)]
        assert await database.read(pragma, "foreign_key_check") == []
        tables = await database.read(rows, "games", "log")
        log: Log = {}
        for game, *rest in tables["games"]:
            events = [event for event in tables["log"] if event[0] == game]
            log |= chosen(events)
            now = (game, *rest, *events)
            if now not in known:
                known[now] = await checked(database, game, events)
            log[game, 0] = ("start", known[now])
        return log


async def planned(path: Path) -> int:
    """Count the moves that plans have made, once the doctor has found nothing wrong with those that are left."""
    async with opened(path) as database:
        assert (await Audit(database, clock).examine()).findings == []
        return sum(how == "planned" for *_, how, _ in (await database.read(rows, "log"))["log"])


def chosen(events: list[Rows]) -> Log:
    """What somebody did of a game's log: without forced moves, and without what takes them back together with one."""
    log: Log = {}
    standing: list[str | None] = []
    for game, number, kind, _, text, _, how, _ in events:
        if kind == "move":
            standing.append(how)
        if how is None and (kind not in ("undo", "takeback") or standing.pop() != "forced"):
            log[game, number] = (kind, text)
    return log


async def checked(database: Database, game: int, events: list[Rows]) -> str:
    """The seat that begins a game whose row agrees with its log, in which no event is missing."""
    match = await Matches(database, clock).load(game)  # replays the log
    row = await database.read(find_game, game)
    assert row is not None
    assert (row.revision, row.cache) == (match.revision, cache_of(match))
    assert row.ended_at == (events[-1][5] if match.outcome else None)
    assert not match.has_plan(match.to_move), "a plan was neither carried out nor dropped"
    assert [number for _, number, *_ in events] == list(range(1, match.revision + 1))
    return str(match.setup.first)


def pragma(connection: sqlalchemy.Connection, name: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(sqlalchemy.text(f"PRAGMA {name}"))]


def test_every_change_reported_before_a_kill_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    rng = random.Random(2026)
    before: Log = {}
    known: dict[Rows, str] = {}
    reported = 0
    for kill in range(KILLS + 10):
        if kill % 6 == 0:
            log = play_and_kill(path, kill, 0, rng.uniform(0, 0.2))
        else:
            log = play_and_kill(path, kill, rng.randint(1, MOST_CHANGES), rng.uniform(0, 0.02))
        after = asyncio.run(kept(path, known))
        promised = before | log
        assert len(promised) == len(before) + len(log), "an event was reported that was there before"
        assert {key: after.get(key) for key in promised} == promised
        assert len(after) - len(promised) <= TABLES, "at most one change a game is committed and not yet reported"
        before, reported = after, reported + len(log)
    assert asyncio.run(planned(path)) > KILLS
    kinds = {kind for kind, _ in before.values()}
    assert reported > 2 * KILLS
    assert {"start", "move", "undo"} <= kinds  # and a few resignations and cancelled games
