"""A stand-in for Discord, and one bot on it."""

import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.wire.people import Table, tables
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
async def another(
    discord: StandIn, tmp_path: Path, url: str, sweep: float, sketches: bool, cold: bool, settings: dict[str, str]
) -> AsyncIterator[Callable[..., Bot]]:
    """Makes bots with more settings, which are not started yet. They stop at the end, and their log holds no ERROR."""
    made: list[Bot] = []

    def make(**more: str) -> Bot:
        how = settings | more
        made.append(Bot(discord.url, tmp_path, sweep, database_url=url, settings=how, sketches=sketches, cold=cold))
        return made[-1]

    yield make
    try:
        for each in made:
            if each.running:
                assert await each.stop() in (0, -signal.SIGTERM)  # which means that it had not begun yet
    finally:
        for each in made:
            if each.running:
                await each.kill()
        if made:
            sys.stdout.write(made[0].log()[-5_000:])  # shown where a test has failed
    errors = made[0].errors() if made else []
    assert not errors, "\n".join(errors)


@pytest.fixture
def bot(another: Callable[..., Bot]) -> Bot:
    """A bot that is not started yet."""
    return another()


@pytest.fixture
def other(bot: Bot, another: Callable[..., Bot]) -> Bot:
    """Another process on the same database."""
    return another()


@pytest.fixture
def people(discord: StandIn) -> list[Table]:
    """Some tables, at which six clicks a second are made."""
    return tables(discord, 6, rate=6)
