"""The time goes on as it should, whatever the machine's clock does."""

import logging
import random
import re
import time
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.clock import Clock, steady
from bot.config import Config
from bot.connection.client import Client

DAY = 24 * 60 * 60


class Machine:
    """A machine with a clock that can be set, and one that cannot; nothing of it runs by itself."""

    def __init__(self) -> None:
        self.running = 5.0
        self.set_by = 1_800_000_000.0
        self.clock = Clock(self.told, lambda: self.running)

    def told(self) -> float:
        return self.set_by + self.running

    @property
    def true(self) -> float:
        """The time by Discord's clock."""
        return 1_800_000_000.0 + self.running

    def pass_(self, seconds: float) -> None:
        self.running += seconds

    def ask(self, there: float, back: float) -> None:
        """Ask Discord something, and hear the second in which it answered."""
        self.pass_(there)
        told = float(int(self.true))
        self.pass_(back)
        self.clock.hear(told, told + 1 + there + back)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def test_before_discord_has_told_the_time_it_is_the_machines(machine: Machine) -> None:
    machine.set_by += 300
    machine.clock.hold(lambda: machine.running)
    assert machine.clock.time() == machine.told()
    assert (machine.clock.off, machine.clock.complaint) == (0, "")


@pytest.mark.parametrize("jump", [100 * DAY, 1000, 300, -300, -1000, -100 * DAY], ids="{:+}".format)
def test_setting_the_machines_clock_changes_nothing(machine: Machine, jump: int) -> None:
    machine.ask(0.1, 0.1)
    before = machine.clock.time() - machine.true
    machine.set_by += jump
    for _ in range(3):
        assert machine.clock.time() - machine.true == before
        machine.pass_(60)


@pytest.mark.parametrize("off", [100 * DAY, 1000, 300, 5, -5, -300, -1000, -100 * DAY], ids="{:+}".format)
def test_a_clock_that_is_wrong_from_the_start_is_found_out_by_discords_and_told_once(
    machine: Machine, off: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    machine.set_by += off
    machine.clock.hold(lambda: machine.running)
    for _ in range(3):
        machine.ask(0.2, 0.2)
        assert machine.clock.time() == pytest.approx(machine.true, abs=1.4)
        machine.pass_(60)
    (told,) = warnings(caplog)
    assert told.startswith("this machine's clock is ")
    assert f" s {'fast' if off > 0 else 'slow'}: " in told
    machine.set_by -= off
    machine.ask(0.1, 0.1)
    assert machine.clock.complaint == ""
    assert caplog.records[-1].getMessage() == "this machine's clock is right again"
    assert len(warnings(caplog)) == 1


@pytest.mark.parametrize("off", [0, 1.5, -1.5, 300.5, -300.5], ids="{:+}".format)
def test_a_few_answers_tell_the_time_to_within_some_tenths(
    machine: Machine, off: float, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(off)
    machine.set_by += off
    machine.clock.hold(lambda: machine.running)
    for _ in range(30):
        machine.pass_(rng.uniform(0, 10))
        machine.ask(rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3))
    assert machine.clock.time() == pytest.approx(machine.true, abs=0.4)
    assert machine.clock.off == pytest.approx(off, abs=0.4)
    assert bool(warnings(caplog)) == (abs(off) > 2)


def test_what_was_long_on_its_way_says_nothing_wrong(machine: Machine) -> None:
    for seconds in (2, 60, 1000):
        machine.clock.hear(machine.true - seconds)  # an interaction, resent after the connection was cut
        machine.ask(0.1, seconds)
        machine.ask(seconds, 0.1)
        assert machine.clock.time() == machine.true


def test_an_interaction_shows_that_it_is_later(machine: Machine) -> None:
    machine.set_by -= 300
    machine.clock.hold(lambda: machine.running)
    machine.clock.hear(machine.true)
    assert machine.clock.time() == machine.true
    assert machine.clock.complaint == "this machine's clock is 300 s slow"


def test_from_two_seconds_on_the_machines_clock_is_complained_of(machine: Machine) -> None:
    machine.set_by += 1.9
    assert machine.clock.complaint == ""
    machine.set_by += 0.2
    assert machine.clock.complaint == "this machine's clock is 2 s fast"
    machine.set_by += 998.0
    assert machine.clock.complaint == "this machine's clock is 1,000 s fast"


def test_a_clock_that_jumps_is_in_doubt_until_discord_has_told_the_time(machine: Machine) -> None:
    machine.set_by += 300
    assert machine.clock.is_in_doubt
    machine.ask(0.1, 0.1)
    assert not machine.clock.is_in_doubt, "it is known to be wrong"
    machine.set_by -= 300
    assert machine.clock.is_in_doubt
    machine.ask(0.1, 0.1)
    assert not machine.clock.is_in_doubt


def test_a_machine_that_stood_still_is_right_once_discord_says_so(machine: Machine) -> None:
    machine.ask(0.1, 0.1)
    machine.set_by += 8 * 3600  # as somebody has told it, but not the clock that counts
    awake = machine.told()
    assert machine.clock.time() < awake
    assert machine.clock.is_in_doubt
    machine.clock.hear(awake - 0.5, awake + 0.5)
    assert machine.clock.time() == pytest.approx(awake, abs=0.5)
    assert not machine.clock.is_in_doubt
    assert machine.clock.complaint == ""


def test_the_steady_clock_counts_seconds() -> None:
    earliest, since, latest = time.monotonic(), steady(), time.monotonic()
    time.sleep(0.1)
    shortest = time.monotonic() - latest
    passed = steady() - since
    assert shortest <= passed <= time.monotonic() - earliest


@pytest.mark.slow
def test_nobody_asks_the_machine_what_time_it_is_but_for_files_reports_and_the_doctor_of_clocks() -> None:
    bot = Path(__file__).parents[1] / "bot"
    machines = re.compile(
        r"\butcnow\(|\btime\.time\(|\bdatetime\.(?:now|today)\(|\.is_expired\(\)|gmtime\(|localtime\("
    )
    asking = {str(each.relative_to(bot)) for each in bot.rglob("*.py") if machines.search(each.read_text("utf-8"))}
    backend = {f"store/backend/{name}.py" for name in ("database", "outage", "restore")}
    assert asking == {"clock.py", "operator/copy.py", "operator/deployment.py", *backend}


async def test_every_answer_of_discords_tells_the_time(
    machine: Machine, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=401, headers={"Date": "Tue, 15 Nov 2033 12:45:26 GMT"})

    monkeypatch.setattr("bot.connection.requests.CLOCK", machine.clock)
    app = web.Application()
    app.router.add_get("/", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    trace = Client(Config()).http.http_trace
    assert trace
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        await session.get(f"http://127.0.0.1:{unused_tcp_port}/")
        assert machine.clock.time() == 2_015_671_526, "the second may just have begun"
        machine.pass_(300)
        await session.get(f"http://127.0.0.1:{unused_tcp_port}/")
        assert 2_015_671_527 <= machine.clock.time() < 2_015_671_587, "or be about to end"
    await runner.cleanup()
