"""What arrives is answered: what is told if it is not, and who keeps no interactions for long."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import now
from bot.connection import arrivals
from bot.connection.arrivals import PATIENCE, PAUSE, Arrivals
from bot.ui.kit.interaction import PROMISED
from tests.loop import Clock
from tests.wire.world import LONG_ENOUGH


def interaction(number: int) -> Any:
    """One that nobody has answered here."""
    return SimpleNamespace(id=number, response=SimpleNamespace(is_done=lambda: False), data={}, extras={})


def promise(number: int, seconds: float) -> Any:
    """One whose answer was put off, and can come for so many seconds."""
    expires = datetime.fromtimestamp(now() + seconds, UTC)
    kind, response = SimpleNamespace(name="component"), SimpleNamespace(is_done=lambda: True)
    given = {"response": response, "data": {"custom_id": "more"}, "extras": {PROMISED: True}, "type": kind}
    return SimpleNamespace(id=number, expires_at=expires, **given)


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
        async with asyncio.timeout(LONG_ENOUGH):
            await known.wait()
    finally:
        watched.stop()


async def test_an_answer_that_was_put_off_and_never_came_leaves_a_trace(
    loop_clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time: float = now()
    monkeypatch.setattr("bot.ui.kit.interaction.now", lambda: time)
    told: list[Any] = []
    watched = Arrivals(lambda _: pytest.fail("it was answered"), told.append)
    late, kept, newer = promise(1, 1.5), promise(2, 1.0), promise(3, 900.0)
    for each in (late, kept, newer):
        watched.note(each)
    watched.begin()
    await loop_clock.advance(PATIENCE + PAUSE)
    assert told == [], "they may still come"
    del kept.extras[PROMISED]
    time += 2.0
    await loop_clock.advance(PAUSE)
    assert told == [late]
    await loop_clock.advance(PAUSE)
    assert told == [late], "once, and nobody else"
    watched.stop()
    assert [record.message for record in caplog.records] == [
        "component more was not answered, although that was promised"
    ]
