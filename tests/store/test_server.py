"""The door to a database on a PostgreSQL server: what is undone is run again, and a server may go away for a while."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.util import await_only

from bot.store.backend import postgresql
from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway, StoreError
from bot.store.backend.opening import open_database, open_existing
from bot.store.changes import Change, append
from bot.store.games import find_game, game_ids
from bot.store.locks import lock_games, lock_ids
from tests.loop import Clock
from tests.store.building import MINA, SOON, START, TOM, event, new_game, opened, queued
from tests.store.server import CUT_OFF, OwnServer, Server, address_of, why_none

pytestmark = [pytest.mark.postgresql, pytest.mark.skipif(bool(why_none()), reason=why_none() or "it is")]


@pytest.fixture
def backend() -> str:
    """The kind of database that all of these are about."""
    return "postgresql"


@pytest.fixture
async def holder(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that holds a lock, for which units wait until it is closed."""
    holder = await asyncpg.connect(address_of(url))
    await holder.execute("SELECT pg_advisory_lock(5)")
    yield holder
    await holder.close()


def lock(connection: Connection) -> None:
    """Wait for the lock that is held; for as long as no clock of the loop ends it."""
    connection.execute(text("SET lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock_shared(5)"))


def cut(connection: Connection) -> None:
    """Cut all connections to this database but this one, as a server does that is shut down."""
    connection.execute(text(CUT_OFF))


async def test_who_reads_cannot_write_and_sees_one_state(database: Database) -> None:
    for ask in (database.read, database.read_latest):
        with pytest.raises(DBAPIError, match="read-only transaction"):
            await ask(new_game)
    names = "SHOW transaction_isolation", "SHOW transaction_read_only"

    def how(connection: Connection) -> list[str]:
        return [str(connection.exec_driver_sql(name).scalar_one()) for name in names]

    assert await database.read(how) == ["repeatable read", "on"]
    assert await database.write(how) == ["read committed", "off"]


async def test_who_looks_sees_what_is_newest(database: Database) -> None:
    def moments(connection: Connection) -> int:
        return len({connection.execute(text("SELECT now()")).scalar_one() for _ in range(2)})  # of a transaction: one

    assert (await database.read_latest(moments), await database.read(moments)) == (2, 1)


async def test_nobody_waits_for_ever_for_a_free_connection(
    database: Database, holder: asyncpg.Connection, loop_clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    units = [asyncio.create_task(database.write(lock)) for _ in range(postgresql.CONNECTIONS + 2)]
    await queued(database, postgresql.CONNECTIONS)
    await loop_clock.advance(postgresql.ANSWER_SECONDS)
    assert await database.read(game_ids) == [], "who reads has connections of their own"
    await holder.close()
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

    def work(connection: Connection) -> int:
        runs.append(new_game(connection))
        if len(runs) == 1:
            await_only(elsewhere.write(cut))
            game_ids(connection)
        return runs[-1]

    number = await database.write(work)
    assert len(runs) == 2
    assert await database.read(game_ids) == [number]
    assert [[change.game.id for change in changes] for changes in told] == [[number]]


async def test_a_process_that_is_frozen_in_a_unit_keeps_nothing_locked_and_runs_it_again_when_it_wakes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "FROZEN_SECONDS", 0.3)
    runs = []

    async def take_it() -> None:
        connection = await asyncpg.connect(address_of(url))
        await connection.execute("SELECT pg_advisory_lock(5)")
        await connection.close()

    def work(connection: Connection) -> int:
        lock_ids(connection, 5)
        runs.append(new_game(connection))
        if len(runs) == 1:
            other = threading.Thread(target=asyncio.run, args=(take_it(),))
            other.start()
            other.join(SOON)  # nothing else runs in this process meanwhile
            assert not other.is_alive(), "another process waits for the lock"
        return len(game_ids(connection))

    async with opened(url) as database:
        assert await database.write(work) == 1
        assert len(runs) > 1  # more often where the machine is so busy that it stands still once more
        assert await database.read(game_ids) == [runs[-1]]


async def test_a_deadlock_ends_well_for_both(database: Database, elsewhere: Database) -> None:
    one, two = await database.write(new_game), await database.write(new_game)
    both, runs = asyncio.Barrier(2), list[int]()

    def cross(connection: Connection, first: int, second: int) -> int:
        lock_games(connection, [first])
        runs.append(first)
        if runs.count(first) == 1:
            await_only(both.wait())
        lock_games(connection, [second])
        return first

    found = await asyncio.gather(database.write(cross, one, two), elsewhere.write(cross, two, one))
    assert list(found) == [one, two]
    assert len(runs) == 3, "one of them was undone and ran again"


@pytest.mark.parametrize("take", [lambda c: lock_ids(c, TOM, MINA), lambda c: lock_games(c, [1])])
async def test_locks_keep_units_apart(
    database: Database, elsewhere: Database, take: Callable[[Connection], object]
) -> None:
    await database.write(new_game)
    order: list[str] = []

    def work(connection: Connection, name: str) -> None:
        take(connection)
        order.append(f"{name} in")
        if len(order) == 1:
            await_only(queued(database))
        order.append(f"{name} out")

    await asyncio.gather(database.write(work, "one"), elsewhere.write(work, "two"))
    first, second = order[0][:3], order[2][:3]
    assert order == [f"{first} in", f"{first} out", f"{second} in", f"{second} out"]


async def test_a_game_that_is_read_under_its_lock_is_the_newest(database: Database, elsewhere: Database) -> None:
    game = await database.write(new_game)

    def play(connection: Connection) -> int:
        row = find_game(connection, game, lock=True)
        assert row is not None
        if not row.revision:
            await_only(queued(database))
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
    url: str, database: Database, holder: asyncpg.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    server = postgresql.Server(postgresql.open_engine(make_url(url)), pauses=())
    leave = text("SELECT pg_terminate_backend(pg_backend_pid())")
    await server.run(game_ids)
    before = asyncio.create_task(server.run(lock))
    await queued(database)
    for _ in range(2):
        with pytest.raises(DatabaseAway):
            await server.run(lambda connection: connection.execute(leave))
        await holder.close()
        await before
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert await server.run(game_ids) == []
    assert caplog.records[-1].getMessage() == "the database answers again"
    await server.close()


async def test_a_server_that_is_away_for_a_moment_is_waited_for(
    own_server: OwnServer, loop_clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(own_server.url("empty"))
    await asyncio.to_thread(own_server.stop)
    caplog.set_level(logging.DEBUG, postgresql.__name__)
    writing = asyncio.create_task(database.write(new_game))
    while not caplog.records:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert caplog.records[-1].getMessage().startswith("a unit is run again")
    await asyncio.to_thread(own_server.start)
    await loop_clock.advance(postgresql.PAUSES[0])
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
    with contextlib.suppress(asyncpg.InvalidPasswordError):
        async with asyncio.timeout(SOON):
            while True:  # until the server has read it
                await (await asyncpg.connect(address_of(url.replace("s3cret", "wr0ng")))).close()
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


async def test_no_second_process_is_started_there_for_a_sweep(database: Database) -> None:
    workers = text("SHOW max_parallel_workers_per_gather")
    for ask in (database.read, database.read_latest, database.write):
        assert await ask(lambda connection: connection.execute(workers).scalar_one()) == "0"


async def test_only_a_click_has_its_statement_cut_off(
    url: str, database: Database, holder: asyncpg.Connection, loop_clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, postgresql.__name__)
    for_players, for_the_doctor = await open_database(url), await open_existing(url)
    click = asyncio.create_task(for_players.read(lock))
    others = [asyncio.create_task(ask(lock)) for ask in (for_the_doctor.read, for_the_doctor.write)]
    for tries, pause in enumerate((*postgresql.PAUSES, 0), 1):
        await queued(database, 3)
        await loop_clock.advance(2 * postgresql.ANSWER_SECONDS)
        while len(caplog.records) < tries:  # noqa: ASYNC110 (each time, the log tells so)
            await asyncio.sleep(0)
        await loop_clock.advance(pause)
    with pytest.raises(DatabaseAway):
        await click
    assert not any(other.done() for other in others)
    await holder.close()
    await asyncio.gather(*others)
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
