"""When Discord cannot be used at the start, the program ends with one sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = pytest.mark.slow


async def last_words(bot: Bot) -> str:
    """The one line that the program prints after its log, before it ends with the status 1."""
    status, printed = await bot.run()
    assert status == 1
    assert "Traceback" not in printed
    assert "ERROR" not in printed
    return printed.splitlines()[-1]


async def test_a_token_that_discord_does_not_accept(discord: StandIn, tmp_path: Path) -> None:
    discord.trap("expired token", ("GET", r"/users/@me"))
    assert (await last_words(Bot(discord.url, tmp_path))).startswith("Discord does not accept DISCORD_TOKEN: reset")
    assert not (tmp_path / "games.db").exists()


async def test_discord_cannot_be_reached(unused_tcp_port: int, tmp_path: Path) -> None:
    words = await last_words(Bot(f"http://127.0.0.1:{unused_tcp_port}", tmp_path))
    assert words.startswith("Discord cannot be reached: check this machine's connection")
