"""The door to a database on a PostgreSQL server: what is undone is run again, and a server may go away for a while."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.store.backend import postgresql
from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway, StoreError
from bot.store.backend.opening import open_database, open_existing
from bot.store.changes import Change, append
from bot.store.games import find_game, game_ids
from bot.store.locks import lock_games, lock_ids
from tests.store.building import MINA, SOON, START, TOM, event, new_game, opened
from tests.store.server import OwnServer, Server, why_none

pytestmark = [pytest.mark.postgresql, pytest.mark.skipif(bool(why_none()), reason=why_none() or "it is")]


@pytest.fixture
def backend() -> str:
    """The kind of database that all of these are about."""
    return "postgresql"


@pytest.fixture
async def elsewhere(url: str) -> AsyncIterator[Database]:
    """The same database, opened by another process."""
    async with opened(url) as database:
        yield database


def sleep(connection: Connection, seconds: float) -> None:
    """Keep a connection busy."""
    connection.execute(text(f"SELECT pg_sleep({seconds})"))


def cut(connection: Connection) -> None:
    """Cut all connections to this database but this one, as a server does that is shut down."""
    connection.execute(
        text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    )


def leave(connection: Connection) -> None:
    """Cut this very connection."""
    connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))


async def test_who_reads_cannot_write_and_sees_one_state(database: Database) -> None:
    with pytest.raises(DBAPIError, match="read-only transaction"):
        await database.read(new_game)
    names = "SHOW transaction_isolation", "SHOW transaction_read_only"

    def how(connection: Connection) -> list[str]:
        return [str(connection.exec_driver_sql(name).scalar_one()) for name in names]

    assert await database.read(how) == ["repeatable read", "on"]
    assert await database.write(how) == ["read committed", "off"]


async def test_who_looks_cannot_write_either_and_sees_what_is_newest(database: Database) -> None:
    with pytest.raises(DBAPIError, match="read-only transaction"):
        await database.read_latest(new_game)

    def moments(connection: Connection) -> int:
        return len({connection.execute(text("SELECT now()")).scalar_one() for _ in range(2)})  # of a transaction: one

    assert (await database.read_latest(moments), await database.read(moments)) == (2, 1)


async def test_nobody_waits_for_ever_for_a_free_connection(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.2)
    async with opened(url) as database:
        await asyncio.gather(*(database.write(game_ids) for _ in range(postgresql.CONNECTIONS)))  # all are open
        units = [asyncio.create_task(database.write(sleep, 0.35)) for _ in range(postgresql.CONNECTIONS + 2)]
        assert await database.read(game_ids) == [], "who reads has connections of their own"
        results = await asyncio.gather(*units, return_exceptions=True)
    assert [type(result) for result in results if result] == [DatabaseAway, DatabaseAway]
    assert [record.levelname for record in caplog.records if record.levelno > logging.INFO] == ["WARNING"]


async def test_a_unit_that_raises_or_cannot_be_committed_leaves_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        new_game(connection)
        raise KeyError("on purpose")

    with pytest.raises(KeyError, match="on purpose"):
        await database.write(work)
    with pytest.raises(IntegrityError):
        await database.write(append, 77, event(1), START)
    assert await database.read(game_ids) == []


async def test_a_unit_whose_connection_was_cut_is_run_again(database: Database, elsewhere: Database) -> None:
    each = range(postgresql.CONNECTIONS)
    await asyncio.gather(*(database.read(game_ids) for _ in each), *(database.write(game_ids) for _ in each))
    await elsewhere.write(cut)
    assert await database.write(new_game) == 1
    await elsewhere.write(cut)
    assert await database.read(game_ids) == [1]


async def test_a_unit_that_is_cut_off_in_the_middle_is_run_again_as_a_whole(
    database: Database, elsewhere: Database
) -> None:
    """And what it has changed is told once, of the run that was committed."""
    runs, told = [], list[Sequence[Change]]()
    database.follow(told.append)

    async def cut_soon() -> None:
        await asyncio.sleep(0.1)
        await elsewhere.write(cut)

    def work(connection: Connection) -> int:
        runs.append(new_game(connection))
        if len(runs) == 1:
            connection.execute(text("SELECT pg_sleep(5)"))
        return runs[-1]

    cutting = asyncio.create_task(cut_soon())
    async with asyncio.timeout(SOON):
        number = await database.write(work)
    await cutting
    assert len(runs) == 2
    assert await database.read(game_ids) == [number]
    assert [[change.game.id for change in changes] for changes in told] == [[number]]


async def test_a_process_that_is_frozen_in_a_unit_keeps_nothing_locked_and_runs_it_again_when_it_wakes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "FROZEN_SECONDS", 0.3)
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    runs = []

    async def lock() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("SELECT pg_advisory_lock(5)")
        await connection.close()

    def work(connection: Connection) -> int:
        lock_ids(connection, 5)
        runs.append(new_game(connection))
        if len(runs) == 1:
            other = threading.Thread(target=asyncio.run, args=(lock(),))
            other.start()
            other.join(SOON)  # nothing else runs in this process meanwhile
            assert not other.is_alive(), "another process waits for the lock"
        return len(game_ids(connection))

    async with opened(url) as database:
        assert await database.write(work) == 1
        assert len(runs) == 2
        assert await database.read(game_ids) == [runs[-1]]


async def test_a_deadlock_ends_well_for_both(database: Database, elsewhere: Database) -> None:
    one, two = await database.write(new_game), await database.write(new_game)

    def cross(connection: Connection, first: int, second: int) -> int:
        lock_games(connection, [first])
        connection.execute(text("SELECT pg_sleep(0.2)"))
        lock_games(connection, [second])
        return first

    found = await asyncio.gather(database.write(cross, one, two), elsewhere.write(cross, two, one))
    assert list(found) == [one, two]


@pytest.mark.parametrize("lock", [lambda c: lock_ids(c, TOM, MINA), lambda c: lock_games(c, [1])])
async def test_locks_keep_units_apart(database: Database, elsewhere: Database, lock: object) -> None:
    await database.write(new_game)
    order: list[str] = []

    def work(connection: Connection, name: str) -> None:
        assert callable(lock)
        lock(connection)
        order.append(f"{name} in")
        connection.execute(text("SELECT pg_sleep(0.1)"))
        order.append(f"{name} out")

    await asyncio.gather(database.write(work, "one"), elsewhere.write(work, "two"))
    first, second = order[0][:3], order[2][:3]
    assert order == [f"{first} in", f"{first} out", f"{second} in", f"{second} out"]


async def test_a_game_that_is_read_under_its_lock_is_the_newest(database: Database, elsewhere: Database) -> None:
    game = await database.write(new_game)

    def play(connection: Connection) -> int:
        row = find_game(connection, game, lock=True)
        assert row is not None
        connection.execute(text("SELECT pg_sleep(0.05)"))
        append(connection, game, event(row.revision + 1), START)
        return row.revision

    seen = await asyncio.gather(*(base.write(play) for base in (database, elsewhere) * 3))
    assert sorted(seen) == list(range(6))


async def test_a_schema_that_changes_under_way_disturbs_nobody(database: Database, elsewhere: Database) -> None:
    await database.write(new_game)
    assert await database.read(find_game, 1)

    def widen(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE games ALTER COLUMN pace TYPE BIGINT"))

    await elsewhere.write(widen)
    assert await database.read(find_game, 1)
    assert await database.write(find_game, 1, lock=True)


async def test_a_server_that_is_away_is_told_of_once_and_found_again(
    own_server: OwnServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PAUSES", (0.01, 0.01))
    caplog.set_level(logging.INFO, "bot")
    database = await open_database(own_server.url("empty"))
    await database.write(new_game)
    await asyncio.to_thread(own_server.stop)
    caplog.clear()
    for _ in range(3):
        with pytest.raises(DatabaseAway, match="does not answer"):
            await database.write(new_game)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    await asyncio.to_thread(own_server.start)
    assert await database.write(new_game) in (2, 34)  # PostgreSQL counts on in steps of 32 after a crash
    assert caplog.records[-1].getMessage() == "the database answers again"
    await database.close()


async def test_an_answer_to_what_was_asked_before_a_server_went_does_not_mean_that_it_is_back(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    server = postgresql.Server(postgresql.open_engine(make_url(url)), pauses=())
    await server.run(game_ids)
    before = asyncio.create_task(server.run(lambda connection: sleep(connection, 0.5)))
    await asyncio.sleep(0.1)
    for _ in range(2):
        with pytest.raises(DatabaseAway):
            await server.run(leave)
        await before
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert await server.run(game_ids) == []
    assert caplog.records[-1].getMessage() == "the database answers again"
    await server.close()


async def test_a_server_that_is_away_for_a_moment_is_waited_for(own_server: OwnServer) -> None:
    database = await open_database(own_server.url("empty"))
    await asyncio.to_thread(own_server.stop)
    writing = asyncio.create_task(database.write(new_game))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(own_server.start)
    assert await writing == 1
    await database.close()


async def test_a_server_that_is_not_there_is_one_sentence(
    own_server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    url = own_server.url("empty").replace("thimble@", "thimble:s3cret@")
    own_server.stop()
    for opening in (open_database, open_existing):
        with pytest.raises(
            StoreError, match=r"^The database empty at 127.0.0.1:\d+ cannot be used .*check DATABASE_URL"
        ):
            await opening(url)
    with pytest.raises(StoreError) as refused:
        await open_database(url)
    assert "s3cret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [record for record in caplog.records if record.levelname == "WARNING"] == []


async def test_an_option_of_the_url_that_asyncpg_does_not_know_is_told_in_a_sentence(server: Server) -> None:
    with pytest.raises(StoreError, match=r"cannot be used \(.*'channel_binding'\): check DATABASE_URL"):
        await open_database(f"{server.url('nowhere')}?channel_binding=require")


async def test_sslmode_is_understood_as_others_understand_it(own_server: OwnServer) -> None:
    url = own_server.url("empty")
    await (await open_database(f"{url}?sslmode=prefer")).close()
    with pytest.raises(StoreError, match=r"SSL.*: check DATABASE_URL"):
        await open_database(f"{url}?sslmode=require")


async def test_a_database_that_is_not_there_is_one_sentence(server: Server) -> None:
    with pytest.raises(StoreError, match=r'database "nowhere" does not exist.*check DATABASE_URL.*createdb'):
        await open_database(server.url("nowhere"))


def admit(server: OwnServer, *lines: str) -> None:
    """Let users in as the lines of pg_hba.conf say."""
    (Path(server.data) / "pg_hba.conf").write_text("\n".join(("host all thimble all trust", *lines, "")))
    server.execute("SELECT pg_reload_conf()")


async def test_who_may_not_use_a_database_is_told_in_a_sentence(own_server: OwnServer) -> None:
    own_server.execute("CREATE ROLE weak LOGIN PASSWORD 's3cret'")
    url = own_server.url("empty").replace("thimble@", "weak:s3cret@")
    with pytest.raises(StoreError, match=r"\(permission denied for schema public\): make the user .* the owner"):
        await open_database(url)
    await (await open_database(own_server.url("empty"))).close()
    for opening in (open_database, open_existing):
        with pytest.raises(StoreError, match=r"\(permission denied for table alembic_version\): make the user"):
            await opening(url)
    admit(own_server, "host all weak all scram-sha-256")
    await asyncio.sleep(0.5)
    for opening in (open_database, open_existing):
        with pytest.raises(StoreError, match=r"\(password authentication failed .*\): check the password") as refused:
            await opening(url.replace("s3cret", "wr0ng"))
        assert "wr0ng" not in str(refused.value)
        assert "\n" not in str(refused.value)


async def test_processes_that_start_at_once_bring_a_database_up_to_date_once(own_server: OwnServer) -> None:
    opened_at_once = await asyncio.gather(*(open_database(own_server.url("empty")) for _ in range(4)))
    assert [await database.write(new_game) for database in opened_at_once] == [1, 2, 3, 4]
    for database in opened_at_once:
        await database.close()


async def test_no_second_process_is_started_there_for_a_sweep(url: str) -> None:
    database = await open_database(url)
    for ask in (database.read, database.read_latest, database.write):
        assert await ask(lambda connection: connection.execute(text(WORKERS)).scalar_one()) == "0"
    await database.close()


WORKERS = "SHOW max_parallel_workers_per_gather"


@pytest.mark.slow
async def test_only_a_click_has_its_statement_cut_off(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
    for_players, for_the_doctor = await open_database(url), await open_existing(url)
    with pytest.raises(DatabaseAway):
        await for_players.read(sleep, 1.2)
    for ask in (for_the_doctor.read, for_the_doctor.write):
        await ask(sleep, 1.2)
    await for_players.close()
    await for_the_doctor.close()


async def test_a_cancelled_caller_leaves_its_unit_running(url: str, elsewhere: Database) -> None:
    database = await open_database(url)

    def work(connection: Connection) -> None:
        connection.execute(text("SELECT pg_sleep(0.1)"))
        new_game(connection)

    for _ in range(2 * postgresql.CONNECTIONS):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await database.write(work)
    await database.close()  # it lets running units finish
    assert len(await elsewhere.read(game_ids)) == 2 * postgresql.CONNECTIONS
