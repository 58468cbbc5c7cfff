"""Processes identify one after the other, by a clock that is none of theirs."""

import asyncio

import pytest

from bot.store.backend.database import Database
from bot.store.identify_slots import APART, acquire_slot
from bot.store.kv import find_value, save_value


async def free_at(database: Database) -> float:
    """When the next slot is free, by the database's clock."""
    told = await database.read(find_value, "identify 0")
    return float(told or 0)


async def test_processes_identify_one_after_the_other(database: Database, elsewhere: Database) -> None:
    assert await database.write(acquire_slot, 0, 4) == 0
    before = await free_at(database)
    waits = await asyncio.gather(*(each.write(acquire_slot, 0, 4) for each in (elsewhere, database, elsewhere)))
    assert await free_at(database) == pytest.approx(before + 3 * APART, abs=0.01)
    for number, wait in enumerate(sorted(waits), 1):
        assert wait <= number * APART
    assert len({*waits}) == 3
    assert await database.write(acquire_slot, 1, 4) == 0, "another bucket waits for nobody"


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [-(10**6), -1000, 1000, 10**6], ids="{:+}".format)
async def test_a_slot_that_was_given_by_a_clock_that_is_wrong_holds_up_nobody(database: Database, seconds: int) -> None:
    await database.write(acquire_slot, 0, 4)
    wrong = await free_at(database) + seconds
    await database.write(save_value, "identify 0", f"{wrong:.3f}")
    assert await database.write(acquire_slot, 0, 4) == 0


async def test_as_many_wait_as_there_are_shards_and_some_more(database: Database) -> None:
    await database.write(acquire_slot, 0, 4)
    begun = await free_at(database)
    for number in range(1, 13):
        await database.write(acquire_slot, 0, 4)
        assert await free_at(database) == pytest.approx(begun + number * APART, abs=0.01)
