"""What the tests of the processes that think share."""

import pytest

from bot.thinking import queue, worker
from tests.wire.world import LONG_ENOUGH


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is given up because the machine is busy: a test that is about that says how soon it is."""
    for name in ("PATIENCE", "SHORT_PATIENCE", "STEP_PATIENCE"):
        monkeypatch.setattr(queue, name, LONG_ENOUGH)
    monkeypatch.setattr(worker, "STOP_SECONDS", LONG_ENOUGH)
