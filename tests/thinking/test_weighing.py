"""A move is weighed in a process of its own."""

import pytest

from bot.thinking.queue import Thinking
from bot.thinking.weighing import weigh
from bot.thinking.worker import PROGRAM, Unanswered
from engine.verdicts import Reason, Weighed
from game import ADVANCE
from tests.store.building import MINA
from tests.thinking.building import thinking
from tests.thinking.test_thinking import START

pytestmark = pytest.mark.slow


async def test_what_it_finds_is_read() -> None:
    async with thinking("0") as one:
        assert await weigh(one, START, START.legal_moves[1], ADVANCE, MINA) == Weighed(
            120, 41, (Reason("leather", (26,)),)
        )


@pytest.mark.parametrize("fault", ["nonsense", "dies"])
async def test_nonsense_is_no_answer(fault: str) -> None:
    async with thinking("0", fault) as one:
        with pytest.raises(Unanswered):
            await weigh(one, START, START.legal_moves[1], ADVANCE, MINA)


async def test_the_engine_understands_the_question() -> None:
    one = Thinking(1, PROGRAM)
    found = await weigh(one, START, START.legal_moves[1], ADVANCE, MINA)
    assert abs(found.points) < 100
    assert (await weigh(one, START, ADVANCE, ADVANCE, MINA)) == Weighed(0, 0)
    await one.close()
