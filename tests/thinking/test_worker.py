"""A process that is interrupted has some seconds to stop, and no answer is taken for that to another question."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.thinking import worker
from bot.thinking.queue import Thinking
from bot.thinking.waiting import LATER, SOON
from bot.thinking.worker import Question, Unanswered
from game import ADVANCE
from tests.store.building import MINA
from tests.thinking.building import EVER, counting, pids, thinking, until
from tests.thinking.standin import chosen
from tests.thinking.test_thinking import NEXT, START
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.slow


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long until a process stops."""
    monkeypatch.setattr(worker, "STOP_SECONDS", 0.5)


async def answered_beside(one: Thinking, heard: list[str]) -> None:
    """See that a move is made although a process was lost that did not stop, and that the long question is finished."""
    async with asyncio.timeout(LONG_ENOUGH):
        assert await one.move(START, "pin", MINA) == chosen(START)
        assert "done" not in heard


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("fault", ["hangs", "babbles", "is frozen"])
async def test_a_process_that_does_not_stop_is_replaced_and_the_long_question_goes_on_in_the_next_one(
    fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with thinking("0.1", f"once:{tmp_path / 'failed'}:{fault}") as one:
        heard: list[str] = []
        counted = asyncio.create_task(one.ask(counting(heard, 1000, again=3), MINA, LATER))
        await until(lambda: len(heard) >= (2 if fault == "is frozen" else 1), 0.01)
        (process,) = pids()
        if fault == "is frozen":
            os.kill(process, signal.SIGSTOP)
        await answered_beside(one, heard)
        assert process not in pids()
        await counted
        assert heard[-1] == "done"
    assert "the engine starts anew: it did not stop within 0.5 s" in caplog.text


@pytest.mark.usefixtures("soon")
async def test_whoever_gives_up_on_a_frozen_process_does_not_hold_up_the_next_one() -> None:
    async with thinking("0.1") as one:
        heard: list[str] = []
        counted = asyncio.create_task(one.ask(counting(heard, 1000), MINA, LATER))
        await until(lambda: heard, 0.01)
        (frozen,) = pids()
        os.kill(frozen, signal.SIGSTOP)
        counted.cancel()
        await answered_beside(one, heard)


async def test_an_answer_to_an_earlier_question_is_passed_over() -> None:
    async with thinking("0", "repeats") as one:
        for position in (START, NEXT):
            assert ADVANCE in position.legal_moves
            assert await one.move(position, "pin", MINA) == chosen(position) != ADVANCE
        assert len(pids()) == 1


async def test_a_legal_move_that_answers_no_question_is_nonsense(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with thinking("0", f"once:{tmp_path / 'failed'}:unasked") as one:
        assert await one.move(START, "pin", MINA) == chosen(START) != ADVANCE
    assert "the engine starts anew: it talks nonsense: move +" in caplog.text


@pytest.mark.logs_errors
async def test_what_else_the_engine_says_of_a_question_that_it_refused_harms_no_other_one() -> None:
    one = Thinking()
    with pytest.raises(Unanswered, match="'nonsense' is not a position"):
        await one.ask(Question(lambda: ("position nonsense", "go level pin"), lambda _: True, EVER), MINA, SOON)
    assert await one.move(START, "pin", MINA) in START.legal_moves
    await one.close()
