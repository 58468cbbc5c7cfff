"""The program keeps what it has painted in a folder beside its database."""

from pathlib import Path

import pytest

from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


async def test_painted_stamps_are_in_a_folder_of_its_own(discord: StandIn, tmp_path: Path) -> None:
    """After the first picture, which is drawn before anybody asks for one; and nobody else may read them."""
    cache, painted = tmp_path / "data" / "cache", []
    for _ in range(2):
        bot = Bot(discord.url, tmp_path)
        await bot.connect(discord)
        assert await bot.stop() == 0
        assert bot.errors() == []
        painted.append({each.name: each.stat().st_mtime for each in cache.iterdir()})
    assert painted[0] == painted[1]
    assert len(painted[0]) > 10
    assert cache.stat().st_mode & 0o077 == 0
