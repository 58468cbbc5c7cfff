"""A stand-in for Discord, and one bot on it."""

import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.process import Bot
from tests.wire.standin import StandIn


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    """A stand-in; at the end, nothing that Discord would refuse was asked of it, and nothing that it does not know."""
    async with StandIn() as standin:
        yield standin
        assert standin.wrong == []
        assert (standin.wordless, standin.loud) == ([], [])


@pytest.fixture
def path(empty_file: Path, tmp_path: Path, cold: bool) -> Path:
    """Where the bot has its file. One that starts cold makes and migrates it by itself, as on its first start anywhere;
    that costs a third of a second of CPU, so the others find it made.
    """
    path = tmp_path / "games.db"
    return path if cold else Path(shutil.copy(empty_file, path))


@pytest.fixture
def sweep() -> float:
    """The seconds between two sweeps of the bot; parametrize it where that matters."""
    return 0.5


@pytest.fixture
def sketches() -> bool:
    """Whether the bot only sketches its pictures; parametrize it to have them drawn."""
    return True


@pytest.fixture
def cold() -> bool:
    """Whether the bot's interpreter is started; parametrize it where that matters."""
    return False


@pytest.fixture
def settings() -> dict[str, str]:
    """More settings of the bot; parametrize it where they matter."""
    return {}


@pytest.fixture
async def bot(
    discord: StandIn, tmp_path: Path, url: str, sweep: float, sketches: bool, cold: bool, settings: dict[str, str]
) -> AsyncIterator[Bot]:
    """A bot that is not started yet. Its log holds no ERROR at the end."""
    process = Bot(discord.url, tmp_path, sweep, database_url=url, settings=settings, sketches=sketches, cold=cold)
    yield process
    if process.running:
        await process.kill()
    sys.stdout.write(process.log()[-5_000:])  # shown where a test has failed
    errors = process.errors()
    assert not errors, "\n".join(errors)
