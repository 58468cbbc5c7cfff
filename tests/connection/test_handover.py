"""One process comes in the place of another: each interaction is answered by one of them, and one at a time sweeps."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.connection import fence
from bot.connection.handover import (
    AHEAD_SECONDS,
    DEAD_SECONDS,
    DRAIN_SECONDS,
    LINGER_SECONDS,
    SURE_SECONDS,
    Handover,
)
from bot.connection.processes import has_ended, own_name
from bot.store.backend.database import Database
from bot.store.leases import beat_lease, find_lease, release_lease, take_lease
from bot.store.shards import Shards
from tests.connection.building import START, Hands
from tests.loop import Clock
from tests.wire.world import LONG_ENOUGH

SHARDS = Shards((0, 1), 4)

pytestmark = pytest.mark.usefixtures("nobody_waits")


def interaction(at: float) -> int:
    """The id of an interaction at a moment."""
    return (int((at - 1_420_070_400) * 1000) << 22) + 7


async def started(
    database: Database, clock: Hands, name: str, shards: Shards = SHARDS, *, fast: float = 0.0
) -> Handover:
    """A process that has just started, whose idea of the time is ``fast`` by some seconds."""
    process = Handover(database, shards, time=lambda: clock() + fast, steady=clock, name=name)
    await process.begin(watch=False)
    return process


async def owners(at: float, *processes: Handover) -> list[int]:
    """Which processes answer an interaction of a moment, by their place among them."""
    answers = await asyncio.gather(*(process.owns(interaction(at)) for process in processes))
    return [number for number, is_owner in enumerate(answers) if is_owner]


async def looked(*processes: Handover) -> None:
    """Let each look at the lease."""
    for process in processes:
        await process.poll()


async def passing(seconds: float, clock: Hands, *processes: Handover) -> None:
    """Let so many seconds pass, while each looks at the lease."""
    for _ in range(round(seconds * 2)):
        clock.now += 0.5
        await looked(*processes)


async def handing_over(one: Database, other: Database, clock: Hands, *, fast: float = 0.0) -> tuple[Handover, Handover]:
    """A process, and the one that comes in its place: both have agreed on the cutover."""
    old, new = await started(one, clock, "old", fast=fast), await started(other, clock, "new")
    new.connected()
    await looked(old, new, old, new)
    return old, new


async def test_the_first_process_answers_and_sweeps(database: Database, clock: Hands) -> None:
    only = await started(database, clock, "old")
    assert only.holds.is_set()
    assert await owners(START, only) == [0]
    await looked(only)
    assert not only.over.is_set()


async def test_a_successor_answers_nothing_and_does_not_sweep_before_it_is_told(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    new = await started(other_database, clock, "new")
    await looked(old, new, old, new)
    assert not new.holds.is_set()
    assert await owners(START, old, new) == [0]


async def test_every_interaction_around_the_cutover_has_one_owner(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await handing_over(database, other_database, clock)
    for tenths in range(30):
        at = START + tenths / 10
        assert await owners(at, old, new) == [0 if tenths < 10 else 1], tenths
    assert not new.holds.is_set()  # the old one still sweeps


async def test_the_old_process_ends_after_the_cutover_and_the_new_one_sweeps_from_then_on(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await handing_over(database, other_database, clock)
    clock.now += 2
    await looked(old, new)
    assert not old.over.is_set()  # interactions from before may still be on their way
    clock.now += 1
    await looked(old, new)
    assert old.over.is_set()
    assert not new.holds.is_set()
    await database.write(release_lease, str(SHARDS), "old", None)
    await looked(new)
    assert new.holds.is_set()
    assert await owners(START + 5, new) == [0]
    await looked(new)
    assert not new.over.is_set()


async def test_an_interaction_that_comes_too_early_is_kept_until_its_owner_is_known(
    database: Database, other_database: Database, clock: Hands, loop_clock: Clock
) -> None:
    old = await started(database, clock, "old")
    new = await started(other_database, clock, "new")
    new.connected()
    await looked(old, new)
    kept = asyncio.create_task(new.owns(interaction(START + 2)))
    await loop_clock.advance(0.9 * fence.KEPT_SECONDS)
    assert not kept.done()
    await looked(old, new)
    assert await kept
    assert not await old.owns(interaction(START + 2))


async def test_a_clock_that_is_behind_makes_nobody_answer_twice_and_holds_up_nobody(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old", fast=-300)
    new = await started(other_database, clock, "new")
    assert await old.owns(interaction(START))  # says Discord
    new.connected()
    await looked(old, new, old, new)
    for tenths in range(30):
        assert await owners(START + tenths / 10, old, new) == [0 if tenths <= 10 else 1], tenths
    clock.now += AHEAD_SECONDS + LINGER_SECONDS
    await looked(old)
    assert old.over.is_set()


@pytest.mark.parametrize("fast", [300, 1000])
async def test_a_cutover_by_a_clock_that_is_fast_is_not_believed_and_its_process_hears_of_another(
    database: Database, other_database: Database, clock: Hands, fast: int
) -> None:
    old, new = await handing_over(database, other_database, clock, fast=fast)
    await looked(old)
    ends = AHEAD_SECONDS + LINGER_SECONDS
    for tenths in range(60):
        assert await owners(START + tenths / 10, old, new) == [0 if tenths < 10 * ends else 1], tenths
    clock.now += ends
    await looked(old)
    assert not old.over.is_set(), "interactions from before may still be on their way"
    clock.now += LINGER_SECONDS
    await looked(old)
    assert old.over.is_set()


async def test_whoever_comes_in_the_place_of_a_process_that_is_stopped_does_not_believe_its_clock_either(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old", fast=300)
    new = await started(other_database, clock, "new")
    await looked(old, new)
    late = old._own.cutover_in(0)  # which an older version leaves behind when it ends
    await database.write(release_lease, str(SHARDS), "old", late)
    await looked(new)
    assert new.holds.is_set()
    assert await owners(START + 1, new) == [0]


async def test_a_holder_that_gives_no_sign_of_life_is_dead_after_some_seconds(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    new = await started(other_database, clock, "new")
    for _ in range(4):
        await looked(old)
        await passing(DEAD_SECONDS - 1, clock, new)
        assert not new.holds.is_set()
    await looked(new)
    await passing(DEAD_SECONDS, clock, new)
    assert new.holds.is_set()
    await looked(old)  # it was only asleep
    assert old.over.is_set()
    assert await owners(clock.now, old, new) == [1]


async def test_a_process_that_was_frozen_finds_out_that_it_was_replaced_before_it_does_anything(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new")
    await looked(old, new)
    await passing(DEAD_SECONDS, clock, new)
    assert await owners(clock.now, old, new) == [1]
    assert not await old.may_act()
    assert await new.may_act()
    assert old.over.is_set()


async def test_of_a_holder_that_wakes_and_who_takes_its_place_just_then_one_has_it(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new")
    await looked(old, new)
    seen = await database.read(find_lease, str(SHARDS))
    assert seen
    assert await database.write(beat_lease, str(SHARDS), "old")  # it wakes, and
    assert await other_database.write(take_lease, str(SHARDS), "new", "old", seen.beat) is None
    assert await other_database.write(take_lease, str(SHARDS), "new", "old", seen.beat + 1)  # it does not wake
    assert not await database.write(beat_lease, str(SHARDS), "old")


async def test_a_process_that_was_frozen_while_nobody_wanted_its_place_goes_on(
    database: Database, clock: Hands
) -> None:
    only = await started(database, clock, "only")
    await looked(only)
    clock.now += 8 * 3600
    assert await only.may_act()
    assert await owners(clock.now, only) == [0]


async def test_whoever_is_awake_and_watched_is_sure_of_its_place_without_a_look(
    database: Database, other_database: Database, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = await started(database, clock, "old"), await started(other_database, clock, "new")
    for _ in range(5):
        await looked(old, new)
        clock.now += SURE_SECONDS - 0.1
        reads: list[str] = []
        monkeypatch.setattr("bot.store.backend.database.listeners", [lambda kind, _, reads=reads: reads.append(kind)])
        assert await owners(clock.now, old, new) == [0]
        assert reads == []


async def test_a_holder_that_dies_after_the_cutover_is_waited_for_a_little_longer(
    database: Database, other_database: Database, clock: Hands
) -> None:
    _, new = await handing_over(database, other_database, clock)
    await passing(DRAIN_SECONDS - 1, clock, new)
    assert not new.holds.is_set()
    await passing(1, clock, new)
    assert new.holds.is_set()


async def test_of_two_that_start_at_once_one_stays(database: Database, other_database: Database, clock: Hands) -> None:
    both = await asyncio.gather(started(database, clock, "one"), started(other_database, clock, "two"))
    for process in both:
        process.connected()
    for _ in range(8):
        await looked(*(process for process in both if not process.over.is_set()))
        clock.now += 1
    assert sorted(process.over.is_set() for process in both) == [False, True]


async def test_of_two_that_come_for_one_place_the_newer_stays(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    late = await started(other_database, clock, "late")
    new = await started(other_database, clock, "new")
    await looked(old, late, new)
    assert [process.over.is_set() for process in (old, late, new)] == [False, True, False]


async def test_a_successor_that_is_stopped_leaves_everything_as_it_was(
    database: Database, other_database: Database, clock: Hands
) -> None:
    old = await started(database, clock, "old")
    new = Handover(other_database, SHARDS, time=clock, steady=clock, name="new")
    await new.begin()
    await new.end()
    await looked(old)
    assert await owners(START, old) == [0]
    lease = await database.read(find_lease, str(SHARDS))
    assert lease
    assert (lease.holder, lease.successor) == ("old", None)


async def test_a_process_that_ends_in_order_leaves_no_lease(database: Database, clock: Hands) -> None:
    only = Handover(database, SHARDS, time=clock, steady=clock, name="only")
    await only.begin()
    await only.leave(5)
    await only.end()
    assert await database.read(find_lease, str(SHARDS)) is None


async def test_processes_of_other_shards_do_not_mind_each_other(
    database: Database, other_database: Database, clock: Hands
) -> None:
    one = await started(database, clock, "one")
    two = await started(other_database, clock, "two", Shards((2, 3), 4))
    await looked(one, two)
    assert one.holds.is_set()
    assert two.holds.is_set()


async def test_whoever_was_killed_on_this_machine_is_not_waited_for(database: Database, clock: Hands) -> None:
    if not own_name().startswith("linux/"):
        pytest.skip("only Linux tells")
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE)
    name = own_name().replace(f" {os.getpid()} ", f" {killed.pid} ")
    await started(database, clock, name)
    assert not has_ended(name)
    killed.kill()
    while not has_ended(name):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    new = await started(database, clock, "new")
    assert new.holds.is_set()
    await killed.communicate()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can hide processes, on Linux")
def test_a_process_that_cannot_be_seen_may_run() -> None:
    """As with ProtectProc=invisible of systemd: others are not in /proc."""
    script = f"""
import ctypes, os
from bot.connection.processes import has_ended, own_name
name = own_name().replace(f" {{os.getpid()}} ", " {os.getpid()} ")
libc = ctypes.CDLL(None, use_errno=True)
assert libc.unshare(0x20000) == 0 and libc.mount(b"none", b"/", None, 0x44000, None) == 0, "not allowed here"
assert libc.mount(b"proc", b"/proc", b"proc", 0, b"hidepid=2") == 0, "not allowed here"
os.setgroups([]), os.setgid(65534), os.setuid(65534)
print(os.path.exists("/proc/{os.getpid()}"), has_ended(name))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    if "not allowed here" in done.stderr:
        pytest.skip("this container does not let us hide processes")
    assert done.stdout.split() == ["False", "False"], done.stderr


CONTAINED = """
import sys, pathlib
from bot.connection.processes import own_name
print(own_name(pathlib.Path(sys.argv[1])), flush=True)
input()
"""


def child_of(number: int) -> int:
    """The number of the only child of a process."""
    return int(Path(f"/proc/{number}/task/{number}/children").read_text("ascii"))


@asynccontextmanager
async def in_another_container(folder: Path) -> AsyncIterator[tuple[str, int]]:
    """A process whose number says nothing here, and that holds its lifeline; and what to kill of it."""
    command = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, "-c", CONTAINED, folder)
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=nowhere)
    assert process.stdout
    try:
        name = (await process.stdout.readline()).decode().strip()
        if not name:
            pytest.skip("this machine does not let us make containers")
        yield name, child_of(process.pid)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


@pytest.mark.sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
async def test_whoever_was_killed_in_another_container_is_not_waited_for_and_who_is_frozen_is(
    database: Database, path: Path, clock: Hands
) -> None:
    async with in_another_container(path.parent) as (name, number):
        assert name.split(" ")[1] == "1"
        assert not has_ended(name)
        await started(database, clock, name)
        os.kill(number, signal.SIGSTOP)
        waiting = await started(database, clock, "waiting")
        await looked(waiting)
        assert not waiting.holds.is_set(), "it may wake"
        os.kill(number, signal.SIGKILL)
        async with asyncio.timeout(LONG_ENOUGH):
            while not waiting.holds.is_set():
                await looked(waiting)
                await asyncio.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_lifeline_tells_only_of_this_machine_and_this_folder(tmp_path: Path) -> None:
    where, number, word, lifeline = own_name(tmp_path).split(" ")
    system, booted, _ = where.split("/")
    cut = "0" * len(word)
    elsewhere = f"{system}/{booted}/pid:[1] {number}"
    assert not has_ended(f"{elsewhere} {word} {lifeline}", tmp_path), "it is held"
    assert has_ended(f"{elsewhere} {cut} {lifeline}", tmp_path)
    assert not has_ended(f"{elsewhere} {cut} {lifeline}", tmp_path.parent)
    assert not has_ended(f"{elsewhere} {cut} {lifeline}")
    assert not has_ended(f"{elsewhere} {cut}", tmp_path), "an older version of the bot holds none"
    assert not has_ended(f"{system}/another/pid:[1] {number} {cut} {lifeline}", tmp_path)
    assert has_ended(f"{where} {number} {word} {lifeline}", tmp_path), "this process has begun anew"


def test_a_process_elsewhere_may_run() -> None:
    assert not has_ended("another-machine 1 abc")
    assert not has_ended("old")
    assert has_ended(own_name())  # somebody else of our number, which must be free by now
