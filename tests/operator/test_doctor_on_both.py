"""``python -m bot doctor`` finds and mends the same on both kinds of databases, and names the tools of each."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.config import Config
from bot.matches import audit
from bot.matches.play import Matches
from bot.operator.doctor import examine
from bot.store.backend.database import Database
from bot.store.messages import record_message
from tests.matches.building import FIRST, Hands, new_match, stored
from tests.program import call_in, refused
from tests.store.building import MINA, board, opened


async def three_games(database: Database) -> None:
    """Games of one move each, which their boards show."""
    for _ in range(3):
        match = await stored(database, replace(new_match(), pace=3))
        match = await Matches(database, Hands()).play(match.id, 0, MINA, FIRST)
        row = board(match.id, match.id, revision=match.revision, to_move=match.to_move)
        await database.write(record_message, row)


async def spoilt(url: str, *statements: str) -> None:
    async with opened(url) as database:
        await three_games(database)
        for statement in statements:
            await database.write(lambda connection, sql: connection.execute(text(sql)), statement)


async def told(url: str, *, repair: bool = False) -> tuple[list[str], bool]:
    return await asyncio.to_thread(examine, Config(url), None, repair=repair)


DAMAGE = (
    "UPDATE games SET to_move = 1, points1 = 7 WHERE id = 1",
    "UPDATE games SET revision = 7 WHERE id = 2",
    "DELETE FROM timers WHERE subject = 3",
    "UPDATE games SET deadline = NULL WHERE id = 3",
    "INSERT INTO timers (kind, subject, due) VALUES ('close', 99, 5)",
)
FOUND = [
    "the database: it holds rows of games that do not exist: 1 in timers (--repair mends it)",
    "game 1: what is kept beside its log is not what the log says (--repair mends it)",
    "game 2: its cache is at event 7, its log at 1 (--repair mends it)",
    "game 3: it has a pace, but its clock does not run (--repair mends it)",
    "game 3: it has no timer that would ever close it (--repair mends it)",
    "No findings, because the bot sees to it by itself: games whose last event is not shown yet: 1 (2).",
]


@pytest.mark.parametrize("at_once", [1, 2, 1_000])
async def test_a_sound_database_is_called_so(url: str, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "AT_ONCE", at_once)
    await spoilt(url)
    lines, sound = await told(url)
    assert sound
    assert lines[-1] == "Games replayed: 3, findings: 0."


@pytest.mark.slow
async def test_the_same_is_found_and_mended(url: str) -> None:
    await spoilt(url, *DAMAGE)
    lines, sound = await told(url)
    assert not sound
    assert [line for line in lines if ": " in line][: len(FOUND)] == FOUND
    lines, sound = await told(url, repair=True)
    assert sound, lines
    assert lines[:2] == ["Rows of games that do not exist deleted: 1 in timers.", "Games mended: 3."]
    assert (await told(url))[1]


@pytest.mark.postgresql
def test_backup_and_restore_name_the_tools_of_a_server(url: str, tmp_path: Path) -> None:
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        sentence = refused(tmp_path, {"DATABASE_URL": url}, command, "file")
        assert sentence.startswith("The games are on a PostgreSQL server, in ")
        assert f"PostgreSQL's own '{tool} " in sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgresql
def test_the_commands_run_on_a_server(url: str, tmp_path: Path) -> None:
    status, words, errors = call_in(tmp_path, {"DATABASE_URL": url}, "migrate")
    assert (status, errors) == (0, "")
    assert "is up to date, at version" in words
    status, words, errors = call_in(tmp_path, {"DATABASE_URL": url}, "doctor")
    assert (status, errors) == (0, "")
    assert words.endswith("Games replayed: 0, findings: 0.\n")
