"""Timers: what is due is done once, by one of several; nudges; and what stops a clock or lets it go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.matches.clock import DAY, GRACE, NUDGE
from bot.matches.match import Match, Outcome
from bot.matches.play import Matches
from bot.matches.preferences import Preferences
from bot.matches.timers import Timers
from bot.store.database import Database
from tests.matches.building import FIRST, PACE, Hands, paced, refused
from tests.store.building import MINA, TOM, opened


async def test_an_idle_game_is_closed_once(database: Database, matches: Matches, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    clock.now += PACE * DAY + GRACE - 1
    assert [timer.kind for timer in await timers.due()] == ["remind", "expire"]
    clock.now += 1
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    assert sorted(await asyncio.gather(*(timers.close_idle(timer) for _ in range(3)))) == [False, False, True]
    match = await matches.load(match.id)
    assert (match.outcome, match.winner, match.revision) == (Outcome("closed", why="idle"), None, 1)


async def test_a_game_that_moved_on_is_not_closed(
    database: Database, matches: Matches, timers: Timers, clock: Hands
) -> None:
    match = await paced(database)
    clock.now += PACE * DAY + GRACE
    (timer,) = [timer for timer in await timers.due() if timer.kind == "close"]
    await matches.play(match.id, 0, MINA, FIRST)
    assert not await timers.close_idle(timer)
    assert (await matches.load(match.id)).outcome is None


async def test_of_two_programs_one_gets_the_timer(path: Path, clock: Hands) -> None:
    async with opened(path) as one, opened(path) as two:
        first, second = Timers(one, clock), Timers(two, clock)
        await paced(one)
        clock.now += 2 * DAY
        (timer,) = await first.due()
        claims = await asyncio.gather(first.claim(timer, clock.now + 60), second.claim(timer, clock.now + 60))
        (claimed,) = [claim for claim in claims if claim]
        assert await second.due() == []
        clock.now += 60
        assert await second.due() == [claimed]  # whoever claimed it did not report it done
        await second.done(claimed)
        assert await first.due() == []


async def test_a_nudge_comes_every_twelve_hours_at_most(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    await refused(database, timers.nudge(match.id, MINA), "not_waiting")
    nudges = await asyncio.gather(*(timers.nudge(match.id, TOM) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(nudge, Match) for nudge in nudges) == 1
    clock.now += NUDGE - 1
    await refused(database, timers.nudge(match.id, TOM), "nudged")
    clock.now += 1
    assert (await timers.nudge(match.id, TOM)).mover == MINA


async def test_nobody_is_nudged_who_does_not_want_it(database: Database, timers: Timers, clock: Hands) -> None:
    match = await paced(database)
    preferences = Preferences(database)
    await preferences.change(MINA, notify="nothing")
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, notify="direct", quiet_from=0, quiet_to=23 * 60)
    await refused(database, timers.nudge(match.id, TOM), "not_now")
    await preferences.change(MINA, quiet_from=None)
    assert await timers.nudge(match.id, TOM)


async def test_a_move_lets_the_next_player_be_nudged(database: Database, matches: Matches, timers: Timers) -> None:
    match = await paced(database)
    await timers.nudge(match.id, TOM)
    match = await matches.play(match.id, 0, MINA, FIRST)
    assert match.mover == TOM
    assert (await timers.nudge(match.id, MINA)).mover == TOM
