"""Animations: a few at a time, never in the way of pictures, and drawn only as long as somebody waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from PIL import Image

from bot.ui.kit import animations, pictures
from bot.ui.kit.animations import PLACES, Animations, Busy
from bot.ui.kit.pictures import Drawing, Pictures, Stopped, animation, drawing
from render import Theme
from tests.store.building import SOON

Frames = Iterator[tuple[Image.Image, int]]


@pytest.fixture
async def drawer() -> AsyncIterator[Pictures]:
    """What draws."""
    made = Pictures()
    yield made
    made.close()


def endless(begun: threading.Event) -> tuple[Drawing, list[int]]:
    """An animation that has no end, and its frames so far."""
    frames: list[int] = []

    def draw(*, theme: Theme) -> Frames:
        while len(frames) < 500:
            begun.set()
            frames.append(len(frames))
            time.sleep(0.01)
            yield Image.new("P", (2, 2), len(frames) % 256), 10

    return animation(draw), frames


def short(number: int) -> tuple[Drawing, list[int]]:
    """An animation of one frame, and how often it was drawn."""
    times: list[int] = []

    def draw(*, theme: Theme) -> Frames:
        times.append(number)
        yield Image.new("P", (2, 2), number), 10

    return animation(draw), times


def picture() -> Drawing:
    """A picture that is drawn at once."""

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


async def test_it_is_drawn_no_further_when_the_time_is_over(drawer: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animations, "WAITING_SECONDS", 0.05)
    moving, frames = endless(threading.Event())
    with pytest.raises(TimeoutError):
        await drawn_for(1, Animations(drawer), moving)
    await _drawn_no_further(frames)


async def test_it_is_drawn_no_further_when_whoever_waits_is_gone(drawer: Pictures) -> None:
    begun = threading.Event()
    moving, frames = endless(begun)
    task = asyncio.create_task(drawn_for(1, Animations(drawer), moving))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.wait([task])
    await _drawn_no_further(frames)


async def test_when_the_bot_stops_nobody_waits_any_longer(drawer: Pictures) -> None:
    begun = threading.Event()
    waiting = Animations(drawer)
    drawings = [endless(begun) for _ in range(2)]
    tasks = [asyncio.create_task(drawn_for(user, waiting, moving)) for user, (moving, _) in enumerate(drawings)]
    await asyncio.to_thread(begun.wait)
    waiting.stop()
    assert [type(error) for error in await asyncio.gather(*tasks, return_exceptions=True)] == [Stopped, Stopped]
    for _, frames in drawings:
        await _drawn_no_further(frames)


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


async def test_pictures_do_not_wait_for_animations(drawer: Pictures) -> None:
    begun, stopped = threading.Event(), threading.Event()
    moving, _ = endless(begun)
    running = [asyncio.create_task(drawer.animate(moving, None, stopped)) for _ in range(4)]
    await asyncio.to_thread(begun.wait)
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


async def _drawn_no_further(frames: list[int]) -> None:
    await asyncio.sleep(0.1)
    count = len(frames)
    await asyncio.sleep(0.1)
    assert len(frames) == count < 500
