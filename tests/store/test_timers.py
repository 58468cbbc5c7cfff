"""Timers in the store."""

import asyncio

import pytest

from bot.store.backend.database import Database
from bot.store.timers import TimerRow, claim_timer, drop_timer, due_timers, set_timers
from tests.store.building import BIG, timers_of

GAME = 7
"""No game has this number: a timer does not need one."""


async def test_timers_are_set_by_kind_and_others_are_left_alone(database: Database) -> None:
    await database.write(set_timers, GAME, {"remind": 1, "expire": 2, "close": 3})
    await database.write(set_timers, GAME + 1, {"close": 9})
    await database.write(set_timers, GAME, {"remind": 4, "expire": None})
    assert await database.read(timers_of, GAME) == {"remind": 4, "close": 3}
    assert await database.read(timers_of, GAME + 1) == {"close": 9}
    await database.write(set_timers, GAME, {})
    await database.write(set_timers, GAME, {"remind": None, "expire": None, "close": None})
    assert await database.read(timers_of, GAME) == {}
    assert await database.read(timers_of, GAME + 1) == {"close": 9}


async def test_timers_of_anything_are_due_at_the_second_itself_oldest_first(database: Database) -> None:
    await database.write(set_timers, GAME, {"close": 102, "remind": 101})
    await database.write(set_timers, BIG, {"expire": 100})
    assert await database.read(due_timers, 99) == []
    assert await database.read(due_timers, 101) == [TimerRow("expire", BIG, 100), TimerRow("remind", GAME, 101)]


async def test_of_many_that_claim_a_timer_one_succeeds(database: Database) -> None:
    await database.write(set_timers, GAME, {"remind": 10, "close": 10})
    timer = TimerRow("remind", GAME, 10)
    claims = await asyncio.gather(*(database.write(claim_timer, timer, 20) for _ in range(20)))
    assert claims.count(True) == 1
    assert await database.read(timers_of, GAME) == {"remind": 20, "close": 10}


@pytest.mark.parametrize(("due", "left"), [(10, {"close": 10}), (11, {"remind": 10, "close": 10})])
async def test_a_timer_is_dropped_unless_it_was_set_anew(database: Database, due: int, left: dict[str, int]) -> None:
    await database.write(set_timers, GAME, {"remind": 10, "close": 10})
    await database.write(drop_timer, TimerRow("remind", GAME, due))
    assert await database.read(timers_of, GAME) == left
