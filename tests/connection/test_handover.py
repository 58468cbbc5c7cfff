"""One process comes in the place of another: each interaction is answered by one of them, and one at a time sweeps."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.connection import handover
from bot.connection.handover import DEAD_SECONDS, GONE_SECONDS, LINGER_SECONDS, SETTLE_SECONDS, SURE_SECONDS
from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost
from bot.store.leases import LeaseRow, claim_lease, find_lease, heartbeat, note_waiting, release_lease
from tests.connection.building import SHARDS, Stage, looked, owners
from tests.loop import Clock
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.usefixtures("nobody_waits")


@pytest.fixture
def lingers_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process that leaves be gone at once."""
    monkeypatch.setattr(handover, "LINGER_SECONDS", 0)


# --- in order


async def test_the_first_process_answers_and_sweeps_and_leaves_no_lease(stage: Stage) -> None:
    only = stage.new("only")
    await only.begin()
    assert (only.holds.is_set(), only.placed.is_set()) == (True, True)
    assert await owners(7, only) == [0]
    await looked(only)
    assert not only.over.is_set()
    await only.leave(5)
    assert await owners(8, only) == [0], "alone it leaves at once"
    await only.end()
    assert await stage.database.read(find_lease, str(SHARDS)) is None


async def test_the_second_one_waits_and_takes_nobodys_place(stage: Stage) -> None:
    old, new = await stage.both()
    await stage.passing(60, old, new)
    assert (await stage.lease()).ready
    assert not old.over.is_set()
    assert not new.holds.is_set()
    assert await owners(101, old, new) == [0]


async def test_it_counts_once_it_has_been_connected_for_a_moment(stage: Stage) -> None:
    """What was sent just before is on its way to the other one alone."""
    old, new = await stage.start("old"), await stage.start("new", connects=False)
    await stage.passing(max(60, 3 * GONE_SECONDS), old, new)
    assert (await stage.lease()).successor == "new", "it keeps its place however long it takes to connect"
    new.connected()
    await looked(new)
    assert not (await stage.lease()).ready
    assert not new.placed.is_set()
    await stage.passing(SETTLE_SECONDS, old, new)
    assert (await stage.lease()).ready


@pytest.mark.usefixtures("lingers_not")
async def test_every_interaction_around_the_cutover_has_one_owner(stage: Stage) -> None:
    old, new = await stage.both()
    await old.leave(5)
    await looked(new)
    for interaction in range(90, 110):
        assert await owners(interaction, old, new) == [0 if interaction <= 100 else 1], interaction
    assert not new.holds.is_set(), "the old one may still post"
    await stage.database.write(release_lease, str(SHARDS), "old")
    await looked(new)
    assert new.holds.is_set()
    assert await owners(110, new) == [0]
    await looked(new)
    assert not new.over.is_set()


async def test_a_process_that_leaves_still_listens_for_what_is_on_its_way(stage: Stage, loop_clock: Clock) -> None:
    old, _ = await stage.both()
    leaving = asyncio.create_task(old.leave(5))
    while (await stage.lease()).cutover is None:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await loop_clock.advance(0.9 * LINGER_SECONDS)
    assert not leaving.done()
    assert await old.owns(99)
    await loop_clock.advance(0.1 * LINGER_SECONDS)
    await leaving


@pytest.mark.usefixtures("lingers_not")
async def test_an_interaction_that_comes_too_early_is_kept_until_its_owner_is_known(
    stage: Stage, loop_clock: Clock
) -> None:
    old, new = await stage.both()
    kept = [asyncio.create_task(new.owns(number)) for number in (100, 101)]
    await loop_clock.advance(0.9 * handover.KEPT_SECONDS)
    assert not any(each.done() for each in kept)
    await old.leave(5)
    await looked(new)
    assert [await each for each in kept] == [False, True]
    assert not await old.owns(101)


async def test_a_process_that_is_told_to_stop_waits_until_the_other_one_is_connected(
    stage: Stage, loop_clock: Clock
) -> None:
    old, new = await stage.start("old"), await stage.start("new", connects=False)
    leaving = asyncio.create_task(old.leave(5))
    await loop_clock.advance(2)
    assert (await stage.lease()).cutover is None
    new.connected()
    await stage.passing(SETTLE_SECONDS, old, new)
    while (await stage.lease()).cutover is None:
        await loop_clock.advance(handover.QUICK_SECONDS)
    await loop_clock.advance(LINGER_SECONDS)
    await leaving


@pytest.mark.usefixtures("lingers_not")
async def test_but_not_for_ever(stage: Stage) -> None:
    old = await stage.start("old")
    await stage.start("new", connects=False)
    await old.leave(0)
    assert not await old.owns(101), "the next process answers that"


async def test_a_standby_that_is_stopped_leaves_everything_as_it_was(stage: Stage) -> None:
    old = await stage.start("old")
    new = stage.new("new")
    await new.begin()
    await new.leave(5)
    await new.end()
    await looked(old)
    assert await owners(7, old) == [0]
    assert ((await stage.lease()).holder, (await stage.lease()).successor) == ("old", None)


@pytest.mark.usefixtures("lingers_not")
async def test_if_the_other_one_ends_after_the_cutover_the_process_answers_on(stage: Stage) -> None:
    old, _ = await stage.both()
    await old.leave(5)
    assert not await old.owns(101)
    await stage.other.write(release_lease, str(SHARDS), "new")
    await looked(old)
    assert await old.owns(102)


async def test_of_two_that_start_at_once_one_answers_and_the_other_waits(stage: Stage) -> None:
    some = await asyncio.gather(stage.start("one"), stage.start("two"))
    await stage.passing(8, *some)
    assert sorted(process.holds.is_set() for process in some) == [False, True]
    assert all(process.placed.is_set() for process in some)
    assert not any(process.over.is_set() for process in some)


# --- signs of life


@pytest.mark.slow
async def test_only_while_somebody_waits_the_holder_gives_signs_of_life(stage: Stage) -> None:
    old = await stage.start("old")
    alone = await stage.lease()
    await stage.passing(60, old)
    assert await stage.lease() == alone
    new = await stage.start("new")
    await stage.passing(10, old, new)
    assert (await stage.lease()).beat > alone.beat


@pytest.mark.usefixtures("loop_clock")  # what is kept is not given up meanwhile
async def test_a_standby_takes_over_from_a_holder_that_is_silent_and_answers_what_came_since(stage: Stage) -> None:
    old, new = await stage.both()
    heard = asyncio.create_task(new.owns(100))  # by both, while the holder lived
    await asyncio.sleep(0)
    await looked(old, new)
    await stage.passing(DEAD_SECONDS - 0.5, new)
    kept = asyncio.create_task(new.owns(101))
    await asyncio.sleep(0)
    assert not new.holds.is_set()
    await stage.passing(0.5, new)
    assert new.holds.is_set()
    assert (await heard, await kept) == (False, True)
    assert not await old.may_act(), "it was only asleep, and finds out before it does anything"
    assert old.over.is_set()
    assert await owners(102, old, new) == [1]


@pytest.mark.usefixtures("lingers_not")
async def test_a_holder_that_dies_after_the_cutover_is_silent_too_and_the_standby_answers_already(stage: Stage) -> None:
    old, new = await stage.both()
    await old.leave(5)
    await stage.passing(DEAD_SECONDS - 1, old, new)
    assert not new.holds.is_set(), "its last answers take their time"
    await stage.passing(DEAD_SECONDS - 1, new)
    assert not new.holds.is_set()
    assert await owners(101, new) == [0]
    await stage.passing(1, new)
    assert new.holds.is_set()


async def test_time_in_which_it_could_not_look_says_nothing_about_the_holder(stage: Stage) -> None:
    old, new = await stage.both()
    await looked(new)
    stage.now += 60  # the database was away, or the machine asleep
    await looked(new)
    assert not new.holds.is_set()
    await looked(old, new)
    assert await owners(101, old, new) == [0]


async def test_of_a_holder_that_wakes_and_a_standby_that_takes_its_place_just_then_one_has_it(stage: Stage) -> None:
    await stage.both()

    async def claimed(silent: LeaseRow) -> str:
        return (await stage.other.write(claim_lease, str(SHARDS), "new", lambda _: False, silent)).holder

    seen = await stage.lease()
    assert await stage.database.write(heartbeat, str(SHARDS), "old")  # it wakes, and
    assert await claimed(seen) == "old"
    assert await claimed(await stage.lease()) == "new"  # it does not wake
    assert not await stage.database.write(heartbeat, str(SHARDS), "old")


async def test_a_process_that_was_frozen_while_nobody_wanted_its_place_goes_on(stage: Stage) -> None:
    only = await stage.start("only")
    await looked(only)
    stage.now += 8 * 3600
    assert await only.may_act()
    assert await owners(7, only) == [0]


async def test_a_process_that_looks_regularly_is_sure_of_its_place_without_another_look(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = await stage.start("old"), await stage.start("new")
    reads: list[str] = []
    for _ in range(5):
        await looked(old, new)
        stage.now += SURE_SECONDS - 0.1
        with monkeypatch.context() as patched:
            patched.setattr("bot.store.backend.database.listeners", [lambda kind, _: reads.append(kind)])
            assert await owners(7, old, new) == [0]
    assert reads == []


@pytest.mark.slow
async def test_the_place_of_a_standby_elsewhere_that_is_silent_is_free(stage: Stage) -> None:
    old, new = await stage.both()
    await stage.passing(2 * GONE_SECONDS, new, old)
    assert (await stage.lease()).successor == "new", "it gives signs of life"
    await stage.passing(GONE_SECONDS + 1, old)
    left = await stage.lease()
    assert left.successor is None
    await stage.passing(60, old)
    assert await stage.lease() == left, "nor does the holder when nobody waits"
    await stage.passing(3, old, new)
    assert (await stage.lease()).successor == "new", "it takes its place again when it wakes"


# --- three


@pytest.mark.slow
async def test_a_third_one_waits_too_and_moves_up(stage: Stage) -> None:
    old, first = await stage.both()
    second = await stage.start("second")
    await stage.passing(2 * GONE_SECONDS, old, first, second)
    assert (await stage.lease()).successor == "new"
    assert not second.placed.is_set()
    await stage.passing(DEAD_SECONDS, first, second)
    assert first.holds.is_set()
    await stage.passing(2, first, second)
    assert (await stage.lease()).successor == "second"
    assert second.placed.is_set()
    assert not second.holds.is_set()


async def test_where_both_are_gone_the_next_one_takes_over(stage: Stage) -> None:
    await stage.both()
    third = await stage.start("third")
    await stage.passing(GONE_SECONDS - 1, third)
    assert (await stage.lease()).successor == "new"
    await stage.passing(3, third)
    assert third.holds.is_set()


@pytest.mark.parametrize(("is_connected", "left"), [(True, ("new", "again")), (False, ("again", None))])
async def test_a_start_after_a_crash_leaves_the_place_to_a_process_that_waits_and_is_connected(
    database: Database, is_connected: bool, left: tuple[str, str | None]
) -> None:
    for name in ("old", "new"):
        await database.write(claim_lease, "all", name, lambda _: False)
    await database.write(note_waiting, "all", "new", ready=is_connected)
    row = await database.write(claim_lease, "all", "again", lambda name: name == "old")
    assert (row.holder, row.successor) == left


# --- a file that is lost


async def test_a_standby_whose_file_is_lost_ends_too(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.start("old")
    monkeypatch.setattr(handover, "QUICK_SECONDS", 0.01)
    waiting, ended = stage.new("new"), asyncio.Event()
    await waiting.begin(ended.set)
    monkeypatch.setattr(stage.other, "write", AsyncMock(side_effect=FileLost("gone")))
    async with asyncio.timeout(LONG_ENOUGH):
        await ended.wait()
    assert not waiting.holds.is_set()


async def test_a_holder_whose_file_is_lost_ends_though_somebody_waits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LOOK_SECONDS", 0.01)
    holder = stage.new("old")
    await holder.begin()
    new = await stage.start("new")
    stage.now += SETTLE_SECONDS
    await looked(new)
    with monkeypatch.context() as patched:
        patched.setattr(stage.database, "write", lost := AsyncMock(side_effect=FileLost("gone")))
        async with asyncio.timeout(LONG_ENOUGH):
            while not lost.called:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await holder.leave(5)
        await holder.end()
    assert (await stage.lease()).holder == "old", "what can no longer be given up"
