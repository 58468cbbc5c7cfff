"""What holds for every test."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """discord.py only logs what a button raises: so an ERROR in the log fails the test, unless it asks for it."""
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert not errors, errors
