"""What holds for every test."""

import asyncio
import gc
import logging
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path
from threading import Timer

import pytest
from sqlalchemy import make_url

from bot.store.backend.database import Database
from bot.store.backend.upgrading import bring_up_to_date
from tests.leaks import left_open
from tests.loop import Clock
from tests.memory import keep_files_in_memory
from tests.ports import free_port
from tests.store.building import DUMPS, file_of_020, migrated_file, opened, url_of
from tests.store.server import OwnServer, Server, binaries, why_none
from tests.tiers import collected, tier_of
from tests.wire.world import LONG_ENOUGH


def pytest_configure() -> None:
    """Choose the place for temporary files before anybody makes one."""
    keep_files_in_memory()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More than the machine has processors, for whole programs are waited for; and not more than its memory has
    room for: each takes half a GB.
    """
    return min((os.cpu_count() or 1) + 2, 8)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark each test with its tier, by which `-m` chooses."""
    item.add_marker(tier_of(item))
    collected.append(item)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let files whose tests mostly wait for whole programs alternate with those that reckon.

    Each worker begins with a stretch of the list: otherwise all would reckon first, and at the end all would wait.
    """
    files = [[*its] for _, its in groupby(items, lambda item: item.path)]
    places: dict[Path, float] = {}
    for waits in (True, False):
        some = [its for its in files if ("wire" in its[0].path.parts) is waits]
        before, all_of_them = 0, sum(map(len, some))
        for its in some:
            places[its[0].path] = before / all_of_them
            before += len(its)
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not look at it again and again, a tenth of all the time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Let a test fail if it leaves something open, unless it is so quick that it has neither a loop nor programs."""
    yield
    if item.get_closest_marker("asyncio") or not item.get_closest_marker("fast"):
        getattr(item, "funcargs", {}).clear()
        assert left_open() == []


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """discord.py only logs what a button raises: so an ERROR in the log fails the test, unless it asks for it."""
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert not errors, errors


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return migrated_file(tmp_path_factory.mktemp("store"))


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """The file of a migrated database of this test's own."""
    return Path(shutil.copy(empty_file, tmp_path / "games.db"))


def pytest_report_header() -> str:
    return f"databases: SQLite{f' only ({reason})' if (reason := why_none()) else ' and PostgreSQL'}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--both", action="store_true", help="run what users see and whole programs on PostgreSQL, too")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of a database on both kinds, unless it is about the file of one.

    What users see, and whole programs, are tested on SQLite alone, unless ``--both`` is asked for.
    """
    if "backend" not in metafunc.fixturenames:
        return
    reason = why_none()
    skip = [pytest.mark.skip(reason=reason)] if reason else []
    on_server = pytest.param("postgresql", marks=[pytest.mark.postgresql, *skip])
    kinds = {"sqlite": "sqlite", "postgresql": on_server}
    marker = metafunc.definition.get_closest_marker
    is_whole = "world" in metafunc.fixturenames or "wire" in metafunc.definition.path.parts
    is_left_out = is_whole and not metafunc.config.getoption("--both") and not marker("postgresql")
    if is_left_out or "path" in metafunc.fixturenames or marker("sqlite"):
        del kinds["postgresql"]
    if marker("postgresql"):
        del kinds["sqlite"]
    metafunc.parametrize("backend", list(kinds.values()))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server.found()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def empty_database(server: Server, worker: str) -> Iterator[str]:
    """The name of a migrated database without rows."""
    name = f"thimble_empty_{worker}"
    with server.database(name) as url:
        asyncio.run(bring_up_to_date(url))
        yield name


SCHEMA_STAYS = {"matches", "connection"}
"""Rooms whose tests leave the tables as they were: on a server they share one database, emptied between them."""


@pytest.fixture(scope="session")
def kept_database(server: Server, empty_database: str, worker: str) -> Iterator[str]:
    """The name of a migrated database that many tests have one after the other."""
    name = f"thimble_kept_{worker}"
    with server.database(name, empty_database):
        yield name


@pytest.fixture(scope="session")
def worker() -> str:
    """What tells the processes apart that run tests at the same time, other runs of them included."""
    return f"{os.environ.get('PYTEST_XDIST_WORKER', 'only')}_{os.getpid()}"


@pytest.fixture
async def loop_clock(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clock]:
    """The clock of the test's event loop, which the test sets; a test that hangs is given up all the same."""
    loop = asyncio.get_running_loop()
    clock = Clock(loop)
    monkeypatch.setattr(loop, "time", clock.time)
    guard = Timer(LONG_ENOUGH, loop.call_soon_threadsafe, [clock.give_up])
    guard.start()
    yield clock
    guard.cancel()


@pytest.fixture
def unused_tcp_port() -> int:
    """A port on which nobody listens; that of pytest-asyncio may be a connection's by the time it is used."""
    return free_port()


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    """A server of this test's own, which it may stop."""
    if not binaries():
        pytest.skip("PostgreSQL is not installed here")
    server = OwnServer()
    server.execute("CREATE DATABASE empty")
    yield server
    server.remove()


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The DATABASE_URL of a migrated database of this test's own."""
    if backend == "sqlite":
        yield url_of(request.getfixturevalue("path"))
        return
    server: Server = request.getfixturevalue("server")
    if request.node.path.parent.name in SCHEMA_STAYS:
        name = request.getfixturevalue("kept_database")
        server.empty(name)
        yield server.url(name)
        return
    name = f"thimble_test_{request.getfixturevalue('worker')}"
    with server.database(name, request.getfixturevalue("empty_database")) as url:
        yield url


@pytest.fixture
def empty_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The DATABASE_URL of a database without tables."""
    if backend == "sqlite":
        yield url_of(tmp_path / "empty.db")
        return
    server: Server = request.getfixturevalue("server")
    with server.database(f"thimble_without_{request.getfixturevalue('worker')}") as url:
        yield url


@pytest.fixture
def url_of_020(empty_url: str, request: pytest.FixtureRequest) -> str:
    """The DATABASE_URL of a database that release 0.2.0 has left, with something of everything in it."""
    place = make_url(empty_url)
    if place.get_backend_name() == "sqlite":
        file_of_020(Path(str(place.database)))
    else:
        server: Server = request.getfixturevalue("server")
        server.execute(DUMPS["postgresql"].read_text("utf-8"), database=str(place.database))
    return empty_url


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """An open database without rows."""
    async with opened(url) as database:
        yield database


@pytest.fixture
async def elsewhere(url: str, database: Database) -> AsyncIterator[Database]:
    """The same database, opened by another process."""
    async with opened(url) as other:
        yield other
