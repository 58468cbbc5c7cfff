"""A process that stands by leaves everything to the holder, until that one goes, or gives no sign of life."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace

import pytest

from bot.connection import handover
from bot.connection.handover import DEAD_SECONDS, SIGN_SECONDS, Handover
from bot.connection.processes import own_name
from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost
from bot.store.leases import LeaseRow, claim_lease, find_lease, note_ready, release_lease
from tests.connection.building import Hands
from tests.connection.test_handover import SHARDS, interaction, looked, owners, passing
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.usefixtures("nobody_waits")

GONE_SECONDS = DEAD_SECONDS + SIGN_SECONDS
"""After so long without a sign of life, others may come in the place of a standby."""


async def started(database: Database, clock: Hands, name: str, *, stands_by: bool = True) -> Handover:
    """A process that has just started, and is connected."""
    process = Handover(database, SHARDS, stands_by=stands_by, time=clock, steady=clock, name=name)
    await process.begin(watch=False)
    process.connected()
    return process


async def both(one: Database, other: Database, clock: Hands) -> tuple[Handover, Handover]:
    """A process that holds the lease, and one that stands by."""
    old, new = await started(one, clock, "old", stands_by=False), await started(other, clock, "new")
    await looked(old, new, old)
    return old, new


async def lease(database: Database) -> LeaseRow:
    """The lease, which somebody has."""
    row = await database.read(find_lease, str(SHARDS))
    assert row
    return row


@pytest.mark.slow
async def test_it_is_ready_and_takes_nobodys_place(database: Database, other_database: Database, clock: Hands) -> None:
    old, new = await both(database, other_database, clock)
    assert new.placed.is_set()
    await passing(60, clock, old, new)
    assert (await lease(database)).ready
    assert not old.over.is_set()
    assert not new.holds.is_set()
    assert await owners(clock.now, old, new) == [0]


@pytest.mark.slow
async def test_only_beside_a_standby_the_holder_gives_signs_of_life(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    alone = await lease(database)
    await passing(60, clock, old)
    assert await lease(database) == alone
    new = await started(other_database, clock, "new")
    await passing(10, clock, old, new)
    assert (await lease(database)).beat > alone.beat


@pytest.mark.usefixtures("loop_clock")  # what is kept is not given up meanwhile
async def test_it_takes_over_from_a_holder_that_is_silent_and_answers_what_came_since(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    heard = asyncio.create_task(new.owns(interaction(clock.now)))  # by both, while the holder lived
    await asyncio.sleep(0)
    await looked(old, new)
    await passing(DEAD_SECONDS - 0.5, clock, new)
    kept = asyncio.create_task(new.owns(interaction(clock.now)))
    await asyncio.sleep(0)
    assert not new.holds.is_set()
    await passing(0.5, clock, new)
    assert new.holds.is_set()
    assert (await heard, await kept) == (False, True)
    await looked(old)  # it was only asleep
    assert old.over.is_set()
    assert await owners(clock.now, old, new) == [1]


async def test_time_in_which_it_could_not_look_says_nothing_about_the_holder(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await looked(new)
    clock.now += 60  # the database was away, or the machine asleep
    await looked(new)
    assert not new.holds.is_set()
    await looked(old, new)
    assert await owners(clock.now, old, new) == [0]


@pytest.mark.slow
async def test_whoever_wants_the_place_gets_it_and_the_standby_stays_one(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, standby = await both(database, other_database, clock)
    new = await started(other_database, clock, "update", stands_by=False)
    for _ in range(12):
        clock.now += 0.5
        await looked(*(each for each in (old, standby, new) if not each.over.is_set()))
        assert len(await owners(clock.now, old, standby, new)) == 1
    assert old.over.is_set()
    await database.write(release_lease, str(SHARDS), "old", None)
    await passing(3, clock, standby, new)
    assert new.holds.is_set()
    assert not standby.over.is_set()
    assert await lease(database) == replace(
        await lease(database), holder="update", successor="new", standby="new", ready=True
    )


@pytest.mark.slow
async def test_a_second_standby_waits_and_moves_up(database: Database, other_database: Database, clock: Hands) -> None:
    old, first = await both(database, other_database, clock)
    second = await started(other_database, clock, "second")
    await passing(2 * GONE_SECONDS, clock, old, first, second)
    assert (await lease(database)).successor == "new"
    assert not second.placed.is_set()
    await passing(DEAD_SECONDS, clock, first, second)
    assert first.holds.is_set()
    await passing(2, clock, first, second)
    assert (await lease(database)).successor == "second"
    assert second.placed.is_set()
    assert not second.holds.is_set()


@pytest.mark.slow
async def test_the_place_of_a_standby_that_is_silent_is_free(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, _ = await both(database, other_database, clock)
    await passing(GONE_SECONDS + 1, clock, old)
    left = await lease(database)
    assert left.successor is None
    await passing(60, clock, old)
    assert await lease(database) == left, "the holder gives no signs of life when nobody stands by"


@pytest.mark.slow
async def test_on_the_same_machine_a_standby_writes_nothing_more_and_keeps_its_place(
    database: Database, other_database: Database, clock: Hands
) -> None:
    if not own_name().startswith("linux/"):
        pytest.skip("only Linux tells")
    names = [own_name().replace(f" {os.getpid()} ", f" {number} ") for number in (1, os.getppid())]
    old, new = await started(database, clock, names[0]), await started(other_database, clock, names[1])
    await looked(old, new)
    ready = await lease(database)
    await passing(10, clock, new, old)
    await passing(2 * GONE_SECONDS, clock, old)  # as if the other one was frozen
    assert await lease(database) == replace(ready, beat=(await lease(database)).beat)
    assert ready.successor == names[1]


@pytest.mark.slow
async def test_it_takes_its_place_again_when_it_wakes(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await passing(GONE_SECONDS + 1, clock, old)
    await passing(3, clock, old, new)
    assert (await lease(database)).successor == "new"


async def test_where_both_are_gone_the_next_one_takes_over(
    database: Database, other_database: Database, clock: Hands
) -> None:
    await both(database, other_database, clock)
    third = await started(other_database, clock, "third")
    await passing(GONE_SECONDS - 1, clock, third)
    assert (await lease(database)).successor == "new"
    await passing(3, clock, third)
    assert third.holds.is_set()


async def test_whoever_starts_anew_after_a_crash_leaves_the_place_to_the_standby(database: Database) -> None:
    for name in ("old", "new"):
        await database.write(claim_lease, "all", name, lambda _: False, stands_by=True)
    await database.write(note_ready, "all", "new")
    row = await database.write(claim_lease, "all", "again", lambda name: name == "old", stands_by=True)
    assert (row.holder, row.successor, row.is_stood_by) == ("new", "again", True)


async def test_one_that_is_not_connected_yet_is_not_waited_for_then(database: Database) -> None:
    for name in ("old", "new"):
        await database.write(claim_lease, "all", name, lambda _: False, stands_by=True)
    row = await database.write(claim_lease, "all", "again", lambda name: name == "old", stands_by=True)
    assert (row.holder, row.successor) == ("again", None)


def test_an_older_version_that_comes_in_the_place_of_a_standby_asks_for_it() -> None:
    waits = LeaseRow("all", "old", successor="new", standby="new")
    assert waits.is_stood_by
    assert not replace(waits, successor="older").is_stood_by  # it knows nothing of the other column


async def test_a_standby_whose_file_is_lost_ends_too(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(database, clock, "old", stands_by=False)
    monkeypatch.setattr(handover, "LOOK_SECONDS", 0.01)
    standby = Handover(other_database, SHARDS, stands_by=True, time=clock, steady=clock, name="new")
    ended = asyncio.Event()

    async def lost(*_: object, **__: object) -> None:
        raise FileLost("gone")

    with monkeypatch.context() as patched:
        await standby.begin(ended.set)
        standby.connected()
        patched.setattr(other_database, "write", lost)
        async with asyncio.timeout(LONG_ENOUGH):
            await ended.wait()
    assert not standby.holds.is_set()


async def test_a_holder_whose_file_is_lost_ends_though_somebody_stands_by(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LOOK_SECONDS", 0.01)
    holder = Handover(database, SHARDS, time=clock, steady=clock, name="old")
    await holder.begin()
    await looked(await started(other_database, clock, "new"))
    has_looked = asyncio.Event()

    async def lost(*_: object, **__: object) -> None:
        has_looked.set()
        raise FileLost("gone")

    with monkeypatch.context() as patched:
        patched.setattr(database, "write", lost)
        async with asyncio.timeout(LONG_ENOUGH):
            await has_looked.wait()
        await holder.leave(5)
        await holder.end()
    assert (await lease(other_database)).holder == "old", "what can no longer be given up"
