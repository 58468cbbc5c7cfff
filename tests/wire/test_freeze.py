"""A process that was frozen wakes when another one has taken its place: it answers nobody, and posts nothing."""

import asyncio
import signal
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from tests.wire.crowd import answers
from tests.wire.fair import FAIR
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.runs import figures_of, playing
from tests.wire.standin import StandIn
from tests.wire.world import until

pytestmark = pytest.mark.night

ELSEWHERE = "localhost"
"""The name under which the process knows the stand-in that is frozen."""

CLICKS = 20
"""Clicks that are answered before, from the take-over until the frozen process wakes, and when it has ended."""


async def freeze(bot: Bot) -> float:
    """Freeze a process. Returns when. In a file, one that writes just then would let nobody write before it wakes."""
    while True:
        frozen_at = FAIR.time()
        bot.send(signal.SIGSTOP)
        try:
            bot.database.change("UPDATE notes SET text = text")
        except OperationalError:
            bot.send(signal.SIGCONT)
            await asyncio.sleep(0.05)
        else:
            return frozen_at


async def replaced(bot: Bot, holder: str) -> float:
    """Wait until another process has the lease. Returns when."""
    await until(lambda: bot.database.rows("SELECT holder FROM leases") != [(holder,)])
    return FAIR.time()


async def woken_after_it_was_replaced(discord: StandIn, old: Bot, new: Bot, people: list[Table]) -> None:
    """Freeze a process while people play, wake it when another one has its place, and see that it does nothing."""
    await old.connect(discord)
    async with playing(people):
        await answers(discord, CLICKS)
        ((holder,),) = old.database.rows("SELECT holder FROM leases")
        frozen_at = await freeze(old)
        await new.start()
        replaced_at = await replaced(new, holder)
        await answers(discord, CLICKS)
        asked = len(discord.asked_of[ELSEWHERE])
        old.send(signal.SIGCONT)
        assert await old.ended() == 0
        await answers(discord, CLICKS)
    figures = await figures_of(discord, new.database, people)
    begun = {f"POST /interactions/{one.id}/" for one in discord.interactions.values() if one.sent < frozen_at}
    since = [request for request in discord.asked_of[ELSEWHERE][asked:] if not request.startswith("GET ")]
    done = [request for request in since if not request.startswith(tuple(begun))]  # what had left it cannot be stopped
    unheard = [one for one in discord.interactions.values() if not one.cut and not one.accepted]
    assert done == []
    assert (figures.doubles, figures.called_twice) == (0, [])
    assert (figures.lost, figures.not_shown) == ([], [])
    assert [one.sent - frozen_at for one in unheard if not frozen_at - 1 < one.sent < replaced_at] == []
    assert "another process has taken the place of this one" in old.log()
    assert await new.stop() == 0


async def test_who_wakes_after_it_was_replaced_answers_nobody_and_posts_nothing(
    discord: StandIn, bot: Bot, tmp_path: Path, people: list[Table]
) -> None:
    old = Bot(discord.url.replace("127.0.0.1", ELSEWHERE), tmp_path, database_url=bot.database.url, sketches=True)
    try:
        await woken_after_it_was_replaced(discord, old, bot, people)
    finally:
        if old.running:
            await old.kill()


@pytest.mark.postgresql
async def test_who_wakes_after_it_was_replaced_does_nothing_on_a_server_either(
    discord: StandIn, bot: Bot, tmp_path: Path, people: list[Table]
) -> None:
    await test_who_wakes_after_it_was_replaced_answers_nobody_and_posts_nothing(discord, bot, tmp_path, people)
