"""A midnight: the walls of one time zone go up, while people play, some are reminded, and the bot is killed."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from tests.wire.copies import HOUR, end_days, remind_daily, sew_daily
from tests.wire.crowd import Outcome, bots, judged
from tests.wire.ledger import Ledger
from tests.wire.people import tables
from tests.wire.places import Channel
from tests.wire.process import Bot
from tests.wire.runs import figures_of, playing
from tests.wire.standin import StandIn
from tests.wire.world import Interaction
from tools.scale.limit import MOST_REFUSED

LIMIT, PAUSE = 50, 0.3
"""The requests a second that Discord takes, and the seconds that one takes it."""

TABLES, RATE, REMINDED = 8, 8, 8
MANY, LONGEST = 10_000, 300
"""So many walls must be up within so many seconds, as fast as those here go."""

LONGEST_ANSWER = 1.0
BEFORE = 10.0
LOOK = 0.5


@dataclass(frozen=True, slots=True)
class Night:
    """How long walls took from midnight on, of these from the first one on, and reminders, in seconds; and the clicks
    before and meanwhile.
    """

    walls: float
    from_first: float
    reminders: float
    before: list[Interaction]
    meanwhile: list[Interaction]


async def midnight(url: str, folder: Path, walls: int) -> Outcome:
    """Let so many servers have a wall, and let two days end: the second time, the bot is killed again and again."""
    async with StandIn() as discord, bots(discord, folder, url, {}, sketches=False) as (bot,):
        discord.most_emoji, discord.pause, discord.limit.a_second = 0, PAUSE, LIMIT
        rooms = [discord.new_channel(server=discord.new_server()) for _ in range(walls)]
        people = tables(discord, TABLES, rate=RATE, threads=False, servers=[discord.home])
        _sew(bot, rooms, 327)
        await bot.connect(discord)
        await _count(bot.database, "message_id IS NOT NULL", walls)
        async with playing(people):
            night = await _night(discord, bot.database, walls)
        figures = await figures_of(discord, bot.database, people)
        refused = sum(status == 429 for _, status, _ in discord.refused)
        await _killed(discord, bot, rooms)
        assert await bot.stop() == 0
        ((left,),) = bot.database.rows("SELECT count(*) FROM walls WHERE owed OR NOT is_up")
        posted = [len(room.messages) for room in rooms]
        usual, then, many = p99(night.before), p99(night.meanwhile), night.from_first * MANY / walls
        outcome = Outcome(
            f"{walls} walls up after {night.walls:.1f} s (at that pace {MANY} after {many:.0f} s), {REMINDED} people "
            f"reminded after {night.reminders:.1f} s; p99 of {len(night.before)} clicks before and "
            f"{len(night.meanwhile)} meanwhile {usual:.2f} and {then:.2f} s, {figures.unanswered} unanswered, "
            f"{refused} × 429; on a day with four kills {posted.count(2)} of {walls} posted once, {left} not up"
        )
        outcome.must(many <= LONGEST, f"{MANY} walls would take {many:.0f} s")
        outcome.must(night.reminders < night.walls, "reminders have waited for walls")
        outcome.must(then < LONGEST_ANSWER, f"answers took {then:.2f} s")
        outcome.must(refused <= MOST_REFUSED, f"{refused} requests were refused")
        outcome.must(posted == [2] * walls, f"walls: {posted}")
        outcome.must(not left, f"{left} walls are not up")
        return judged(outcome, figures, discord, bot)


async def _night(discord: StandIn, database: Ledger, walls: int) -> Night:
    await asyncio.sleep(BEFORE)
    before, reminded, begun = len(discord.interactions), range(10_000, 10_000 + REMINDED), time.perf_counter()
    remind_daily(database, reminded)
    end_days(database)
    told = asyncio.create_task(_told(discord, reminded))
    await _count(database, "is_up", 1)
    first = time.perf_counter()
    await _count(database, "is_up", walls)
    last, clicks = time.perf_counter(), [*discord.interactions.values()]
    return Night(last - begun, last - first, await told - begun, clicks[:before], clicks[before:])


def p99(clicks: list[Interaction]) -> float:
    """The seconds within which all but one in a hundred were answered."""
    seconds = sorted(click.seconds for click in clicks if click.accepted)
    return seconds[int(0.99 * (len(seconds) - 1))] if seconds else 0.0


async def _killed(discord: StandIn, bot: Bot, rooms: list[Channel]) -> None:
    """Let one more day come and end, and kill the bot after each third of the posts and of the edits."""
    _sew(bot, rooms, 328)
    for state in ("number = 328 AND message_id IS NOT NULL", "number = 328 AND is_up"):
        for share in (1, 2):
            await _count(bot.database, state, len(rooms) * share // 3)
            await bot.kill()
            await discord.cut()
            await bot.connect(discord)
        await _count(bot.database, state, len(rooms))
        end_days(bot.database)


def _sew(bot: Bot, rooms: list[Channel], number: int) -> None:
    sew_daily(bot.database, rooms, int(time.time()) + HOUR, number)


async def _count(database: Ledger, state: str, count: int) -> None:
    """Wait until so many walls are in a state and owe nothing."""
    while database.rows(f"SELECT count(*) FROM walls WHERE NOT owed AND {state}")[0][0] < count:  # noqa: ASYNC110, S608
        await asyncio.sleep(LOOK)


async def _told(discord: StandIn, users: range) -> float:
    """Wait until some people have got a private message. Returns when that was."""
    while not all(user in discord.channels and discord.channels[user].messages for user in users):  # noqa: ASYNC110
        await asyncio.sleep(LOOK)
    return time.perf_counter()
