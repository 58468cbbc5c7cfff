"""Processes whose shards overlap: the later one does not start. What a crash has left keeps nobody from it."""

import re

import pytest

from bot.connection import handover
from bot.connection.handover import Handover, check_overlaps
from bot.store.backend.database import Database
from bot.store.backend.errors import StoreError
from bot.store.leases import all_leases, claim_lease
from bot.store.shards import EVERY, Shards

SOME = Shards((0, 1, 2, 3), 8)
OTHERS = {
    "2-5 of 8": Shards((2, 3, 4, 5), 8),
    "3 of 8": Shards((3,), 8),
    "0-3 of 4": Shards((0, 1, 2, 3), 4),
    "4-7 of 16": Shards((4, 5, 6, 7), 16),
    "all": EVERY,
}


async def leased(database: Database) -> list[str]:
    return [row.shards for row in await database.read(all_leases)]


@pytest.mark.parametrize("name", OTHERS)
async def test_a_process_whose_shards_overlap_with_anothers_is_refused(database: Database, name: str) -> None:
    living = Handover(database, OTHERS[name], name="elsewhere")
    await living.begin()
    sentence = f"Another process runs with SHARDS {name}, which overlap with 0-3 of 8 of this one: give each process"
    with pytest.raises(StoreError, match=f"^{re.escape(sentence)}"):
        await check_overlaps(database, SOME)
    assert await leased(database) == [name]
    assert not living.over.is_set()
    await living.end()


@pytest.mark.parametrize("names", [("it has crashed",), ("so has it", "and its successor")])
async def test_what_a_crash_elsewhere_has_left_keeps_nobody_from_starting(
    database: Database, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    monkeypatch.setattr(handover, "OVERLAP_SECONDS", 0.01)
    for name in names:
        await database.write(claim_lease, "0-3 of 4", name, lambda _: False)
    await check_overlaps(database, SOME)
    assert await leased(database) == []


async def test_a_process_for_which_another_one_waits_is_one_that_lives(database: Database) -> None:
    living = [Handover(database, OTHERS["2-5 of 8"], name=name) for name in ("one", "two")]
    for each in living:
        await each.begin()
        each.connected()
    await living[1].placed.wait()
    with pytest.raises(StoreError, match=r"^Another process runs with SHARDS 2-5 of 8, which overlap"):
        await check_overlaps(database, SOME)
    assert [each.holds.is_set() for each in living] == [True, False]
    assert not any(each.over.is_set() for each in living)
    for each in living:
        await each.end()


async def test_other_shards_and_the_same_ones_are_left_alone(database: Database) -> None:
    for shards in (SOME, Shards((4, 5), 8), Shards((7,), 8)):
        await database.write(claim_lease, str(shards), "somebody", lambda _: False)
    await check_overlaps(database, SOME)
    assert len(await leased(database)) == 3
