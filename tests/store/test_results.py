"""Migration 0004 takes a database that the version before has written, with games running.

`games_0003.sql` was made by the code of commit db0091c: 30 games of six people in two servers, of all kinds and
endings, some with moves that were undone or given back, with their messages, timers, challenges and settings.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store.backend.opening import open_database
from bot.store.changes import append
from bot.store.games import GameRow, find_game, read_log, running_games
from bot.store.messages import MessageRow, doomed_messages
from bot.store.unsettled import games_not_shown
from game import Record, parse_move, parse_record
from tests.store.building import event, messages_of, new_game, opened, timers_of, url_of

Rows = list[tuple[Any, ...]]

RESULTS = {
    1: ("finished", 1, 8, 5),
    2: ("finished", 1, 12, -21),
    3: ("finished", 2, -5, 6),
    4: ("resigned", 2, -85, -100),
    5: ("resigned", 1, -157, -157),
    6: ("cancelled", None, -128, -122),
    7: ("claimed", 2, -120, -107),
    8: ("claimed", 1, -128, -134),
    9: ("closed", None, -140, -127),
    10: ("closed", None, -128, -128),
    11: ("finished", 2, 2, 7),
    12: ("finished", 2, 7, 7),
    13: ("finished", 2, 3, 7),
    14: ("finished", 2, 3, 7),
    15: ("finished", 1, 9, 7),
    16: ("finished", 2, -14, 42),
    17: ("resigned", 2, -129, 0),
}
"""How the games ended, by number: who won and the points, as the code that made the file says. The others run."""

SOLO = {*range(11, 21)}
KEPT = (
    "id, guild_id, channel_id, player1, setup, language, created_at, cards, rematch_of, revision, ending,"
    " pace, deadline, paused, away, nudged_at"
)
"""The columns of games that stay as they are."""

MOVERS = "SELECT id, CASE mover WHEN player1 THEN 1 ELSE 2 END, mover FROM games WHERE ending IS NULL"
"""The seats and the users who are to move, before the migration."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The file as the version before has left it."""
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((Path(__file__).parent / "games_0003.sql").read_text())
    return path


def asked(path: Path, query: str) -> Rows:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def columns(path: Path, table: str) -> str:
    """The columns that a table has now: a later migration may add more."""
    return ", ".join(name for _, name, *_ in asked(path, f"PRAGMA table_info({table})"))


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        assert file.execute(statement).rowcount > 0
        file.commit()


async def migrate(path: Path) -> None:
    await (await open_database(url_of(path))).close()


def counts(path: Path) -> dict[str, int]:
    names = [name for (name,) in asked(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: asked(path, f"SELECT count(*) FROM {name}")[0][0] for name in names}  # noqa: S608


def stands_at(game: GameRow, log: Rows) -> Record:
    """The game as its log tells it, without what was taken back."""
    moves: list[str] = []
    for _, kind, _, text, _ in log:
        if kind == "move":
            moves.append(text)
        elif kind in ("undo", "takeback"):
            assert moves.pop() == text
    return Record(parse_record(game.setup).setup, tuple(map(parse_move, moves)))


@pytest.mark.slow
async def test_nothing_is_lost(old: Path) -> None:
    log = "SELECT game_id, number, kind, seat, CAST(text AS BLOB), at FROM log ORDER BY game_id, number"
    same = [f"SELECT {columns(old, name)} FROM {name}" for name in ("challenges", "players", "servers")]  # noqa: S608
    same += [log, f"SELECT {KEPT} FROM games ORDER BY id", "SELECT * FROM sqlite_sequence"]  # noqa: S608
    before, numbers = [asked(old, query) for query in same], counts(old)
    await migrate(old)
    assert [asked(old, query) for query in same] == before
    assert counts(old) == numbers | {
        "blocks": 0,
        "calls": 0,
        "dailies": 0,
        "duels": 0,
        "groups": 0,
        "ladders": 0,
        "leases": 0,
        "members": 0,
        "notes": 1,
        "pairings": 0,
        "pars": 0,
        "plans": 0,
        "practice": 0,
        "results": 0,
        "reviews": 0,
        "standings": 0,
        "sundays": 0,
        "unrated": 0,
        "walls": 0,
    }
    assert (numbers["games"], numbers["log"], numbers["messages"], numbers["timers"]) == (30, 554, 37, 17)


async def test_what_is_migrated_is_sound(old: Path) -> None:
    await migrate(old)
    assert asked(old, "PRAGMA foreign_key_check") == []
    assert asked(old, "PRAGMA integrity_check") == [("ok",)]
    async with opened(old) as database:
        assert await database.write(new_game) == 31
        before = await database.read(find_game, 30)
        assert before is not None
        await database.write(append, 30, event(before.revision + 1), before.cache)


@pytest.mark.slow
async def test_ended_games_have_their_results(old: Path) -> None:
    await migrate(old)
    async with opened(old) as database:
        for number, (ending, winner, *points) in RESULTS.items():
            row = await database.read(find_game, number)
            assert row is not None
            log = await database.read(read_log, number)
            assert (row.ending, row.winner, row.points1, row.points2) == (ending, winner, *points)
            assert (row.to_move, row.ended_at) == (None, log[-1].at)
            told = [(event.number, event.kind, event.seat, event.text, event.at) for event in log]
            steps = list(stands_at(row, told).steps())
            last = steps[-1].position if steps else parse_record(row.setup).setup.start
            assert [last.score(1).total, last.score(2).total] == points
            assert last.winner == (winner if ending == "finished" else None)


async def test_running_games_go_on_with_the_seat_that_is_to_move(old: Path) -> None:
    users = {game: (seat, player) for game, seat, player in asked(old, MOVERS)}
    await migrate(old)
    async with opened(old) as database:
        rows = await database.read(running_games, None)
        assert {row.id for row in rows} == {*range(18, 31)}
        for row in rows:
            log = [(e.number, e.kind, e.seat, e.text, e.at) for e in await database.read(read_log, row.id)]
            steps = list(stands_at(row, log).steps())
            position = steps[-1].position if steps else parse_record(row.setup).setup.start
            assert row.to_move == position.turn
            assert (row.to_move, (row.player1, row.player2)[row.to_move - 1]) == users[row.id]
            assert (row.ended_at, row.winner, row.points1, row.points2) == (None,) * 4
        assert {row.to_move for row in rows} == {1, 2}


async def test_the_automa_is_nobody_any_more(old: Path) -> None:
    before: dict[int, int] = dict(asked(old, "SELECT id, player2 FROM games"))
    await migrate(old)
    after: dict[int, int | None] = dict(asked(old, "SELECT id, player2 FROM games"))
    assert {game for game, player in after.items() if player is None} == SOLO
    assert after == {game: player or None for game, player in before.items()}


@pytest.mark.slow
async def test_messages_are_taken_over_and_outdated_ones_have_a_column(old: Path) -> None:
    players = {game: users for game, *users in asked(old, "SELECT id, player1, player2 FROM games")}
    query = "SELECT message_id, game_id, channel_id, role, revision, mover, state FROM messages"
    expected = {}
    for message, game, channel, role, revision, mover, state in asked(old, query):
        seat = players[game].index(mover) + 1 if mover else None
        shown = revision if revision >= 0 else -1 - revision
        role = role.replace("offer", "cancel")  # what is asked for has a name of its own now
        expected[message] = MessageRow(message, game, channel, role, shown, seat, state, outdated=revision < 0)
    await migrate(old)
    async with opened(old) as database:
        found = [row for game in players for row in await database.read(messages_of, game)]
        assert {row.message_id: row for row in found} == expected
        assert [row.game_id for row in found if row.outdated] == [24, 25]
        assert {row.role for row in found} == {"board", "challenge", "cancel1", "pause1", "pause2", "takeback1"}
        assert {row.to_move for row in found} == {1, 2, None}
        assert len(await database.read(doomed_messages)) == 5
        assert await database.read(games_not_shown) == [24, 25, 29, 30]


async def test_timers_are_taken_over(old: Path) -> None:
    before = sorted(asked(old, "SELECT kind, game_id, due FROM timers"))
    await migrate(old)
    assert asked(old, "SELECT kind, subject, due FROM timers ORDER BY kind, subject") == before
    async with opened(old) as database:
        clock = {"remind": 1784977204, "expire": 1785063604, "close": 1786273204}
        assert await database.read(timers_of, 23) == clock
        assert await database.read(timers_of, 1) == {}


async def test_a_number_that_was_used_once_is_not_used_again(old: Path) -> None:
    changed(old, "UPDATE sqlite_sequence SET seq = 500 WHERE name = 'games'")
    async with opened(old) as database:
        assert await database.write(new_game) == 501


BROKEN = {
    "a text that is no move": "UPDATE log SET text = '99X@Z9' WHERE game_id = 3 AND number = 9",
    "a move that is not legal": "UPDATE log SET text = '*A1' WHERE game_id = 3 AND number = 9",
    "an unknown kind": "UPDATE log SET kind = 'jump' WHERE game_id = 3 AND number = 9",
    "too much undone": "UPDATE log SET kind = 'undo' WHERE game_id = 3 AND number < 9",
    "a lost event": "DELETE FROM log WHERE game_id = 3 AND number = 9",
    "headers that are none": "UPDATE games SET setup = '[Ring]' WHERE id = 3",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", BROKEN)
async def test_a_log_that_cannot_be_replayed_has_no_points_and_stops_nothing(
    old: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    changed(old, BROKEN[damage])
    (at,) = asked(old, "SELECT max(at) FROM log WHERE game_id = 3")[0]
    with caplog.at_level(logging.WARNING):
        await migrate(old)
    (warning,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert warning.levelno == logging.WARNING
    assert warning.getMessage().startswith("game 3 has no points: its log cannot be replayed (")
    query = "SELECT id, ending, winner, points1, points2 FROM games WHERE ending IS NOT NULL"
    found = {game: tuple(result) for game, *result in asked(old, query)}
    assert found == RESULTS | {3: ("finished", None, None, None)}
    assert asked(old, "SELECT ended_at FROM games WHERE id = 3") == [(at,)]


async def test_a_game_whose_log_is_lost_is_migrated_without_a_result(old: Path) -> None:
    changed(old, "DELETE FROM log WHERE game_id = 4")
    await migrate(old)
    result = "SELECT ending, ended_at, winner, points1, points2 FROM games WHERE id = 4"
    assert asked(old, result) == [("resigned", None, None, None, None)]
