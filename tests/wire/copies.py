"""Many games at once: copies of one that was really played, made in the database while no bot runs."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

HOUR = 3600


def copy_game(database: Path, game: int, count: int, place_of: Callable[[int], tuple[int, int]]) -> range:
    """Copy a game so many times, but not its messages, so that boards are owed. Returns the new games.

    ``place_of`` tells the server and the channel of each copy, by its number from 0.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.row_factory = sqlite3.Row
        original = dict(connection.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone())
        log = [dict(row) for row in connection.execute("SELECT * FROM log WHERE game_id = ?", (game,))]
        (last,) = connection.execute("SELECT max(id) FROM games").fetchone()
        for number in range(count):
            guild, channel = place_of(number)
            new = last + 1 + number
            _insert(connection, "games", {**original, "id": new, "guild_id": guild, "channel_id": channel})
            for row in log:
                _insert(connection, "log", {**row, "game_id": new})
    return range(last + 1, last + 1 + count)


def make_reminders_due(database: Path, games: range) -> None:
    """Let the players to move of some running games be reminded of a deadline that comes in an hour."""
    now = int(time.time())
    with closing(sqlite3.connect(database)) as connection, connection:
        for game in games:
            connection.execute("UPDATE games SET deadline = ? WHERE id = ?", (now + HOUR, game))
            _insert(connection, "timers", {"kind": "remind", "subject": game, "due": now - HOUR})


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, object]) -> None:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608
