"""Fresh databases."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database
from tests.store.building import migrated_file, opened


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
