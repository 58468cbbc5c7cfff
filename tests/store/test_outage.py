"""A database that can be read and takes nothing new: told once, with what to do, and over as soon as it is mended."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, text

from bot.store.backend import outage
from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway, StoreError
from bot.store.backend.opening import open_existing
from bot.store.games import game_ids
from bot.store.kv import save_value
from tests.store.building import new_game, opened, url_of
from tests.store.limits import no_longer_files
from tests.store.server import OwnServer, address_of

MUCH = "x" * 100_000
"""More than is left in any page."""

sqlite, postgresql = pytest.mark.sqlite, pytest.mark.postgresql


def store_much(connection: Connection) -> None:
    """Store what needs room of its own."""
    save_value(connection, "much", MUCH)


def run(connection: Connection, *statements: str) -> None:
    """Run statements as they are."""
    for statement in statements:
        connection.execute(text(statement))


def use_no_more_pages(connection: Connection) -> None:
    run(connection, f"PRAGMA max_page_count={connection.execute(text('PRAGMA page_count')).scalar_one()}")
    store_much(connection)


def may_only_read(connection: Connection) -> None:
    run(connection, "PRAGMA query_only=ON")
    try:
        store_much(connection)
    finally:
        run(connection, "PRAGMA query_only=OFF")


async def told(
    database: Database, unit: Callable[[Connection], None], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Have a unit fail three times, and see what is said of it: once in the log, and each time to who has asked."""
    caplog.set_level(logging.INFO, outage.__name__)
    caplog.clear()
    for _ in range(3):
        with pytest.raises(DatabaseAway, match=rf"^Nothing can be stored \({words}\.$"):
            await database.write(unit)
    assert await database.read(game_ids) == [1]
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert record.getMessage().startswith("nothing can be stored (")
    assert database.unstored.sentence.startswith("Nothing can be stored since 20")
    assert database.unstored.seconds >= 0


async def over(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    """See that all is well by itself once something was stored."""
    assert await database.write(new_game) == 2
    assert (database.unstored.sentence, database.unstored.why, database.unstored.seconds) == ("", "", 0)
    assert caplog.messages[1:] == ["everything can be stored again"]


@sqlite
@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (use_no_more_pages, r"database or disk is full\): make room on its disk"),
        (may_only_read, r"attempt to write a readonly database\): let the user who runs the bot write .*"),
    ],
)
async def test_what_sqlite_refuses_is_told_once(
    database: Database, unit: Callable[[Connection], None], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(new_game)
    await told(database, unit, words, caplog)
    await database.write(run, "PRAGMA max_page_count=100000")
    await over(database, caplog)


@sqlite
async def test_a_file_that_may_not_grow_is_told_once(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    await database.write(new_game)
    with no_longer_files():
        await told(database, store_much, r"disk I/O error\): look whether its disk is full or broken", caplog)
        with pytest.raises(DatabaseAway):
            await database.check_storing()
        with pytest.raises(DatabaseAway):
            await database.write(game_ids)
        assert database.unstored.since, "a unit that changes nothing does not end it"
    await database.check_storing()
    assert not database.unstored.since
    await over(database, caplog)


@sqlite
async def test_to_read_a_file_on_a_full_disk_ends_in_one_sentence_that_advises_no_backup(path: Path) -> None:
    told = r"^The database \S+ cannot be read \(disk I/O error\): look whether its disk is full or broken\.$"
    with no_longer_files(), pytest.raises(StoreError, match=told):
        await open_existing(url_of(path))


@sqlite
async def test_a_folder_that_is_away_is_told(path: Path) -> None:
    async with opened(path.parent / "here" / "games.db") as database:
        await database.read(game_ids)
        (path.parent / "here").rename(path.parent / "away")
        with pytest.raises(DatabaseAway, match=r"\(unable to open database file\): check DATABASE_URL, and that"):
            await database.write(new_game)
        (path.parent / "away").rename(path.parent / "here")
        assert await database.write(new_game) == 1
        assert not database.unstored.since


@sqlite
async def test_a_write_while_one_reads_is_our_own_mistake(database: Database) -> None:
    with pytest.raises(Exception, match="readonly") as raised:
        await database.read(new_game)
    assert not isinstance(raised.value, StoreError)


# --- a server


REFUSE = (
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no' USING ERRCODE = '{}'; END $$",
    "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON notes EXECUTE FUNCTION refuse()",
)
"""What lets the server answer with a SQLSTATE, as it would if its disk were full or broken."""


@postgresql
@pytest.mark.parametrize(
    ("state", "advice"),
    [
        ("53100", "make room on the server's disk"),
        ("53200", "look at the server's log"),
        ("58030", "look at the server's log and at its disk"),
        ("42501", "make the user in DATABASE_URL the owner of the database"),
    ],
)
async def test_what_a_server_refuses_is_told_once(
    database: Database, state: str, advice: str, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(new_game)
    await database.write(run, *(statement.format(state) for statement in REFUSE))
    await told(database, store_much, rf"no\): {advice}", caplog)
    with pytest.raises(DatabaseAway):
        await database.check_storing()
    await database.write(run, "DROP FUNCTION refuse CASCADE")
    await over(database, caplog)


@postgresql
async def test_a_server_that_becomes_a_standby_is_told_once_and_used_again_when_it_is_promoted(
    own_server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    words = r"cannot execute INSERT in a read-only transaction\): let the server be written, or name the primary.*"
    async with opened(own_server.url("empty")) as database:
        await database.write(new_game)
        await asyncio.to_thread(own_server.demote)
        await told(database, store_much, words, caplog)
        with pytest.raises(DatabaseAway):
            await database.check_storing()
        await asyncio.to_thread(own_server.execute, "SELECT pg_promote()")
        await over(database, caplog)


@postgresql
async def test_a_server_that_may_only_be_read_is_told_once(
    own_server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    words = r"cannot execute INSERT in a read-only transaction\): let the server be written, or name the primary.*"
    async with opened(own_server.url("empty")) as database:
        await database.write(new_game)
        await asyncio.to_thread(own_server.let_write, False)
        await told(database, store_much, words, caplog)
        await asyncio.to_thread(own_server.let_write, True)
        while await is_refused(own_server):  # noqa: ASYNC110 it takes a while until all have read its settings
            await asyncio.sleep(0.05)
        await over(database, caplog)


async def is_refused(server: OwnServer) -> bool:
    """Tell whether a new connection may only read."""
    connection = await asyncpg.connect(address_of(server.url("empty")))
    try:
        return bool(await connection.fetchval("SHOW default_transaction_read_only") == "on")
    finally:
        await connection.close()
