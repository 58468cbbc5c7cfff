"""How fast pictures are drawn and encoded, against Pillow's default PNG of the same finished picture."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter

from PIL import Image

import render
from bot.ui.kit.pictures import WORKERS, workers
from game import Record, Setup
from game.position import from_pawn
from render import DAYLIGHT
from tests.bench.measure import ROUNDS, Result, compare, milliseconds, share
from tests.render.positions import moves_of, position_after
from tests.render.scenes import SCENES

YARDSTICK = "default PNG of it, as RGB"
SEEDS = range(12)
PLIES = (16, 26, 36)
"""Positions in the middle and late in a game: an empty table would flatter us."""

LAG_SECONDS = 1
NAP = 0.001
"""Seconds of one measurement of the event loop, and of one sleep in it."""

INLINE = 20
"""Pictures drawn beside it, to know how long one takes."""


def turn_picture() -> Result:
    """A table, drawn and encoded, its sprites known."""
    draws = [_table(seed, plies) for seed in SEEDS for plies in PLIES]
    finished = [draw().convert("RGB") for draw in draws]
    return share(
        "table, drawn + encoded",
        YARDSTICK,
        0.25,
        lambda: [render.png(draw()) for draw in draws],
        lambda: [_default_png(image) for image in finished],
    )


def panel_picture() -> Result:
    """The panel of a turn: one quilt with ghost and candidates."""
    finished = SCENES["panel"](DAYLIGHT).convert("RGB")
    return share(
        "panel, drawn + encoded",
        YARDSTICK,
        0.25,
        lambda: [render.png(SCENES["panel"](DAYLIGHT)) for _ in range(10)],
        lambda: [_default_png(finished) for _ in range(10)],
    )


def picture_bytes() -> Result:
    """The bytes of tables."""
    tables = [_table(seed, plies)() for seed in SEEDS for plies in PLIES]
    ours = [len(render.png(table)) for table in tables]
    theirs = [len(_default_png(table.convert("RGB"))) for table in tables]
    kilobytes = (f"{max(sizes) / 1000:.0f} KB max" for sizes in (ours, theirs))
    return Result("bytes of a table", *kilobytes, YARDSTICK, sum(ours) / sum(theirs), 0.5, at_most=True)


def two_threads() -> Result:
    """The same tables by two threads."""
    draws = [_table(seed, plies) for seed in SEEDS for plies in PLIES]
    with workers(1) as one, workers() as two:

        def by(pool: ThreadPoolExecutor) -> list[int]:
            return list(pool.map(lambda draw: len(render.png(draw())), draws))

        by(one)
        return compare("two threads", "one thread", 1.4, len(draws), lambda: by(two), lambda: by(one))


def loop_lag() -> Result:
    """How late the event loop is while two pictures are always being drawn, at the 99th percentile."""
    draw = _table(3, 36)
    rounds = [(asyncio.run(_lag(draw)), _inline(draw)) for _ in range(ROUNDS)]
    lag, inline = (median(column) for column in zip(*rounds, strict=True))
    ratio = median(late / alone for late, alone in rounds)
    return Result(
        "event loop, p99 late", milliseconds(lag), milliseconds(inline), "a table inline", ratio, 0.33, at_most=True
    )


def replay() -> Result:
    """A whole game as GIF: the encoding alone."""
    ring, moves = moves_of(5)
    record = Record(Setup("classic", from_pawn(ring)), tuple(moves))
    frames = list(render.draw_replay(record))
    finished = [image.convert("RGB") for image, _ in frames]
    return share(
        f"replay of {len(moves)} moves",
        "default PNG of each frame",
        0.3,
        lambda: render.gif(frames),
        lambda: [_default_png(image) for image in finished],
    )


def _table(seed: int, plies: int) -> Callable[[], Image.Image]:
    position, last, seat = position_after(plies, seed)
    return lambda: render.draw_table(position, last=last, last_seat=seat)


def _default_png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _inline(draw: Callable[[], Image.Image]) -> float:
    """Seconds that one picture takes in this thread."""
    start = perf_counter()
    for _ in range(INLINE):
        render.png(draw())
    return (perf_counter() - start) / INLINE


async def _lag(draw: Callable[[], Image.Image]) -> float:
    """Seconds that short sleeps take too long while the workers draw, at the 99th percentile."""
    loop, stopped = asyncio.get_running_loop(), False
    with workers() as pool:

        async def keep_drawing() -> None:
            while not stopped:
                await loop.run_in_executor(pool, lambda: render.png(draw()))

        drawing = [asyncio.create_task(keep_drawing()) for _ in range(WORKERS)]
        late: list[float] = []
        end = perf_counter() + LAG_SECONDS
        while (start := perf_counter()) < end:
            await asyncio.sleep(NAP)
            late.append(perf_counter() - start - NAP)
        stopped = True
        await asyncio.gather(*drawing)
    return sorted(late)[len(late) * 99 // 100]
