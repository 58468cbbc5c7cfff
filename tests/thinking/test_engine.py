"""The engine itself, asked as the bot asks it."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches.seats import LEVELS
from bot.thinking import worker
from bot.thinking.queue import Thinking
from bot.thinking.waiting import SOON
from bot.thinking.worker import Question, Unanswered
from engine import levels
from game import Automa, Setup
from tests.store.building import MINA
from tests.thinking.test_thinking import NEXT, START

pytestmark = pytest.mark.slow


def test_the_bot_and_the_engine_know_the_same_levels_in_the_same_order() -> None:
    assert tuple(levels.LEVELS) == LEVELS


async def test_every_level_makes_a_legal_move() -> None:
    thinking = Thinking()
    for level in LEVELS:
        for position in (START, NEXT):
            assert await thinking.move(position, level, MINA) in position.legal_moves
    await thinking.close()


async def test_whoever_stops_waiting_stops_the_thinking(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker, "STOP_SECONDS", 30.0)  # half a minute before it would have an answer
    thinking, begun = Thinking(), asyncio.Event()

    def minute() -> tuple[str, str]:
        begun.set()
        return f"position {START}", "go cpu 60000"

    asked = asyncio.create_task(thinking.ask(Question(minute, lambda _: True, 90.0), MINA, SOON))
    await begun.wait()
    asked.cancel()
    assert await thinking.move(START, "pin", MINA, SOON) in START.legal_moves
    assert caplog.messages == [], "its process has stopped, and need not be replaced"
    await thinking.close()


@pytest.mark.logs_errors
async def test_a_question_that_the_engine_does_not_understand_is_told_as_such() -> None:
    thinking = Thinking()
    with pytest.raises(Unanswered, match="levels are for games between two quilts"):
        await thinking.move(Setup("classic", (*range(1, 33), 0), 1, Automa("fellow", "normal")).start, "pin", MINA)
    await thinking.close()
