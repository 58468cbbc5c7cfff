"""Animations: a few at a time, never in the way of pictures, and drawn only as long as somebody waits."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from PIL import Image

from bot.ui.kit import pictures
from bot.ui.kit.pictures import (
    PLACES,
    WAITING_SECONDS,
    Animations,
    Busy,
    Drawing,
    Pictures,
    Stopped,
    animation,
    drawing,
)
from render import Theme
from tests.loop import Clock
from tests.store.building import SOON, waited

Frames = Iterator[tuple[Image.Image, int]]


@pytest.fixture
async def drawer() -> AsyncIterator[Pictures]:
    made = Pictures()
    yield made
    made.close()


class Endless:
    """An animation that takes a minute, unless it is drawn no further."""

    def __init__(self) -> None:
        self.drawing = animation(self._draw)
        self._begun, self._over = threading.Event(), threading.Event()

    def _draw(self, *, theme: Theme) -> Frames:
        try:
            for number in range(6000):
                time.sleep(0.01)
                yield Image.new("P", (2, 2), number % 256), 10
                self._begun.set()
        except GeneratorExit:
            self._over.set()
            raise

    @property
    def has_begun(self) -> bool:
        return self._begun.is_set()

    async def begun(self) -> None:
        await asyncio.to_thread(waited, self._begun)

    async def over(self) -> None:
        await asyncio.to_thread(waited, self._over)


def short(number: int) -> tuple[Drawing, list[int]]:
    """An animation of one frame, and how often it was drawn."""
    times: list[int] = []

    def draw(*, theme: Theme) -> Frames:
        times.append(number)
        yield Image.new("P", (2, 2), number), 10

    return animation(draw), times


def picture() -> Drawing:
    def draw(*, theme: Theme) -> Image.Image:
        return Image.new("P", (2, 2))

    return drawing(draw)


@pytest.mark.slow
async def test_a_user_has_one_place_and_there_are_a_few_in_all(drawer: Pictures) -> None:
    waiting = Animations(drawer)
    async with AsyncExitStack() as stack:
        for user in range(PLACES - 1):
            await stack.enter_async_context(waiting.queued(user))
        with pytest.raises(Busy):
            await stack.enter_async_context(waiting.queued(0))
        await stack.enter_async_context(waiting.queued(PLACES))
        with pytest.raises(Busy):
            await stack.enter_async_context(waiting.queued(PLACES + 1))
    async with waiting.queued(0):
        pass


async def test_it_is_drawn_no_further_when_the_time_is_over(drawer: Pictures, loop_clock: Clock) -> None:
    moving = Endless()
    task = asyncio.create_task(drawn_for(1, Animations(drawer), moving.drawing))
    await moving.begun()
    await loop_clock.advance(WAITING_SECONDS)
    with pytest.raises(TimeoutError):
        await task
    await moving.over()


async def test_it_is_drawn_no_further_when_whoever_waits_is_gone(drawer: Pictures) -> None:
    moving = Endless()
    task = asyncio.create_task(drawn_for(1, Animations(drawer), moving.drawing))
    await moving.begun()
    task.cancel()
    await asyncio.wait([task])
    await moving.over()


async def test_when_the_bot_stops_nobody_waits_any_longer(drawer: Pictures) -> None:
    waiting, one, two = Animations(drawer), Endless(), Endless()
    tasks = [asyncio.create_task(drawn_for(user, waiting, moving.drawing)) for user, moving in enumerate((one, two))]
    await one.begun()
    waiting.stop()
    assert [type(error) for error in await asyncio.gather(*tasks, return_exceptions=True)] == [Stopped, Stopped]
    await one.over()
    await drawer.draw_once(picture())  # after all animations that were asked for before
    assert not two.has_begun


async def test_when_the_bot_stops_an_upload_is_cut_off(drawer: Pictures) -> None:
    waiting = Animations(drawer)

    async def upload() -> None:
        async with waiting.queued(1):
            await asyncio.sleep(3600)

    task = asyncio.create_task(upload())
    await asyncio.sleep(0)
    waiting.stop()
    with pytest.raises(Stopped):
        await task
    with pytest.raises(Stopped):
        await upload()


async def test_pictures_do_not_wait_for_animations(drawer: Pictures) -> None:
    moving, stopped = Endless(), threading.Event()
    running = [asyncio.create_task(drawer.animate(moving.drawing, None, stopped)) for _ in range(4)]
    await moving.begun()
    assert await asyncio.wait_for(drawer.draw(picture()), SOON)
    assert not any(task.done() for task in running)
    stopped.set()
    await asyncio.gather(*running, return_exceptions=True)


@pytest.mark.parametrize(("budget", "times"), [(10_000, 1), (1, 2)])
async def test_they_are_kept_while_their_bytes_are_within_a_budget(
    drawer: Pictures, monkeypatch: pytest.MonkeyPatch, budget: int, times: int
) -> None:
    monkeypatch.setattr(pictures, "KEPT_ANIMATIONS", budget)
    moving, drawn = short(7)
    first, again = [await drawer.animate(moving, None, threading.Event()) for _ in range(2)]
    assert first == again
    assert len(drawn) == times


async def drawn_for(user: int, waiting: Animations, moving: Drawing) -> None:
    """Wait for an animation as a user does."""
    async with waiting.queued(user):
        await waiting.draw(moving, None)
