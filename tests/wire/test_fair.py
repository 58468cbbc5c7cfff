"""The clock that is fair to a bot on a busy machine stands still while it waits for a processor, and only then."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.wire import answers
from tests.wire.fair import FAIR, FairClock
from tests.wire.standin import StandIn
from tests.wire.test_standin import PAGE, Caller


@dataclass
class Program:
    """A process, and its exit status once it has ended."""

    pid: int
    returncode: int | None = None


class Machine:
    """A machine with two bots, on which the test says how the time passes and who waits for a processor."""

    def __init__(self, system: Path) -> None:
        self.now = 1000.0
        self.bot, self.other = Program(1), Program(2)
        self._system = system
        self.clock = FairClock(system, lambda: self.now)
        for process in (self.bot, self.other):
            self.clock.watch(process)
            self.has_waited(process, 0)

    def has_waited(self, process: Program, seconds: float, thread: int = 0) -> None:
        """Let the system say for how long in all a thread of a process has waited."""
        task = self._system / str(process.pid) / "task" / f"{process.pid}{thread}"
        task.mkdir(parents=True, exist_ok=True)
        (task / "schedstat").write_text(f"12345678900 {seconds * 1e9:.0f} 7\n")

    def passed(self, seconds: float) -> float:
        """Let time pass. Returns how much of it has passed by the clock."""
        before = self.clock.time()
        self.now += seconds
        return self.clock.time() - before


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_it_counts_no_seconds_in_which_a_bot_waited(machine: Machine) -> None:
    machine.has_waited(machine.bot, 2)
    assert machine.passed(3) == pytest.approx(1)
    assert machine.passed(3) == pytest.approx(3)
    assert machine.clock.starved() == pytest.approx(2)


def test_of_those_who_waited_at_the_same_time_one_is_believed(machine: Machine) -> None:
    machine.has_waited(machine.bot, 1)
    machine.has_waited(machine.bot, 2, thread=1)
    machine.has_waited(machine.other, 1.5)
    assert machine.passed(3) == pytest.approx(1)


def test_it_never_goes_back(machine: Machine) -> None:
    machine.has_waited(machine.bot, 60)
    assert machine.passed(0.05) == pytest.approx(0.05)
    assert machine.passed(3) == 0


def test_a_bot_that_ends_takes_nothing_back_and_its_number_is_forgotten(machine: Machine) -> None:
    machine.has_waited(machine.bot, 2)
    machine.has_waited(machine.other, 2)
    assert machine.passed(3) == pytest.approx(1)
    machine.bot.returncode = 0
    assert machine.passed(1) == pytest.approx(1)
    machine.has_waited(machine.bot, 100)
    assert machine.passed(1) == pytest.approx(1)
    machine.has_waited(machine.other, 1)
    assert machine.passed(1) == pytest.approx(1), "another thread of the same number begins"


def test_where_the_system_does_not_say_who_waits_it_counts_all_seconds(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "proc")
    machine.clock = FairClock(tmp_path / "none", lambda: machine.now)
    machine.clock.watch(machine.bot)
    assert machine.passed(3) == pytest.approx(3)


SECONDS = 1.2
"""How long people wait here for an answer."""

SLEEP, COMPUTE = "import time; time.sleep(2)", "import time\nwhile time.process_time() < {}: pass"
PINNED = "import os; os.sched_setaffinity(0, {{{}}})\n"
"""What programs do: a part of it is on one processor."""


@contextlib.asynccontextmanager
async def beside(count: int, cpu: int) -> AsyncIterator[None]:
    """Let some programs compute on one processor meanwhile."""
    programs = [await started(PINNED.format(cpu) + COMPUTE.format("1e9")) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            await program.wait()


async def started(what: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(sys.executable, "-c", what)


async def status_of_answer(discord: StandIn, what: str) -> tuple[int, float]:
    """Press something, and answer once a program has done something. Returns the status, and after how many seconds."""
    async with aiohttp.ClientSession() as http:
        caller = Caller(discord, http)
        click, begun = caller.click(discord.new_channel()), time.perf_counter()
        program = await started(what)
        FAIR.watch(program)
        while program.returncode is None:
            await asyncio.sleep(0.01)
            FAIR.time()
        seconds = time.perf_counter() - begun
        return (await caller.answer(click, {"type": 4, "data": PAGE}))[0], seconds


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", [SLEEP, pytest.param(COMPUTE.format(2), marks=pytest.mark.night)], ids=["sleeps", "computes"]
)
async def test_a_bot_that_is_slow_itself_is_late(discord: StandIn, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(answers, "ANSWER_SECONDS", SECONDS)
    assert (await status_of_answer(discord, what))[0] == 404


@pytest.mark.night
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the system does not say who waits")
async def test_a_bot_that_others_keep_from_running_is_not_late(
    discord: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "ANSWER_SECONDS", SECONDS)
    cpu = min(os.sched_getaffinity(0))
    async with beside(7, cpu):
        status, seconds = await status_of_answer(discord, PINNED.format(cpu) + COMPUTE.format(0.2))
    assert seconds > SECONDS
    assert status == 200
