"""A machine whose clock is wrong by minutes: it is told, and nobody who plays notices."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wire.crowd import answers
from tests.wire.fair import FAIR
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import all_is_well, playing
from tests.wire.shifted import CANNOT, shifted
from tests.wire.standby import WHOLE, leased
from tests.wire.standin import StandIn
from tests.wire.test_health import Door, figures_in
from tests.wire.world import LONG_ENOUGH, until

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(bool(CANNOT), reason=CANNOT or "it can be done"),
    pytest.mark.parametrize("cold", [True], ids=["cold"]),
]

CLICKS = 16
"""Clicks that are answered before and after the other process takes over."""

NEARLY = 2.0
"""Seconds to within which a process knows the time after its first requests, if it need not wait for a processor."""


class Machine:
    """A machine whose clock is ``off`` by some seconds, and a bot on it that says how it is at a ``door``."""

    def __init__(self, another: Callable[..., Bot], folder: Path, off: int, port: int) -> None:
        self.bot = another(**shifted(folder, off), HEALTH=f"127.0.0.1:{port}")
        self.off = off
        self.door = Door(port)
        self._starved = FAIR.starved()

    @property
    def nearly(self) -> float:
        """Seconds to within which it knows the time: more, by those in which it waited for a processor."""
        return NEARLY + FAIR.starved() - self._starved

    async def is_told(self) -> None:
        """Once it is ready, it says how far its clock is off, and is ready all the same."""
        text = await self.door.turns(200, LONG_ENOUGH)
        said = re.fullmatch(r"All is well\. This machine's clock is ([\d,]+) s (fast|slow); the bot goes by .*\n", text)
        assert said, text
        seconds = int(said[1].replace(",", "")) * (1 if said[2] == "fast" else -1)
        _, text = await self.door.ask("/metrics")
        for told in (seconds, figures_in(text)["thimble_clock_ahead_seconds"]):
            assert told == pytest.approx(self.off, abs=self.nearly)


async def is_reminded_in_time(discord: StandIn, bot: Bot) -> None:
    """Who is to move in the only game is reminded when it is time, and not when the machine's clock says so."""
    now = int(time.time())
    bot.database.change("UPDATE games SET deadline = :deadline", {"deadline": now + 3600})
    bot.database.change("UPDATE timers SET due = :due WHERE kind = 'remind'", {"due": now + 200})
    await bot.database.swept()
    assert reminders(discord) == 0
    bot.database.change("UPDATE timers SET due = :due WHERE kind = 'remind'", {"due": now - 60})
    await until(lambda: reminders(discord))


def reminders(discord: StandIn) -> int:
    """How many people were reminded."""
    return sum(call.push.startswith("⏰") for call in discord.calls)


@pytest.mark.parametrize(("off", "next_off"), [(1000, -300), (-1000, 300)])
async def test_nobody_notices_a_clock_that_is_off_nor_that_another_process_takes_over(
    discord: StandIn,
    another: Callable[..., Bot],
    tmp_path: Path,
    unused_tcp_port_factory: Callable[[], int],
    off: int,
    next_off: int,
) -> None:
    old, new = (Machine(another, tmp_path, each, unused_tcp_port_factory()) for each in (off, next_off))
    people, begun, bot = tables(discord, 6, rate=8), time.time(), old.bot
    await bot.start()
    await old.is_told()
    await people[0].play(moves=2)
    await is_reminded_in_time(discord, bot)
    async with playing(people):
        await answers(discord, CLICKS)
        await new.bot.start()
        await leased(bot, WHOLE)
        assert await bot.stop() == 0
        await new.is_told()
        await answers(discord, CLICKS)
    await all_is_well(discord, bot.database, people)
    assert [one.told for one in discord.interactions.values() if "my side" in one.told] == []
    ((earliest, latest),) = bot.database.rows("SELECT min(at), max(at) FROM log")
    assert begun - old.nearly < earliest <= latest < time.time() + old.nearly
    assert await new.bot.stop() == 0
    assert ["this machine's clock is " in line for line in bot.warnings()] == [True, True]
