"""What holds for every test."""

from __future__ import annotations

import gc
import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.database import Database
from tests.store.building import migrated_file, opened


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not look at it again and again, a tenth of all the time."""
    gc.collect()
    gc.freeze()


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
    """A migrated database without rows."""
    return migrated_file(tmp_path_factory.mktemp("store"))


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """The file of a migrated database of this test's own."""
    return Path(shutil.copy(empty_file, tmp_path / "games.db"))


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """An open database without rows."""
    async with opened(path) as database:
        yield database
