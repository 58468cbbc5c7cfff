"""Pictures whose signs and words are noted."""

from typing import Any

import pytest

from render import poster, ring, table
from tests.render.seen import Noted


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What posters, rings and tables show from now on: where, and what."""
    notes = list[tuple[Any, ...]]()
    for module in (poster, ring, table):
        monkeypatch.setattr(module, "Canvas", Noted)
    monkeypatch.setattr(Noted, "notes", notes)
    return notes
