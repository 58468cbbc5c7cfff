"""A second process waits while people play with the first, which is killed, frozen, or lost with its machine."""

import asyncio
import signal
from dataclasses import replace
from pathlib import Path

from tests.wire.checks import double_calls
from tests.wire.crowd import Outcome, bots, give_up, judged
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import figures_of, playing
from tests.wire.standin import StandIn
from tests.wire.world import until

TABLES, RATE = 12, 8

WHOLE = "ready AND successor IS NOT NULL"
"""What a lease is like for which somebody waits who is connected."""

ELSEWHERE = "elsewhere 1 abc"
"""The name of a process on another machine."""


async def killed(bot: Bot) -> None:
    """Kill it."""
    await bot.kill()


async def frozen(bot: Bot) -> None:
    """Let it stand still."""
    bot.send(signal.SIGSTOP)


async def gone_with_its_machine(bot: Bot) -> None:
    """Kill it as if it ran on another machine: of a process there, nobody here knows whether it runs."""
    bot.send(signal.SIGSTOP)
    bot.database.change(f"UPDATE leases SET holder = '{ELSEWHERE}'")  # noqa: S608
    await bot.kill()


WAYS = [killed, frozen, gone_with_its_machine]
"""How a process can be lost."""


async def leased(bot: Bot, state: str, count: int = 1) -> None:
    """Wait until so many leases are in a state."""
    await until(lambda: bot.database.rows(f"SELECT count(*) FROM leases WHERE {state}") == [(count,)])  # noqa: S608


def holder_of(bot: Bot) -> str:
    """The name of the process that answers, where all have the same shards."""
    ((name,),) = bot.database.rows("SELECT holder FROM leases")
    return str(name)


async def taken_over(discord: StandIn, bot: Bot, old: str) -> int:
    """Wait until neither an old process nor one elsewhere answers.

    Nobody waits for an answer to what was pressed before. Returns how often that was.
    """
    await leased(bot, f"holder NOT IN ('{old}', '{ELSEWHERE}')")
    pressed = list(discord.interactions.values())
    await asyncio.sleep(0.5)  # what both had heard may still be answered
    return give_up(pressed)


async def standby(url: str, folder: Path, pause: float) -> Outcome:
    """Lose the process that answers in each way, while another one waits, and start it again."""
    async with StandIn() as discord, bots(discord, folder, url, {}, {}) as (holder, other):
        people = tables(discord, TABLES, rate=RATE)
        await holder.connect(discord)
        await other.start()
        await leased(holder, WHOLE)
        told, again, after = [], [], []
        async with playing(people):
            for lose in WAYS:
                await asyncio.sleep(pause)
                before, old = _again(discord), holder_of(holder)
                await lose(holder)
                unanswered = await taken_over(discord, holder, old)
                clicks = len(discord.interactions)
                if lose is frozen:
                    holder.send(signal.SIGCONT)
                    assert await holder.ended() == 0
                await holder.start()
                await leased(holder, f"holder <> '{old}' AND {WHOLE}")
                await asyncio.sleep(pause)
                again.append(_again(discord) - before)
                after.append(sum(one.accepted for one in list(discord.interactions.values())[clicks:]))
                told.append(f"{lose.__name__.replace('_', ' ')}: {unanswered} unanswered until then")
                holder, other = other, holder
        figures = await figures_of(discord, holder.database, people)
        outcome = Outcome(
            f"{'; '.join(told)}. Of {figures.clicks} other clicks at {RATE} a second {figures.unanswered} unanswered, "
            f"{figures.doubles} answered by both, of which Discord refuses one; {figures.moves} moves, "
            f"{len(figures.lost)} lost, {len(figures.not_shown)} not shown, {len(double_calls(discord))} double calls"
        )
        outcome.must(min(after) > RATE, f"answered afterwards: {after}")
        outcome.must(not sum(again[1:]), f"answered by both: {again}")  # what it did before a kill cannot all be known
        for each in (other, holder):
            assert await each.stop() == 0
        return judged(outcome, replace(figures, doubles=figures.doubles - again[0]), discord, holder)


def _again(discord: StandIn) -> int:
    return sum(one.again > 0 for one in discord.interactions.values())
