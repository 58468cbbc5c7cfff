"""The program keeps what it has painted where the operator says, and starts without it, too."""

from pathlib import Path

import pytest

from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


async def once(discord: StandIn, folder: Path, **settings: str) -> Bot:
    """A bot that was connected, and has ended in order."""
    bot = Bot(discord.url, folder, settings=settings)
    await bot.connect(discord)
    assert await bot.stop() == 0
    assert bot.errors() == []
    return bot


async def test_painted_stamps_are_in_a_folder_of_its_own(discord: StandIn, tmp_path: Path) -> None:
    """After the first picture, which is drawn before anybody asks for one; and nobody else may read them."""
    await once(discord, tmp_path)
    painted = {each.name: each.stat().st_mtime for each in (tmp_path / "data" / "cache").iterdir()}
    assert len(painted) > 10
    assert (tmp_path / "data" / "cache").stat().st_mode & 0o077 == 0
    await once(discord, tmp_path)
    assert {each.name: each.stat().st_mtime for each in (tmp_path / "data" / "cache").iterdir()} == painted


async def test_there_need_not_be_any(discord: StandIn, tmp_path: Path) -> None:
    bot = await once(discord, tmp_path, CACHE="none")
    assert not (tmp_path / "data").exists()
    assert bot.warnings() == []


async def test_a_folder_that_cannot_be_used_is_one_warning(discord: StandIn, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("something else")
    bot = await once(discord, tmp_path, CACHE="cache/of/thimble")
    (warning,) = bot.warnings()
    assert warning.endswith(
        "cache/of/thimble cannot be read (Not a directory): patches are painted anew after each start"
    )
