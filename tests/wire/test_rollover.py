"""`make rollover` updates two processes, one after the other, while people play; what is systemd's is a stand-in."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.crowd import answers
from tests.wire.people import Table
from tests.wire.process import REPOSITORY, Bot
from tests.wire.runs import all_is_well, playing
from tests.wire.standby import holder_of
from tests.wire.standin import StandIn
from tests.wire.systemd import Systemd
from tests.wire.world import LONG_ENOUGH

pytestmark = pytest.mark.night

CLICKS = 9
"""Clicks that are answered before and after."""

NOTES = '#!/bin/sh\necho "{name} $PWD $*" >> "{file}"\n'


@pytest.fixture
async def systemd(discord: StandIn, tmp_path: Path, url: str) -> AsyncIterator[Systemd]:
    """Two instances that are not started yet, each with a clone; what is done to these is only noted, in a file."""
    units: dict[str, Bot] = {}
    async with Systemd(units) as systemd:
        for name in ("a", "b"):
            settings = {"NOTIFY_SOCKET": systemd.notify}
            units[f"thimble@{name}"] = Bot(discord.url, tmp_path, database_url=url, settings=settings, sketches=True)
            for program in ("git", f"clone-{name}/.venv/bin/pip"):
                systemd.program(program, NOTES.format(name=Path(program).name, file=systemd.folder / "notes"))
        yield systemd
        for bot in units.values():
            if bot.running:
                await bot.kill()
        assert bot.errors() == []


async def rollover(systemd: Systemd) -> tuple[int, str]:
    """Run the command. Returns its status, and what it said."""
    environment = {**os.environ, "PATH": f"{systemd.folder}:{os.environ['PATH']}"}
    environment.pop("MAKEFLAGS", None)
    command = ("make", "--no-print-directory", "rollover", f"CLONES={systemd.folder}/clone-", "EXTRAS=postgresql")
    process = await asyncio.create_subprocess_exec(
        *command, cwd=REPOSITORY, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await asyncio.wait_for(process.communicate(), LONG_ENOUGH)
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_nobody_notices_an_update(discord: StandIn, systemd: Systemd, people: list[Table]) -> None:
    one, two = systemd.units.values()
    assert [await systemd.start(unit) for unit in systemd.units] == [True, True]
    before = holder_of(one)
    async with playing(people):
        await answers(discord, CLICKS)
        status, said = await rollover(systemd)
        await answers(discord, CLICKS)
    assert (status, said) == (0, "thimble@a is up to date.\nthimble@b is up to date.\n")
    await all_is_well(discord, one.database, people)
    assert holder_of(one) != before
    assert [bot.running for bot in (one, two)] == [True, True]
    done = re.sub(r" /\S*/", " ", (systemd.folder / "notes").read_text())
    options = "install --quiet --disable-pip-version-check --require-hashes"
    requirements = "-r requirements/base.txt -r requirements/postgresql.txt"
    assert done == "".join(
        f"git clone-{each} pull --ff-only --quiet\npip clone-{each} {options} {requirements}\n" for each in "ab"
    )
    assert [await bot.stop() for bot in (two, one)] == [0, 0]


async def test_an_update_that_fails_leaves_the_other_process_alone(
    discord: StandIn, systemd: Systemd, people: list[Table]
) -> None:
    one, two = systemd.units.values()
    assert [await systemd.start(unit) for unit in systemd.units] == [True, True]
    async with playing(people):
        await answers(discord, CLICKS)
        systemd.program("git", "#!/bin/sh\nexit 1\n")
        status, said = await rollover(systemd)
        await answers(discord, CLICKS)
    assert status != 0
    assert said.startswith("thimble@a could not be updated and does not run; meanwhile, the others answer.\n")
    assert [bot.running for bot in (one, two)] == [False, True]
    await all_is_well(discord, one.database, people)
    assert systemd.asked == ["start thimble@b", "stop thimble@a"]
    assert await two.stop() == 0
