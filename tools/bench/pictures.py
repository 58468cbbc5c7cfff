"""How fast pictures are drawn and encoded, against Pillow's default PNG of the same finished picture."""

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time, sleep

from PIL import Image

import render
from bot.ui.kit.pictures import WORKERS, workers
from daily import Attempt, puzzle_of
from game import Record, Setup
from game.position import from_pawn
from game.tidy import proposals
from render import THEMES
from render.daily import MOST
from tests.render.positions import moves_of, position_after
from tests.render.scenes import daily_quilts
from tools.bench.measure import ABSOLUTE, ROUNDS, UNNOTICED, WALL, Result, at_most, milliseconds, share

Draw = Callable[[], Image.Image]

YARDSTICK = "default PNG of it, as RGB"
SEEDS = range(12)
PLIES = (16, 26, 36)
"""Positions in the middle and late in a game: an empty table would flatter us."""

CANDIDATES = 4
"""Spots that a panel shows, as it does in play."""

LAG_SECONDS = 1
NAP = 0.001
"""Seconds of one measurement of the event loop, and of one sleep in it."""

FEW = 3
"""Default PNGs made beside it, to know how long one takes."""


def turn_picture() -> Result:
    """A table, drawn and encoded, its sprites known."""
    return _drawn_and_encoded("table, drawn + encoded", _tables())


def first_picture() -> Result:
    """A table before which a process has painted nothing, drawn and encoded."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        seconds = median(pool.map(_first_picture, range(ROUNDS)))
    return at_most("first table of a process", seconds, 0.12, ABSOLUTE)


def _first_picture(seed: int) -> float:
    draw, start = _table(seed, 0), process_time()
    render.png(draw())
    return process_time() - start


def panel_picture() -> Result:
    """The panel of a turn, drawn and encoded: one quilt with ghost and candidates."""
    return _drawn_and_encoded("panel, drawn + encoded", _panels())


def picture_bytes() -> Result:
    """The bytes of tables: what is uploaded for everybody in the channel."""
    return _bytes("bytes of a table", _tables(), 0.52)


def panel_bytes() -> Result:
    """The bytes of panels. Zlib would need a twentieth less (level 3) or a quarter (6), and 5 or 11 times as long."""
    return _bytes("bytes of a panel", _panels(), 0.52)


def wall_picture() -> Result:
    """A wall of daily quilts, drawn and encoded, beside as many tables as walls."""
    quilts, tables = daily_quilts(MOST), _tables()
    wall = partial(render.draw_wall, quilts)
    goal = 1.5
    return share(
        "wall of 8, a table",
        "table, drawn + encoded",
        goal,
        lambda: [render.png(wall()) for _ in tables],
        lambda: [render.png(draw()) for draw in tables],
    )


def wall_bytes() -> Result:
    """Its bytes, beside what they may be."""
    size = max(len(render.png(render.draw_wall(daily_quilts(MOST), theme=theme))) for theme in THEMES.values())
    most = 150_000
    told = "bytes of a wall of 8", f"{size / 1000:.0f} KB", "150 KB", "at most"
    return Result(*told, size / most, 1, at_most=True, loose=UNNOTICED)


def daily_picture() -> Result:
    """The panel of a daily quilt, drawn and encoded, beside that of a game: a preview."""
    panels, dailies = _panels(), _dailies()
    return share(
        "daily panel, a panel",
        "panel, drawn + encoded",
        1,
        lambda: [render.png(draw()) for draw, _ in zip(cycle(dailies), panels, strict=False)],
        lambda: [render.png(draw()) for draw in panels],
    )


def _dailies() -> list[Draw]:
    """The panel before each patch of some days, of somebody who is tidy."""
    draws = list[Draw]()
    for number in range(1, 4):
        attempt = Attempt(puzzle_of(number))
        while attempt.patch:
            some = proposals(attempt.quilt, attempt.patch, CANDIDATES)
            following = tuple(patch.id for patch in attempt.following)
            draws.append(partial(render.draw_daily, attempt.quilt, ghost=some[0], candidates=some, following=following))
            attempt = attempt.place(some[0])
    return draws


def two_threads() -> Result:
    """Measure how long a table takes that is asked for while the other thread makes a replay.

    That is what a second thread is for: with one, the table would have to wait until the replay is finished, so this is
    the yardstick. More tables a second are not to be had from it: what is left of a picture's time is mostly drawing,
    and that holds the interpreter.
    """
    draw, record = _table(3, 36), _record()
    rounds = []
    with workers() as pool:
        for _ in range(ROUNDS):
            start = perf_counter()
            film = pool.submit(lambda: render.gif(render.draw_replay(record)))
            sleep(NAP)  # it has begun
            asked = perf_counter()
            pool.submit(lambda: render.png(draw())).result()
            table = perf_counter() - asked
            film.result()
            rounds.append((table, perf_counter() - start))
    return _in_rounds("a table beside a replay", "waiting for the replay", 0.1, rounds)


def loop_lag() -> Result:
    """Measure how late the event loop is while two pictures are always being drawn, at the 99th percentile.

    Against one default PNG: that is how late it would be if a picture were made in it as everybody makes one. (One of
    our own tables would make every faster picture look like a later event loop.)
    """
    draw = _table(3, 36)
    finished = draw().convert("RGB")
    rounds = [(asyncio.run(_lag(draw)), _alone(finished)) for _ in range(ROUNDS)]
    return _in_rounds("event loop, p99 late", "one default PNG", 0.08, rounds)


def replay() -> Result:
    """A whole game as GIF: the encoding alone."""
    record = _record()
    frames = list(render.draw_replay(record))
    finished = [image.convert("RGB") for image, _ in frames]
    return share(
        f"replay of {len(record.moves)} moves",
        "default PNG of each frame",
        0.3,
        lambda: render.gif(frames),
        lambda: [_default_png(image) for image in finished],
    )


PICTURES = [
    *(turn_picture, first_picture, panel_picture, picture_bytes, panel_bytes, daily_picture, wall_picture, wall_bytes),
    *(two_threads, loop_lag, replay),
]


def _tables() -> list[Draw]:
    return [_table(seed, plies) for seed in SEEDS for plies in PLIES]


def _table(seed: int, plies: int) -> Draw:
    position, new, seat = position_after(plies, seed)
    return lambda: render.draw_table(position, new=new, new_seat=seat)


def _panels() -> list[Draw]:
    """One of every position in which some patch on offer still fits."""
    turns = [position_after(plies, seed)[0] for seed in SEEDS for plies in PLIES]
    quilts = [(position.player(position.turn).quilt, position.offers) for position in turns]
    spots = [(quilt, proposals(quilt, patch, CANDIDATES)) for quilt, patches in quilts for patch in patches[:1]]
    return [partial(render.draw_quilt, quilt, seat=1, ghost=some[0], candidates=some) for quilt, some in spots if some]


def _record() -> Record:
    ring, moves = moves_of(5)
    return Record(Setup("classic", from_pawn(ring)), tuple(moves))


def _drawn_and_encoded(name: str, draws: list[Draw]) -> Result:
    finished = [draw().convert("RGB") for draw in draws]
    return share(
        name,
        YARDSTICK,
        0.05,
        lambda: [render.png(draw()) for draw in draws],
        lambda: [_default_png(image) for image in finished],
    )


def _bytes(name: str, draws: list[Draw], goal: float) -> Result:
    pictures = [draw() for draw in draws]
    ours = [len(render.png(picture)) for picture in pictures]
    theirs = [len(_default_png(picture.convert("RGB"))) for picture in pictures]
    our_most, their_most = (f"{max(sizes) / 1000:.0f} KB max" for sizes in (ours, theirs))
    ratio = sum(ours) / sum(theirs)
    return Result(name, our_most, their_most, YARDSTICK, ratio, goal, at_most=True, loose=UNNOTICED)


def _default_png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _alone(image: Image.Image) -> float:
    """Seconds that one default PNG takes in this thread."""
    start = perf_counter()
    for _ in range(FEW):
        _default_png(image)
    return (perf_counter() - start) / FEW


def _in_rounds(name: str, yardstick: str, goal: float, rounds: list[tuple[float, float]]) -> Result:
    """The medians of what was measured together, in seconds: ours and the yardstick's."""
    ours, theirs = (median(column) for column in zip(*rounds, strict=True))
    ratio = median(our / their for our, their in rounds)
    return Result(name, milliseconds(ours), milliseconds(theirs), yardstick, ratio, goal, at_most=True, loose=WALL)


async def _lag(draw: Draw) -> float:
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
