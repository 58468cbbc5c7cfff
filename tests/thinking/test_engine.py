"""The engine itself, asked as the bot asks it."""

import asyncio

import pytest

from bot.matches.seats import LEVELS
from bot.thinking.queue import Thinking
from bot.thinking.waiting import SOON
from bot.thinking.worker import Question
from engine import levels
from tests.store.building import MINA
from tests.thinking.test_thinking import NEXT, START
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow


def test_the_bot_and_the_engine_know_the_same_levels_in_the_same_order() -> None:
    assert tuple(levels.LEVELS) == LEVELS


async def test_every_level_makes_a_legal_move() -> None:
    thinking = Thinking()
    for level in LEVELS:
        assert await thinking.move(NEXT, level, MINA) in NEXT.legal_moves
    await thinking.close()


async def test_whoever_stops_waiting_stops_the_thinking(caplog: pytest.LogCaptureFixture) -> None:
    thinking, asked, heard = Thinking(), asyncio.Event(), list[str]()

    def ask() -> tuple[str, str]:
        asked.set()
        return f"position {START}", "go iterations 100000"

    def hear(line: str) -> bool:
        heard.append(line)
        return True

    minute = Question(ask, hear, LONG_ENOUGH)
    asking = asyncio.create_task(thinking.ask(minute, MINA, SOON))
    await asked.wait()
    asking.cancel()
    assert await thinking.move(START, "pin", MINA) in START.legal_moves
    assert heard == [], "it was not thought about to its end"
    assert "the engine starts anew" not in caplog.text, "nor was the process given up"
    await thinking.close()
