"""Whoever stands by keeps no interactions for long that others answer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import arrivals
from bot.arrivals import Arrivals

SECONDS = 5.0
"""How long whoever has no reason to wait is given."""


def interaction(number: int) -> Any:
    """One that nobody has answered here."""
    return cast(Any, SimpleNamespace(id=number, response=SimpleNamespace(is_done=lambda: False), data={}))


async def test_those_of_others_are_asked_for_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "PATIENCE", 0.0)
    monkeypatch.setattr(arrivals, "PAUSE", 0.01)
    asked, known = [], asyncio.Event()

    async def owns(number: int) -> bool:
        asked.append(number)
        if len(asked) == 50:
            known.set()
        await known.wait()
        return False

    watched = Arrivals(owns, lambda _: pytest.fail("they are not ours"))
    for number in range(50):
        watched.note(interaction(number))
    watched.begin()
    try:
        async with asyncio.timeout(SECONDS):
            await known.wait()
    finally:
        watched.stop()
