"""`make image`: the image is really built, and plays: as a user without rights, on a root that is only read."""

import asyncio
import json
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.store.backend.opening import open_database
from game import PATCHES, Setup
from tests.store.building import new_game
from tests.store.server import OwnServer
from tests.wire.people import tables
from tests.wire.process import TOKEN
from tests.wire.standin import StandIn
from tools.image import Image, why_not

pytestmark = pytest.mark.soak

MOST_MEGABYTES = 160
"""How much may lie above the image below."""

LAUNCH = """
import os, sys, yarl, discord.gateway, discord.http
discord.http.Route.BASE = url = os.environ["WIRE_URL"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url).with_scheme("ws").with_path("/")
from bot.__main__ import main
sys.exit(main())
"""
"""The program in the image, pointed at a stand-in for Discord."""

WRITES = """
import os, pathlib
for folder in ("/", "/etc", "/opt/thimble", "/opt/thimble/app/bot", "/usr/bin"):
    try:
        pathlib.Path(folder, "written").write_text("")
    except OSError as error:
        print(folder, error.strerror)
pathlib.Path("/data/written").write_text("")
print(os.getuid(), os.getgid())
"""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    if reason := why_not():
        pytest.skip(reason)
    image = Image()
    yield image
    image.remove()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def run(
    image: Image, data: Path, *arguments: str, settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = image.command(data, *arguments)
    environment = image.environment(settings or {})
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_it_is_small(image: Image) -> None:
    whole, below = image.megabytes
    print(f"\n{whole - below:.0f} MB above the {below:.0f} MB of its base")  # noqa: T201 (acceptance figure 10)
    assert whole - below <= MOST_MEGABYTES


def test_it_says_what_it_is(image: Image) -> None:
    settings = image.settings
    assert (settings["User"], settings["Volumes"], settings["StopSignal"]) == ("10001:10001", {"/data": {}}, "SIGTERM")
    assert settings["Labels"]["org.opencontainers.image.licenses"] == "MIT"
    assert "/live" in settings["Healthcheck"]["Test"][-1]


def test_its_user_may_write_nothing_but_its_data(image: Image, data: Path) -> None:
    done = run(image, data, "/opt/thimble/bin/python", "-c", WRITES)
    *refused, user = done.stdout.splitlines()
    assert [line.partition(" ")[2] for line in refused] == ["Read-only file system"] * 5, done
    assert user == "10001 10001"
    assert (data / "written").exists()


async def test_it_plays_and_is_well(image: Image, data: Path) -> None:
    python, *_ = image.settings["Entrypoint"]
    async with StandIn() as discord:
        (table,) = tables(discord, 1)
        settings = {"WIRE_URL": discord.url, "DISCORD_TOKEN": TOKEN, "LOG_FORMAT": "json"}
        begun = time.monotonic()
        with (data.parent / "log").open("wb") as log:
            bot = await asyncio.create_subprocess_exec(
                *image.command(data, python, "-c", LAUNCH), env=image.environment(settings), stderr=log
            )
        await discord.connected()
        print(f"\nconnected {time.monotonic() - begun:.1f} s after its start")  # noqa: T201 (as above)
        await table.play(moves=4)
        checked = await asyncio.to_thread(run, image, data, *image.settings["Healthcheck"]["Test"][1:])
        bot.send_signal(signal.SIGTERM)
        assert await bot.wait() == 0
    lines = [json.loads(line) for line in (data.parent / "log").read_text().splitlines()]
    assert [line for line in lines if line["level"] in ("ERROR", "CRITICAL")] == []
    assert checked.returncode == 0, checked
    assert len(table.promised) >= 4
    ended = await asyncio.to_thread(run, image, data, *image.settings["Healthcheck"]["Test"][1:])
    assert ended.returncode != 0

    done = await asyncio.to_thread(run, image, data, *image.settings["Entrypoint"], "doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Games replayed: 1, findings: 0.\n")
    copied = await asyncio.to_thread(run, image, data, *image.settings["Entrypoint"], "backup", "/data/backup.db")
    assert copied.stdout == "Games copied to /data/backup.db: 1.\n", copied
    deployed = ("doctor", "--deploy", "/data/backup.db")
    asked = await asyncio.to_thread(run, image, data, *image.settings["Entrypoint"], *deployed)
    assert " at /data)" in asked.stdout, "a volume of its own, whatever this one is made of"
    assert " 5 yes Games restored from /data/backup.db just now, on trial: 1." in asked.stdout, asked


def test_its_engine_thinks_in_c(image: Image, data: Path) -> None:
    lines = f"id\nposition {Setup('classic', tuple(range(len(PATCHES)))).start}\ngo level pin\n"
    command, environment = image.command(data, "/opt/thimble/bin/python", "-m", "engine"), image.environment({})
    done = subprocess.run(command, env=environment, input=lines, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("thimble search c\nmove "), done


@pytest.mark.postgresql
async def test_it_knows_postgresql(image: Image, data: Path, own_server: OwnServer) -> None:
    url = own_server.url("empty")
    database = await open_database(url)
    await database.write(new_game)
    await database.close()
    settings = {"DATABASE_URL": url}
    done = await asyncio.to_thread(lambda: run(image, data, *image.settings["Entrypoint"], "doctor", settings=settings))
    assert done.stderr == ""
    assert "Games replayed: 1," in done.stdout
