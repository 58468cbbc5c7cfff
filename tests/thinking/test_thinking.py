"""What thinks are processes of their own, which may be slow, die, fall silent or talk nonsense."""

import asyncio
import logging
import os
import signal
import time
from pathlib import Path

import pytest

from bot.thinking import queue
from bot.thinking.queue import Thinking
from bot.thinking.waiting import LATER, SOON
from bot.thinking.worker import Question, Unanswered
from game import Setup
from tests.loop import Clock
from tests.store.building import MINA
from tests.thinking.building import counting, pids, thinking, until
from tests.thinking.standin import chosen
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow

START = Setup("classic", (*range(1, 33), 0)).start
NEXT = START.play(START.legal_moves[5]).position

PATIENCE = LONG_ENOUGH / 2
"""Seconds that pass by a clock that the test sets."""


async def test_a_move_is_thought_of_in_another_process() -> None:
    async with thinking("0") as one:
        assert pids() == set(), "nobody has asked anything yet"
        assert await one.move(START, "pin", MINA) == chosen(START)
        assert await one.move(NEXT, "pin", MINA) == chosen(NEXT)
        assert len(pids()) == 1
    assert pids() == set()


async def test_a_process_that_is_killed_is_replaced_and_the_move_is_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun = tmp_path / "begun"
    async with thinking("0", f"once:{begun}:silent") as one:
        moving = asyncio.create_task(one.move(NEXT, "pin", MINA))
        await until(begun.exists, 0.01)
        (pid,) = pids()
        os.kill(pid, signal.SIGKILL)
        assert await moving == chosen(NEXT)
        assert pids() != {pid}
    assert [record.message for record in caplog.records if record.levelno == logging.WARNING] == [
        "the engine starts anew: it ended with status -9"
    ]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("dies", "it ended with status 1 (I have had enough)"),
        ("nonsense", "it talks nonsense: what a lovely quilt"),
        ("speechless", "it talks nonsense: list index out of range"),
        ("illegal", "it talks nonsense: move *A1"),
    ],
)
async def test_whatever_a_process_fails_at_another_one_tries(
    fault: str, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with thinking("0", f"once:{tmp_path / 'failed'}:{fault}") as one:
        assert await one.move(START, "pin", MINA) == chosen(START)
    assert f"the engine starts anew: {why}" in caplog.text


async def test_whoever_is_silent_for_longer_than_the_question_allows_is_replaced(
    tmp_path: Path, loop_clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    begun, asked, heard = tmp_path / "begun", asyncio.Event(), list[str]()

    def ask() -> list[str]:
        asked.set()
        return [f"position {START}", "go level pin"]

    def hear(line: str) -> bool:
        heard.append(line)
        return True

    async with thinking("0", f"once:{begun}:silent") as one:
        answering = asyncio.create_task(one.ask(Question(ask, hear, PATIENCE), MINA, SOON))
        await asked.wait()
        while not begun.exists():
            await asyncio.to_thread(time.sleep, 0.01)
        await loop_clock.advance(PATIENCE)
        await answering
    assert heard[0].startswith(f"move {chosen(START)} ")
    assert f"the engine starts anew: it was silent for {PATIENCE:g} s" in caplog.text


async def test_a_move_that_should_come_at_once_is_not_waited_for_as_long_as_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue, "SHORT_PATIENCE", 1.0)
    async with thinking("1.5") as one:
        with pytest.raises(Unanswered, match="it was silent for 1 s"):
            await one.move(START, "pin", MINA)
        assert await one.move(START, "thimble", MINA, SOON) == chosen(START)


async def test_what_fails_every_time_stays_unanswered_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking("0", "dies") as one:
        for position in (START, NEXT):
            with pytest.raises(Unanswered, match="I have had enough"):
                await one.move(position, "pin", MINA)
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 1


@pytest.mark.logs_errors
async def test_a_question_that_is_not_understood_is_not_put_again() -> None:
    async with thinking("0", "complains") as one:
        with pytest.raises(Unanswered, match="this is no position"):
            await one.move(START, "pin", MINA)
        assert len(pids()) == 1, "it lives on"


@pytest.mark.logs_errors
async def test_a_mistake_of_ours_leaves_nobody_waiting_and_others_are_answered() -> None:
    def hear(_: str) -> bool:
        raise TypeError("oh dear")

    async with thinking("0") as one:
        with pytest.raises(Unanswered, match="oh dear"):
            await one.ask(Question(lambda: ["count 3"], hear, LONG_ENOUGH), MINA, LATER)
        assert await one.move(START, "pin", MINA) == chosen(START)


async def test_a_program_that_is_not_there_is_no_answer() -> None:
    one = Thinking(1, ("/nowhere/to/be/found",))
    with pytest.raises(Unanswered, match="No such file"):
        await one.move(START, "pin", MINA)
    await one.close()


async def test_a_long_question_makes_way_for_a_move_and_goes_on_after_it() -> None:
    async with thinking("0.1") as one:
        heard: list[str] = []
        counted = asyncio.create_task(one.ask(counting(heard, 1000, again=3), MINA, LATER))
        await until(lambda: len(heard) >= 2, 0.01)
        await one.move(START, "pin", MINA)
        assert not counted.done()
        await counted
        before = heard.index("progress 1", 1)
        assert heard == [*(f"progress {step}" for step in (*range(1, before + 1), 1, 2, 3)), "done"]
        assert len(pids()) == 1
