"""A process that was frozen looks before it does anything, and all others need not."""

import asyncio

import pytest

from bot.connection import liveness
from bot.connection.liveness import Fence
from tests.loop import Clock

SURE = 4.0


class Place:
    """What a fence looks at, by a clock that stands still. A look is counted when it begins, and ends when it may."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks = 0
        self.error: Exception | None = None
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.fence = Fence(self.look, SURE, lambda: self.now)

    async def look(self) -> None:
        self.looks += 1
        await self.may_end.wait()
        if self.error:
            raise self.error


@pytest.fixture
async def place(loop_clock: Clock) -> Place:
    """A place that was just looked at. The loop's clock stands still, too: nobody's patience ends unless it is 0."""
    place = Place()
    await place.fence.check()
    return place


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "PATIENCE", 0)


async def test_before_the_first_look_and_after_the_last_one_everything_passes() -> None:
    place = Place()
    place.now += 1000
    await place.fence.wait_until_confirmed()
    await place.fence.check()
    place.fence.close()
    place.now += 1000
    await place.fence.wait_until_confirmed()
    assert place.looks == 1


async def test_who_looks_regularly_is_asked_nothing(place: Place) -> None:
    for _ in range(10):
        place.now += SURE - 0.1
        for _ in range(10):
            await place.fence.wait_until_confirmed()
        await place.fence.check()
    assert place.looks == 11


async def test_of_many_things_that_wait_after_a_freeze_one_looks_for_all(place: Place) -> None:
    place.now += SURE
    await asyncio.gather(*(place.fence.wait_until_confirmed() for _ in range(20)))
    assert place.looks == 2


@pytest.mark.parametrize("error", [None, ConnectionError()], ids=["answered", "broken off"])
async def test_a_look_from_before_a_freeze_does_not_count(place: Place, error: Exception | None) -> None:
    place.may_end.clear()
    place.error = error
    looking = asyncio.create_task(place.fence.check())
    await asyncio.sleep(0)
    place.now += SURE
    passing = asyncio.create_task(place.fence.wait_until_confirmed())
    await asyncio.sleep(0)
    place.may_end.set()
    await asyncio.wait([looking])
    assert looking.exception() is error
    place.error = None
    await passing
    assert place.looks == 3


async def test_if_the_database_is_away_it_is_asked_once_and_all_goes_on(place: Place) -> None:
    place.error = ConnectionError()
    place.now += SURE
    await place.fence.wait_until_confirmed()
    await place.fence.wait_until_confirmed()
    assert place.looks == 2
    for _ in range(3):
        place.now += SURE - 0.1
        with pytest.raises(ConnectionError):
            await place.fence.check()
        await place.fence.wait_until_confirmed()
    assert place.looks == 5


@pytest.mark.usefixtures("impatient")
async def test_while_it_is_awake_a_database_that_does_not_answer_is_not_waited_for(place: Place) -> None:
    place.may_end.clear()
    for _ in range(5):
        place.now += SURE - 0.1
        await place.fence.check()
        await place.fence.wait_until_confirmed()
    assert place.looks == 2


@pytest.mark.usefixtures("impatient")
async def test_after_a_freeze_it_waits_until_the_database_answers(place: Place) -> None:
    place.may_end.clear()
    place.now += SURE
    passing = asyncio.create_task(place.fence.wait_until_confirmed())
    for _ in range(5):
        await place.fence.check()  # who passes waits as often meanwhile
    assert not passing.done()
    place.may_end.set()
    await passing
    assert place.looks == 2


@pytest.mark.usefixtures("impatient")
async def test_a_look_that_fails_when_nobody_waits_for_it_any_more_is_no_error(place: Place) -> None:
    place.may_end.clear()
    await place.fence.check()
    place.error = ConnectionError()
    place.may_end.set()
    await asyncio.sleep(0)
    with pytest.raises(ConnectionError):
        await place.fence.check()


@pytest.mark.usefixtures("impatient")
async def test_a_look_that_ends_just_as_it_is_waited_for_no_longer_has_not_failed(place: Place) -> None:
    place.now += SURE
    await place.fence.check()
    await place.fence.wait_until_confirmed()
    assert place.looks == 2


async def test_who_waits_for_a_look_when_it_is_closed_goes_on(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "PATIENCE", 600)
    place.may_end.clear()
    place.now += SURE
    passing = asyncio.create_task(place.fence.wait_until_confirmed())
    for _ in range(2):
        await asyncio.sleep(0)  # it waits, and then the look begins
    assert place.looks == 2
    place.fence.close()
    async with asyncio.timeout(60):
        await passing
    assert place.looks == 2, "the one that was broken off, and no other"
