"""A database, a clock that stands still, games and challenges."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sessions.challenges import Challenges
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.store.database import Database
from tests.sessions.building import Hands
from tests.store.building import migrated_file, opened


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database without rows."""
    return migrated_file(tmp_path_factory.mktemp("sessions"))


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """The file of a migrated database of this test's own."""
    return Path(shutil.copy(empty_file, tmp_path / "games.db"))


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """An open database without rows."""
    async with opened(path) as database:
        yield database


@pytest.fixture
def clock() -> Hands:
    """A clock that a test sets by hand."""
    return Hands()


@pytest.fixture
def games(database: Database, clock: Hands) -> Games:
    """The games in the database."""
    return Games(database, clock)


@pytest.fixture
def challenges(database: Database, clock: Hands) -> Challenges:
    """The challenges in the database; a player may have three games."""
    return Challenges(database, clock, max_games=3, rng=random.Random(1))


@pytest.fixture
def clockwork(database: Database, clock: Hands) -> Clockwork:
    """The clocks of the games in the database."""
    return Clockwork(database, clock)
