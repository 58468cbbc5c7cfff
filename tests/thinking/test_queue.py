"""How processes share the work, told by what is done and in which order, with a stand-in for the engine."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.thinking import queue, waiting
from bot.thinking.hints import hints
from bot.thinking.waiting import AT_ONCE, LATER, SOON
from bot.thinking.worker import Unanswered
from tests.store.building import EVE, MINA, TOM
from tests.thinking.building import counting, pids, started, thinking, until
from tests.thinking.test_thinking import NEXT, START

pytestmark = pytest.mark.slow


class Order:
    """What was answered, one after the other."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, name: str, work: Awaitable[object]) -> None:
        """Begin to wait for an answer, and note its name when it is there."""
        self.tasks.append(asyncio.create_task(self._noted(name, work)))

    async def all(self) -> list[str]:
        await asyncio.gather(*self.tasks)
        return self.names

    async def _noted(self, name: str, work: Awaitable[object]) -> None:
        await work
        self.names.append(name)


async def test_beside_thirty_moves_of_the_strongest_a_hint_and_a_quick_move_come_next() -> None:
    async with thinking("0.02") as one:
        order = Order()
        for person in range(30):
            order.add("thimble", one.move(START, "thimble", person, SOON))
        await until(lambda: len(order.names) >= 3)
        order.add("hint", hints(one, NEXT, MINA))
        order.add("pin", one.move(NEXT, "pin", TOM))
        names = await order.all()
    assert names[3:] == ["thimble", "pin", "hint", *["thimble"] * 26]


async def test_two_moves_of_the_strongest_for_one_person_leave_a_process_to_others() -> None:
    async with thinking("600", workers=2) as one:
        order = Order()
        order.add("mina", one.move(START, "thimble", MINA, SOON))
        order.add("mina", one.move(NEXT, "thimble", MINA, SOON))
        order.add("mina", hints(one, NEXT, MINA))
        await started()
        assert one.waiting == 2
        order.add("tom", one.move(NEXT, "thimble", TOM, SOON))
        await started(2)
        assert one.waiting == 2
        for task in order.tasks:
            task.cancel()


async def test_one_of_two_processes_is_kept_free_of_reviews() -> None:
    async with thinking("0.02", workers=2) as one:
        heard: list[list[str]] = [[], []]
        reviews = [
            asyncio.create_task(one.ask(counting(heard[number], 10_000), person, LATER))
            for number, person in enumerate((MINA, TOM))
        ]
        await until(lambda: len(heard[0]) >= 2, 0.01)
        assert len(pids()) == 1
        await one.move(START, "pin", EVE)
        assert len(pids()) == 2
        assert heard == [[f"progress {number + 1}" for number in range(len(heard[0]))], []], "it was not interrupted"
        for review in reviews:
            review.cancel()


async def test_a_review_gets_on_however_often_it_is_interrupted() -> None:
    """Each time that it is begun, somebody has a move to make before it has come a step further."""
    async with thinking("0.1") as one:
        moves, heard = 0, list[str]()
        review = asyncio.create_task(one.ask(counting(heard, 3), MINA, LATER))
        while not review.done():
            await until(lambda: not one.waiting)
            await one.move(START, "pin", TOM)
            moves += 1
            assert moves < 10 * queue.MOST_INTERRUPTED
    assert moves > queue.MOST_INTERRUPTED
    assert heard[-1] == "done"


async def test_a_review_whose_turn_it_is_while_others_wait_takes_one_step_and_makes_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A step is so long that the process is told to stop before the next one, however busy the machine is."""
    monkeypatch.setitem(waiting.MOST_IN_A_ROW, AT_ONCE, 1)
    async with thinking("0.5") as one:
        order, heard = Order(), list[str]()
        for _ in range(3):
            order.add("move", one.move(START, "pin", TOM))
        review = asyncio.create_task(one.ask(counting(heard, 10_000), MINA, LATER))
        await until(lambda: order.names and one.waiting <= 2)
        order.add("move", one.move(NEXT, "pin", EVE))
        while len(order.names) < 2:
            await asyncio.sleep(0)
            assert len(heard) <= 1, "it goes on although others wait"
        assert heard == ["progress 1"]
        review.cancel()
        await order.all()


async def test_a_review_gets_on_although_always_somebody_waits() -> None:
    async with thinking("0") as one:
        moves, heard = 0, list[str]()
        review = asyncio.create_task(one.ask(counting(heard, 3), MINA, LATER))

        async def play(person: int) -> None:
            nonlocal moves
            while not review.done():
                await one.move(START, "pin", person)
                moves += 1
                assert moves <= 400

        await asyncio.gather(*(play(person) for person in range(3)), review)
    assert heard[-1] == "done"


async def test_what_nobody_waits_for_any_more_makes_room_for_others() -> None:
    async with thinking("600") as one:
        first = asyncio.create_task(one.move(START, "thimble", TOM, SOON))
        await started()
        before = pids()
        second = asyncio.create_task(hints(one, START, MINA))
        third = asyncio.create_task(hints(one, NEXT, EVE))
        await asyncio.sleep(0)
        assert one.waiting == 2
        second.cancel()
        await asyncio.wait([second])
        assert one.waiting == 1
        first.cancel()
        await until(lambda: not one.waiting, 0.01)
        assert not third.done()
        assert pids() == before, "the process that thought about the first one goes on"
        third.cancel()


async def test_a_move_that_too_many_others_wait_for_is_left_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_WAITING", 2)
    async with thinking("0.02") as one:
        order = Order()
        for _ in range(3):
            order.add("mina", one.move(START, "thimble", MINA, SOON))
            await asyncio.sleep(0.01)
        with pytest.raises(Unanswered, match="too many others wait"):
            await one.move(NEXT, "thimble", MINA, SOON)
        order.add("tom", one.move(NEXT, "thimble", TOM, SOON))
        assert sorted(await order.all()) == ["mina", "mina", "mina", "tom"]


async def test_when_the_bot_ends_nobody_waits_for_an_answer() -> None:
    async with thinking("600") as one:
        asked = [
            asyncio.create_task(work)
            for work in (
                one.move(START, "thimble", MINA, SOON),
                one.move(NEXT, "thimble", MINA, SOON),
                hints(one, START, TOM),
                one.ask(counting([]), EVE, LATER),
            )
        ]
        await started()
        await one.close()
        asked.append(asyncio.create_task(one.move(START, "pin", MINA)))
        for each in asked:
            with pytest.raises(Unanswered, match="the bot ends"):
                await each
        assert one.waiting == 0
        assert pids() == set()
