"""One process comes in the place of another: each interaction is answered by one of them, and one at a time sweeps."""

import asyncio
from collections.abc import Callable

import pytest

from bot.connection import handover
from bot.connection.handover import (
    DEAD_SECONDS,
    GONE_SECONDS,
    LINGER_SECONDS,
    SETTLE_SECONDS,
    SURE_SECONDS,
    Handover,
)
from bot.store.backend.database import Database
from bot.store.backend.errors import FileLost
from bot.store.leases import LeaseRow, claim_lease, find_lease, heartbeat, note_waiting, release_lease
from bot.store.shards import Shards
from tests.connection.building import Hands
from tests.loop import Clock
from tests.wire.world import LONG_ENOUGH

SHARDS = Shards((0, 1), 4)

pytestmark = pytest.mark.usefixtures("nobody_waits")


async def started(
    database: Database, clock: Hands, name: str, shards: Shards = SHARDS, *, connects: bool = True
) -> Handover:
    """A process that has just started, and that is connected if it ``connects``."""
    process = Handover(database, shards, steady=clock, name=name)
    await process.begin(watch=False)
    if connects:
        process.connected()
    return process


async def looked(*processes: Handover) -> None:
    """Let each look at the lease."""
    for process in processes:
        await process.poll()


async def passing(seconds: float, clock: Hands, *processes: Handover) -> None:
    """Let so many seconds pass, while each looks at the lease."""
    for _ in range(round(seconds * 2)):
        clock.now += 0.5
        await looked(*processes)


async def both(one: Database, other: Database, clock: Hands) -> tuple[Handover, Handover]:
    """A process that holds the lease and has heard interaction 100, and one that waits for it and is connected."""
    old, new = await started(one, clock, "old"), await started(other, clock, "new")
    await passing(SETTLE_SECONDS, clock, old, new)
    assert new.placed.is_set()
    assert await old.owns(100)
    return old, new


async def owners(interaction: int, *processes: Handover) -> list[int]:
    """Which processes answer an interaction, by their place among them."""
    answers = await asyncio.gather(*(process.owns(interaction) for process in processes))
    return [number for number, is_owner in enumerate(answers) if is_owner]


async def lease(database: Database) -> LeaseRow:
    """The lease, which somebody has."""
    row = await database.read(find_lease, str(SHARDS))
    assert row
    return row


async def leased(database: Database, wanted: Callable[[LeaseRow], bool]) -> None:
    """Wait until the lease is as it is wanted."""
    while not wanted(await lease(database)):  # noqa: ASYNC110
        await asyncio.sleep(0)


@pytest.fixture
def lingers_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process that leaves be gone at once."""
    monkeypatch.setattr(handover, "LINGER_SECONDS", 0)


# --- in order


async def test_the_first_process_answers_and_sweeps(database: Database, clock: Hands) -> None:
    only = await started(database, clock, "old")
    assert only.holds.is_set()
    assert only.placed.is_set()
    assert await owners(7, only) == [0]
    await looked(only)
    assert not only.over.is_set()


async def test_the_second_one_waits_and_takes_nobodys_place(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await passing(60, clock, old, new)
    assert (await lease(database)).ready
    assert not old.over.is_set()
    assert not new.holds.is_set()
    assert await owners(101, old, new) == [0]


async def test_it_counts_once_it_has_been_connected_for_a_moment(
    database: Database, other_database: Database, clock: Hands
) -> None:
    """What was sent just before is on its way to the other one alone."""
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new", connects=False)
    await passing(60, clock, old, new)
    new.connected()
    await looked(new)
    assert not (await lease(database)).ready
    assert not new.placed.is_set()
    await passing(SETTLE_SECONDS, clock, old, new)
    assert (await lease(database)).ready


@pytest.mark.usefixtures("lingers_not")
async def test_every_interaction_around_the_cutover_has_one_owner(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await old.leave(5)
    await looked(new)
    for interaction in range(90, 110):
        assert await owners(interaction, old, new) == [0 if interaction <= 100 else 1], interaction
    assert not new.holds.is_set(), "the old one may still post"
    await database.write(release_lease, str(SHARDS), "old")
    await looked(new)
    assert new.holds.is_set()
    assert await owners(110, new) == [0]
    await looked(new)
    assert not new.over.is_set()


async def test_a_process_that_leaves_still_listens_for_what_is_on_its_way(
    database: Database, other_database: Database, clock: Hands, loop_clock: Clock
) -> None:
    old, _ = await both(database, other_database, clock)
    leaving = asyncio.create_task(old.leave(5))
    await leased(database, lambda row: row.cutover is not None)
    await loop_clock.advance(0.9 * LINGER_SECONDS)
    assert not leaving.done()
    assert await old.owns(99)
    await loop_clock.advance(0.1 * LINGER_SECONDS)
    await leaving


@pytest.mark.usefixtures("lingers_not")
async def test_an_interaction_that_comes_too_early_is_kept_until_its_owner_is_known(
    database: Database, other_database: Database, clock: Hands, loop_clock: Clock
) -> None:
    old, new = await both(database, other_database, clock)
    kept = [asyncio.create_task(new.owns(number)) for number in (100, 101)]
    await loop_clock.advance(0.9 * handover.KEPT_SECONDS)
    assert not any(each.done() for each in kept)
    await old.leave(5)
    await looked(new)
    assert [await each for each in kept] == [False, True]
    assert not await old.owns(101)


async def test_a_process_that_is_told_to_stop_waits_until_the_other_one_is_connected(
    database: Database, other_database: Database, clock: Hands, loop_clock: Clock
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new", connects=False)
    leaving = asyncio.create_task(old.leave(5))
    await loop_clock.advance(2)
    assert (await lease(database)).cutover is None
    new.connected()
    await passing(SETTLE_SECONDS, clock, old, new)
    while (await lease(database)).cutover is None:
        await loop_clock.advance(handover.QUICK_SECONDS)
    await loop_clock.advance(LINGER_SECONDS)
    await leaving


async def test_but_not_for_ever(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LINGER_SECONDS", 0)
    old = await started(database, clock, "old")
    await started(other_database, clock, "new", connects=False)
    await old.leave(0)
    assert not await old.owns(101), "the next process answers that"


async def test_alone_it_leaves_at_once_and_leaves_no_lease(database: Database, clock: Hands) -> None:
    only = Handover(database, SHARDS, steady=clock, name="only")
    await only.begin()
    await only.leave(5)
    assert await owners(7, only) == [0]
    await only.end()
    assert await database.read(find_lease, str(SHARDS)) is None


async def test_a_standby_that_is_stopped_leaves_everything_as_it_was(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    new = Handover(other_database, SHARDS, steady=clock, name="new")
    await new.begin()
    await new.leave(5)
    await new.end()
    await looked(old)
    assert await owners(7, old) == [0]
    assert ((await lease(database)).holder, (await lease(database)).successor) == ("old", None)


@pytest.mark.usefixtures("lingers_not")
async def test_if_the_other_one_ends_after_the_cutover_the_process_answers_on(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, _ = await both(database, other_database, clock)
    await old.leave(5)
    assert not await old.owns(101)
    await other_database.write(release_lease, str(SHARDS), "new")
    await looked(old)
    assert await old.owns(102)


async def test_of_two_that_start_at_once_one_answers_and_the_other_waits(
    database: Database, other_database: Database, clock: Hands
) -> None:
    some = await asyncio.gather(started(database, clock, "one"), started(other_database, clock, "two"))
    await passing(8, clock, *some)
    assert sorted(process.holds.is_set() for process in some) == [False, True]
    assert all(process.placed.is_set() for process in some)
    assert not any(process.over.is_set() for process in some)


async def test_processes_of_other_shards_do_not_mind_each_other(
    database: Database, other_database: Database, clock: Hands
) -> None:
    one = await started(database, clock, "one")
    two = await started(other_database, clock, "two", Shards((2, 3), 4))
    await looked(one, two)
    assert one.holds.is_set()
    assert two.holds.is_set()


# --- signs of life


@pytest.mark.slow
async def test_only_while_somebody_waits_the_holder_gives_signs_of_life(
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
async def test_a_standby_takes_over_from_a_holder_that_is_silent_and_answers_what_came_since(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    heard = asyncio.create_task(new.owns(100))  # by both, while the holder lived
    await asyncio.sleep(0)
    await looked(old, new)
    await passing(DEAD_SECONDS - 0.5, clock, new)
    kept = asyncio.create_task(new.owns(101))
    await asyncio.sleep(0)
    assert not new.holds.is_set()
    await passing(0.5, clock, new)
    assert new.holds.is_set()
    assert (await heard, await kept) == (False, True)
    assert not await old.may_act(), "it was only asleep, and finds out before it does anything"
    assert old.over.is_set()
    assert await owners(102, old, new) == [1]


async def test_a_holder_that_dies_after_the_cutover_is_silent_too_and_the_standby_answers_already(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LINGER_SECONDS", 0)
    old, new = await both(database, other_database, clock)
    await old.leave(5)
    await passing(DEAD_SECONDS - 1, clock, old, new)
    assert not new.holds.is_set(), "its last answers take their time"
    await passing(DEAD_SECONDS - 1, clock, new)
    assert not new.holds.is_set()
    assert await owners(101, new) == [0]
    await passing(1, clock, new)
    assert new.holds.is_set()


async def test_time_in_which_it_could_not_look_says_nothing_about_the_holder(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await looked(new)
    clock.now += 60  # the database was away, or the machine asleep
    await looked(new)
    assert not new.holds.is_set()
    await looked(old, new)
    assert await owners(101, old, new) == [0]


async def test_of_a_holder_that_wakes_and_a_standby_that_takes_its_place_just_then_one_has_it(
    database: Database, other_database: Database, clock: Hands
) -> None:
    await both(database, other_database, clock)

    async def claimed(silent: LeaseRow) -> str:
        return (await other_database.write(claim_lease, str(SHARDS), "new", lambda _: False, silent)).holder

    seen = await lease(database)
    assert await database.write(heartbeat, str(SHARDS), "old")  # it wakes, and
    assert await claimed(seen) == "old"
    assert await claimed(await lease(database)) == "new"  # it does not wake
    assert not await database.write(heartbeat, str(SHARDS), "old")


async def test_a_process_that_was_frozen_while_nobody_wanted_its_place_goes_on(
    database: Database, clock: Hands
) -> None:
    only = await started(database, clock, "only")
    await looked(only)
    clock.now += 8 * 3600
    assert await only.may_act()
    assert await owners(7, only) == [0]


async def test_a_process_that_looks_regularly_is_sure_of_its_place_without_another_look(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new")
    for _ in range(5):
        await looked(old, new)
        clock.now += SURE_SECONDS - 0.1
        reads: list[str] = []
        monkeypatch.setattr("bot.store.backend.database.listeners", [lambda kind, _, reads=reads: reads.append(kind)])
        assert await owners(7, old, new) == [0]
        assert reads == []


@pytest.mark.slow
async def test_the_place_of_a_standby_elsewhere_that_is_silent_is_free(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await both(database, other_database, clock)
    await passing(2 * GONE_SECONDS, clock, new, old)
    assert (await lease(database)).successor == "new", "it gives signs of life"
    await passing(GONE_SECONDS + 1, clock, old)
    left = await lease(database)
    assert left.successor is None
    await passing(60, clock, old)
    assert await lease(database) == left, "nor does the holder when nobody waits"
    await passing(3, clock, old, new)
    assert (await lease(database)).successor == "new", "it takes its place again when it wakes"


async def test_one_that_connects_for_long_keeps_its_place(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new", connects=False)
    await passing(3 * GONE_SECONDS, clock, old, new)
    assert (await lease(database)).successor == "new"


# --- three


@pytest.mark.slow
async def test_a_third_one_waits_too_and_moves_up(database: Database, other_database: Database, clock: Hands) -> None:
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


async def test_where_both_are_gone_the_next_one_takes_over(
    database: Database, other_database: Database, clock: Hands
) -> None:
    await both(database, other_database, clock)
    third = await started(other_database, clock, "third")
    await passing(GONE_SECONDS - 1, clock, third)
    assert (await lease(database)).successor == "new"
    await passing(3, clock, third)
    assert third.holds.is_set()


async def test_a_start_after_a_crash_leaves_the_place_to_the_process_that_has_waited(database: Database) -> None:
    for name in ("old", "new"):
        await database.write(claim_lease, "all", name, lambda _: False)
    await database.write(note_waiting, "all", "new", ready=True)
    row = await database.write(claim_lease, "all", "again", lambda name: name == "old")
    assert (row.holder, row.successor) == ("new", "again")


async def test_one_that_is_not_connected_yet_is_not_waited_for_then(database: Database) -> None:
    for name in ("old", "new"):
        await database.write(claim_lease, "all", name, lambda _: False)
    row = await database.write(claim_lease, "all", "again", lambda name: name == "old")
    assert (row.holder, row.successor) == ("again", None)


# --- a file that is lost


async def test_a_standby_whose_file_is_lost_ends_too(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(database, clock, "old")
    monkeypatch.setattr(handover, "QUICK_SECONDS", 0.01)
    waiting = Handover(other_database, SHARDS, steady=clock, name="new")
    ended = asyncio.Event()

    async def lost(*_: object, **__: object) -> None:
        raise FileLost("gone")

    with monkeypatch.context() as patched:
        await waiting.begin(ended.set)
        patched.setattr(other_database, "write", lost)
        async with asyncio.timeout(LONG_ENOUGH):
            await ended.wait()
    assert not waiting.holds.is_set()


async def test_a_holder_whose_file_is_lost_ends_though_somebody_waits(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "LOOK_SECONDS", 0.01)
    holder = Handover(database, SHARDS, steady=clock, name="old")
    await holder.begin()
    new = await started(other_database, clock, "new")
    clock.now += SETTLE_SECONDS
    await looked(new)
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
