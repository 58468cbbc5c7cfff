"""However Discord refuses the bot, it ends with one sentence that says what to do, or waits and tries again."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from tests.wire.process import Bot
from tests.wire.standin import StandIn
from tests.wire.world import until

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

LOGIN, GATEWAY, SYNC = (
    ("GET", "/users/@me"),
    ("GET", "/gateway/bot"),
    ("PUT", r"/applications/\d+/commands"),
)
PAUSES = r"WARNING *\] .*next try is in (\d+) s"
"""What the log says of each try."""


async def last_words(bot: Bot) -> str:
    """The one line that the program prints after its log, before it ends with the status 1."""
    status, printed = await bot.run()
    assert status == 1
    assert "Traceback" not in printed
    assert "ERROR" not in printed
    return printed.splitlines()[-1]


async def logged(bot: Bot, pattern: str, times: int = 1) -> None:
    """Wait until the bot has logged something so many times."""
    await until(lambda: len(re.findall(pattern, bot.log())) >= times)


async def test_a_token_that_discord_does_not_accept(discord: StandIn, tmp_path: Path) -> None:
    discord.trap("expired token", LOGIN)
    words = await last_words(Bot(discord.url, tmp_path, cold=True))
    assert words.startswith("Discord does not accept DISCORD_TOKEN: reset")
    assert not (tmp_path / "games.db").exists()


async def test_discord_cannot_be_reached(unused_tcp_port: int, tmp_path: Path) -> None:
    words = await last_words(Bot(f"http://127.0.0.1:{unused_tcp_port}", tmp_path))
    assert words.startswith("Discord cannot be reached: check this machine's connection")


@pytest.mark.parametrize(
    ("fault", "words"),
    [("expired token", "Discord does not accept DISCORD_TOKEN"), ("unavailable", "Discord does not answer now")],
)
async def test_so_does_the_doctor(discord: StandIn, empty_file: Path, tmp_path: Path, fault: str, words: str) -> None:
    bot = Bot(discord.url, tmp_path)
    await asyncio.to_thread(shutil.copy, empty_file, bot.file)
    discord.trap(fault, LOGIN)
    status, printed = await bot.run("doctor")
    unchecked, games = printed.splitlines()
    assert (status, games) == (1, "Games replayed: 0, findings: 0.")
    assert unchecked.startswith(f"Channels and permissions were not checked. {words}")


async def test_what_may_pass_is_waited_out_until_the_token_is_revoked(discord: StandIn, bot: Bot) -> None:
    discord.trap("unavailable", LOGIN)
    discord.trap("unavailable", GATEWAY)
    discord.trap("unavailable", SYNC)
    await bot.connect(discord)
    assert re.findall(PAUSES, bot.log()) == ["1", "30", "2"], "for the login, the commands, and the gateway"
    assert "the commands could not be registered; the next try is in 30 s" in bot.log()

    await discord.gateway.refuse(4011)  # it needs more connections
    await logged(bot, PAUSES, 4)
    discord.gateway.refuses = 0
    await discord.connected()
    assert discord.requests.count("PUT /applications/700/commands") == 2, "the last start need not"

    await discord.gateway.refuse(4004)
    assert await bot.ended() == 1
    assert bot.log().splitlines()[-1].startswith("Discord does not accept DISCORD_TOKEN: reset")
    assert "Traceback" not in bot.log()


async def test_it_can_be_stopped_while_it_waits(discord: StandIn, bot: Bot) -> None:
    discord.trap("unavailable", LOGIN, times=100)
    await bot.start()
    await logged(bot, "next try is in 4 s")
    tries = len(discord.requests)
    assert await bot.stop() == 0
    assert len(discord.requests) == tries


@pytest.mark.parametrize("heard", [4014, 4000], ids=["at once", "when it resumes"])
async def test_a_connection_that_is_closed_for_good(discord: StandIn, bot: Bot, heard: int) -> None:
    await bot.connect(discord)
    discord.gateway.refuses = 4014
    await discord.gateway.close(heard)
    assert await bot.ended() == 1
    assert "closed the connection for good (code 4014)" in bot.log().splitlines()[-1]
    assert "Traceback" not in bot.log()


async def test_too_few_starts_are_left(discord: StandIn, tmp_path: Path) -> None:
    discord.starts.used = discord.starts.total - 49
    words = await last_words(Bot(discord.url, tmp_path))
    assert words.startswith("Discord allows this bot only 49 more starts in the next 0 h 1 min, and")
    assert discord.starts.used == discord.starts.total - 49, "asking costs none"


async def test_processes_that_start_at_once_identify_one_after_the_other(discord: StandIn, tmp_path: Path) -> None:
    discord.starts.is_strict, discord.starts.concurrency = True, 2
    settings = [{"SHARDS": shards, "SHARD_COUNT": "4"} for shards in ("0-1", "2-3")]
    bots = [Bot(discord.url, tmp_path, settings=each, sketches=True) for each in settings]
    assert (await bots[0].run("migrate"))[0] == 0
    await asyncio.gather(*(bot.start() for bot in bots))
    await discord.connected(4)
    assert (discord.starts.used, discord.starts.refused) == (4, 0)
    assert [await bot.stop() for bot in bots] == [0, 0]
