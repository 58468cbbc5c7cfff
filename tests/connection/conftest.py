"""What the tests of the handover share."""

from collections.abc import AsyncIterator

import pytest

from bot.connection import handover
from bot.store.backend.database import Database
from tests.connection.building import Stage
from tests.store.building import opened


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an interaction whose owner is unknown be given up soon."""
    monkeypatch.setattr(handover, "KEPT_SECONDS", 0.05)


@pytest.fixture
async def other_database(url: str, database: Database) -> AsyncIterator[Database]:
    """The same database, opened by another process."""
    async with opened(url) as other:
        yield other


@pytest.fixture
def stage(database: Database, other_database: Database) -> Stage:
    """Processes on one database, whose clock stands still."""
    return Stage(database, other_database)
