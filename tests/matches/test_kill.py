"""Killed at any moment, the program has kept every change that it had reported."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
import sqlalchemy

from bot.matches.play import Matches
from bot.store.games import find_game
from tests.matches.player import TABLES, clock, play
from tests.store.building import PROCESSES, opened, rows, url_of

pytestmark = pytest.mark.slow

KILLS = 50

Log = dict[tuple[int, int], tuple[str, str]]
"""Kind and text of events, by game and number. Number 0 is the start: its text is the seat that begins."""


def play_and_kill(path: Path, seed: int, seconds: float, *, opening: bool = False) -> Log:
    """Start a player, kill it some seconds after its first change (or after its start), return what it had reported."""
    reports, sender = PROCESSES.Pipe(duplex=False)
    player = PROCESSES.Process(target=play, args=(url_of(path), seed, sender))
    player.start()
    sender.close()
    with reports:
        lines = [] if opening else [reports.recv_bytes().decode()]
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


async def kept(path: Path) -> Log:
    """What a database has kept, after checking that it is sound and agrees with itself."""
    async with opened(path) as database:
        assert await database.read(pragma, "integrity_check") == [("ok",)]
        assert await database.read(pragma, "foreign_key_check") == []
        tables = await database.read(rows, "games", "log")
        log: Log = {(game, number): (kind, text) for game, number, kind, _, text, _ in tables["log"]}
        for game in [row[0] for row in tables["games"]]:
            match = await Matches(database, clock).load(game)  # replays the log
            row = await database.read(find_game, game)
            assert row is not None
            ended_at = next((event[-1] for event in reversed(tables["log"]) if event[0] == game), None)
            assert (row.revision, row.cache) == (match.revision, match.cache(ended_at))
            numbers = [number for owner, number in log if owner == game]
            assert numbers == list(range(1, match.revision + 1))
            log[game, 0] = ("start", str(match.setup.first))
        return log


def pragma(connection: sqlalchemy.Connection, name: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(sqlalchemy.text(f"PRAGMA {name}"))]


def test_every_change_reported_before_a_kill_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    rng = random.Random(2026)
    before: Log = {}
    reported = 0
    for kill in range(KILLS + 10):
        if kill % 6 == 0:
            log = play_and_kill(path, kill, rng.uniform(0, 0.2), opening=True)
        else:
            log = play_and_kill(path, kill, rng.uniform(0, 0.12))
        after = asyncio.run(kept(path))
        known = before | log
        assert len(known) == len(before) + len(log), "an event was reported that was there before"
        assert {key: after.get(key) for key in known} == known
        assert len(after) - len(known) <= TABLES, "at most one change a game is committed and not yet reported"
        before, reported = after, reported + len(log)
    kinds = {kind for kind, _ in before.values()}
    assert reported > 2 * KILLS
    assert {"start", "move", "undo"} <= kinds  # and a few resignations and cancelled games
