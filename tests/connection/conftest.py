"""What the tests of the handover share."""

import pytest

from bot.connection import handover
from bot.store.backend.database import Database
from tests.connection.building import Stage


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an interaction whose owner is unknown be given up soon."""
    monkeypatch.setattr(handover, "KEPT_SECONDS", 0.05)


@pytest.fixture
def stage(database: Database, elsewhere: Database) -> Stage:
    """Processes on one database, whose clock stands still."""
    return Stage(database, elsewhere)
