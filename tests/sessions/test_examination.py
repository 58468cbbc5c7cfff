"""The examination finds what does not agree with the log, and mends what can be told from the log."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.challenges import Challenges
from bot.sessions.examination import Examination
from bot.sessions.games import Games
from bot.store.database import Database
from tests.sessions.building import random_move
from tests.store.building import CHANNEL, GUILD, MINA, TOM, rows


def clock() -> int:
    return 1_000_000


@pytest.fixture
async def examination(database: Database) -> Examination:
    """A database with one game of three moves."""
    challenges = Challenges(database, clock, max_games=9)
    made = await challenges.make(guild_id=GUILD, channel_id=CHANNEL, challenger=MINA, challenged=TOM, pace=3)
    _, session = await challenges.accept(made.id, TOM)
    for _ in range(3):
        move = random_move(random.Random(1), session)
        session = await Games(database, clock).play(session.id, session.revision, session.mover, move)
    return Examination(database, clock)


async def spoil(database: Database, statement: str) -> None:
    async def work(connection: AsyncConnection) -> Any:
        await connection.execute(text(statement))

    await database.write(work)


async def test_nothing_is_found_in_a_sound_database(examination: Examination) -> None:
    assert await examination.findings() == []
    assert await examination.waiting() == ["Game 1 is not shown: its board does not stand, or shows an older state."]


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE games SET position = 'elsewhere'", "cached position"),
        ("UPDATE games SET mover = 77", "cached user to move"),
        ("UPDATE games SET revision = 2", "cached revision"),
        ("UPDATE games SET ending = 'resigned'", "cached ending"),
        ("DELETE FROM timers", "no timer"),
    ],
)
async def test_what_is_kept_beside_the_log_is_mended_from_it(
    database: Database, examination: Examination, statement: str, what: str
) -> None:
    before = await database.read(rows)
    await spoil(database, statement)
    (finding,) = await examination.findings()
    assert what in finding.text
    assert finding.mendable == 1
    assert await examination.mend(finding.mendable)
    assert await database.read(rows) == before
    assert await examination.findings() == []


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE log SET text = '17N@A1' WHERE number = 1", "cannot be replayed"),
        ("UPDATE log SET text = 'nonsense' WHERE number = 2", "'nonsense' is not a move"),
        ("UPDATE log SET kind = 'dance' WHERE number = 3", "unknown kind: dance"),
        ("DELETE FROM log WHERE number = 2", "not numbered without a gap"),
    ],
)
async def test_a_spoilt_log_is_told_and_left_alone(
    database: Database, examination: Examination, statement: str, why: str
) -> None:
    await spoil(database, statement)
    before = await database.read(rows)
    (finding,) = await examination.findings()
    assert why in finding.text
    assert not finding.mendable
    assert not await examination.mend(1)
    assert await database.read(rows) == before


async def test_damage_that_the_engine_sees_is_told(database: Database, examination: Examination) -> None:
    async def orphan(connection: AsyncConnection) -> None:
        await connection.execute(text("INSERT INTO messages VALUES (5, 77, 1, 'board', 0, 0, 'live')"))

    await spoil_without_keys(database, orphan)
    assert [
        "a row of messages refers to a row of games that is not there" in each.text
        for each in await examination.findings()
    ] == [True]


async def spoil_without_keys(database: Database, work: Any) -> None:
    async with database._reader.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.execute("PRAGMA foreign_keys=OFF")
        await work(connection)
        await connection.commit()
        await raw.driver_connection.execute("PRAGMA foreign_keys=ON")
