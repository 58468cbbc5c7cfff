"""The time goes on as it should, whatever the machine's clock does."""

from __future__ import annotations

import logging

import aiohttp
import pytest
from aiohttp import web

from bot.client import Client
from bot.config import Config
from bot.now import ALLOWED, Clock

DAY = 24 * 60 * 60


class Machine:
    """A machine with a clock that can be set, and one that cannot; nothing of it runs by itself."""

    def __init__(self) -> None:
        self.running = 5.0
        self.set_by = 1_800_000_000.0
        self.clock = Clock(self.told, lambda: self.running)

    def told(self) -> float:
        """What the clock shows that can be set."""
        return self.set_by + self.running

    @property
    def true(self) -> float:
        """The time by Discord's clock."""
        return 1_800_000_000.0 + self.running

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        self.running += seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was warned of."""
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def test_as_long_as_all_agree_it_is_the_machines_time(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(10):
        machine.pass_(DAY)
        machine.set_by += ALLOWED - 1  # a quartz that runs fast, or one that is set right
        assert machine.clock.time() == machine.told()
    assert warnings(caplog) == []


@pytest.mark.parametrize("jump", [100 * DAY, 3 * DAY, 3600, -3600, -100 * DAY], ids="{:+}".format)
def test_a_jump_changes_nothing_and_is_told_once(machine: Machine, jump: int, caplog: pytest.LogCaptureFixture) -> None:
    machine.set_by += jump
    for _ in range(3):
        assert machine.clock.time() == machine.true
        machine.pass_(60)
    assert len(warnings(caplog)) == 1
    machine.set_by -= jump
    assert machine.clock.time() == machine.true == machine.told()
    assert len(warnings(caplog)) == 1


def test_a_clock_that_is_wrong_from_the_start_is_found_out_by_discords(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    machine.set_by += 100 * DAY
    machine.clock.hold(lambda: machine.running)
    assert machine.clock.time() == machine.told(), "nobody has told it otherwise"
    machine.clock.hear(machine.true)
    assert machine.clock.time() == machine.true
    machine.pass_(60)
    machine.clock.hear(machine.true - 1)
    assert machine.clock.time() == machine.true
    assert not machine.clock.is_in_doubt
    assert len(warnings(caplog)) == 1


def test_a_machine_that_was_asleep_is_right_once_discord_says_so(machine: Machine) -> None:
    """Its steady clock stood still."""
    machine.set_by += 8 * 3600
    awake = machine.told()
    assert machine.clock.time() < awake
    assert machine.clock.is_in_doubt
    machine.clock.hear(awake - 2)
    assert machine.clock.time() == awake
    assert not machine.clock.is_in_doubt


def test_an_answer_that_is_a_little_old_changes_nothing(machine: Machine) -> None:
    machine.clock.hear(machine.true - ALLOWED + 1)
    assert machine.clock.time() == machine.told()


async def test_every_answer_of_discords_tells_the_time(
    machine: Machine, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=401, headers={"Date": "Tue, 15 Nov 2033 12:45:26 GMT"})

    monkeypatch.setattr("bot.client.CLOCK", machine.clock)
    app = web.Application()
    app.router.add_get("/", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    trace = Client(Config()).http.http_trace
    assert trace
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        await session.get(f"http://127.0.0.1:{unused_tcp_port}/")
    await runner.cleanup()
    assert machine.clock.time() == 2_015_671_526
