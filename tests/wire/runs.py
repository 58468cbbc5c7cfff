"""Long runs: many games under load, and kills at random moments. `make soak` prints their figures."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from tests.store.server import OwnServer
from tests.wire.checks import all_shown, double_calls, lost
from tests.wire.fair import FAIR
from tests.wire.ledger import Ledger
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.usage import Usage
from tests.wire.words import was_told
from tests.wire.world import LONG_ENOUGH, Interaction, until


@dataclass
class Figures:
    """What a run came to. ``unanswered`` clicks got no answer within 3 seconds, ``late`` ones got it afterwards,
    ``doubles`` more than one; ``slow`` ones were told only that it takes too long. ``called_twice`` says who was called
    again to the same turn. ``start`` is the seconds until the bot was connected, ``usage`` what it used from then until
    all was shown; ``files`` and ``sent``, in bytes, are what it sent to Discord meanwhile.
    """

    games: int = 0
    clicks: int = 0
    moves: int = 0
    kills: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    cut: int = 0
    unanswered: int = 0
    late: int = 0
    doubles: int = 0
    slow: int = 0
    seconds: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    not_shown: list[str] = field(default_factory=list)
    called_twice: list[str] = field(default_factory=list)
    start: float = 0.0
    usage: Usage = field(default_factory=Usage)
    files: int = 0
    sent: int = 0

    @property
    def cpu_a_click(self) -> float:
        """The seconds of CPU that the bot has used for each answer."""
        return self.usage.cpu / len(self.seconds) if self.seconds else 0.0

    def a_move(self, amount: float) -> float:
        """What so much of something was for each move."""
        return amount / (self.moves or 1)

    def quantile(self, share: float) -> float:
        """The seconds within which such a share of the answers came."""
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))] if self.seconds else 0.0


async def load(
    discord: StandIn, bot: Bot, people: Sequence[Table], seconds: float, ramp: float = 2.0, moves: int = 0
) -> Figures:
    """Let everybody play for some seconds; they sit down one after the other during the first ``ramp``. They go on
    until they have made so many moves.

    Then all stop at once: finishing their turns, they would press nothing but what makes moves.
    """
    begun = FAIR.time()
    await bot.connect(discord)
    start, before = FAIR.time() - begun, bot.usage()
    files, sent = discord.files, discord.bytes

    async def sit_down(number: int, table: Table) -> None:
        await asyncio.sleep(ramp * number / len(people))
        await table.play()

    playing = [asyncio.create_task(sit_down(number, table)) for number, table in enumerate(people)]
    await asyncio.sleep(ramp + seconds)
    await until(lambda: _moves(people) >= moves)
    await stop(playing)
    figures = await figures_of(discord, bot.database, people)
    figures.start, figures.usage = start, bot.usage().since(before)
    figures.files, figures.sent = discord.files - files, discord.bytes - sent
    assert await bot.stop() == 0
    return figures


async def away(
    discord: StandIn, bot: Bot, people: Sequence[Table], server: OwnServer, seconds: float, settle: float
) -> Figures:
    """Let everybody play, for some seconds without the server of the database, and then as long with it again."""
    await bot.connect(discord)
    async with playing(people):
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.start)
        await asyncio.sleep(seconds)
    figures = await figures_of(discord, bot.database, people, settle)
    assert await bot.stop() == 0
    return figures


async def kills(
    discord: StandIn,
    bot: Bot,
    people: Sequence[Table],
    times: int,
    seed: int = 1,
    moves: int = 1,
    also: Callable[[], bool] = lambda: True,
) -> Figures:
    """Kill the bot so many times, each after up to two seconds of play, while people play on.

    It ends once they have made so many moves and ``also`` holds.
    """
    rng = random.Random(seed)
    await bot.start()
    cut = 0
    async with playing(people):
        for _ in range(times):
            await discord.connected()
            await asyncio.sleep(rng.uniform(0, 2))
            await bot.kill()
            cut += await discord.cut()
            await bot.start()
        await discord.connected()
        moves = max(moves, _moves(people) + 1)  # people play on after the last kill
        await until(lambda: _moves(people) >= moves and also())
    figures = await figures_of(discord, bot.database, people)
    assert await bot.stop() == 0
    figures.kills, figures.cut = times, cut
    return figures


def _moves(people: Sequence[Table]) -> int:
    return sum(len(table.promised) for table in people)


@contextlib.asynccontextmanager
async def playing(people: Sequence[Table]) -> AsyncIterator[None]:
    """Let people play meanwhile."""
    tasks = [asyncio.create_task(table.play()) for table in people]
    try:
        yield
    finally:
        await stop(tasks)


async def stop(playing: Sequence[asyncio.Task[None]]) -> None:
    """Let people leave their tables."""
    running = set(playing)
    while running:  # wait_for drops a cancellation that arrives together with what it waits for
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=1)
    results = await asyncio.gather(*playing, return_exceptions=True)
    for error in results:
        if isinstance(error, BaseException) and not isinstance(error, asyncio.CancelledError):
            raise error


async def figures_of(
    discord: StandIn, database: Ledger, people: Sequence[Table], settle: float = LONG_ENOUGH
) -> Figures:
    """What a run has come to, once nobody plays any more and the boards have had some seconds to ``settle``."""
    clicks = [one for one in discord.interactions.values() if not one.cut]
    await _settled(clicks)
    shown = await all_shown(database, discord.channels.values(), settle)
    ((games,),) = database.rows("SELECT count(*) FROM games")
    return Figures(
        games=games,
        clicks=len(clicks),
        moves=_moves(people),
        unanswered=sum(one.accepted == 0 for one in clicks),
        late=sum(one.late > 0 for one in clicks),
        doubles=sum(one.again > 0 for one in clicks),
        slow=sum(was_told(discord, one, "failure.slow") for one in clicks),
        called_twice=double_calls(discord),
        seconds=[one.seconds for one in clicks if one.accepted],
        lost=lost(database, people) + database.complaints(),
        not_shown=shown,
    )


async def all_is_well(discord: StandIn, database: Ledger, people: Sequence[Table]) -> None:
    """Every click was answered once, no move is lost, and all boards are right."""
    figures = await figures_of(discord, database, people)
    assert (figures.unanswered, figures.doubles, figures.lost, figures.not_shown) == (0, 0, [], [])


async def _settled(clicks: Sequence[Interaction], seconds: float = 4.0) -> None:
    """Wait for the last answers."""
    end = FAIR.time() + seconds
    while any(not one.over.is_set() for one in clicks) and FAIR.time() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def in_channels(discord: StandIn) -> int:
    """How many requests the bot has made in channels: of boards, calls and challenges, their edits and deletions."""
    return sum(request.partition(" ")[2].startswith("/channels/") for request in discord.requests)
