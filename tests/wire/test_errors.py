"""These tests see what goes wrong in the bot's process: its log is searched for errors, in colours or not."""

from pathlib import Path

import pytest

from tests.wire.bodies import controls_of
from tests.wire.faults import ANSWERS
from tests.wire.people import boards_in, named_first, tables, turns
from tests.wire.places import Channel
from tests.wire.process import Bot
from tests.wire.standin import StandIn, answered
from tests.wire.world import until

RED, END = "\x1b[31m", "\x1b[0m"


@pytest.mark.parametrize(
    "line",
    [
        "[2026-11-21 12:00:00] [ERROR   ] bot.ui: it failed",
        "[2026-11-21 12:00:00] [CRITICAL] bot.ui: it failed",
        f"\x1b[30;1m2026-11-21 12:00:00{END} {RED}ERROR   {END} \x1b[35mbot.ui{END} it failed",
        f"\x1b[30;1m2026-11-21 12:00:00{END} \x1b[41mCRITICAL{END} \x1b[35mbot.ui{END} it failed",
        "Traceback (most recent call last):",
        f"{RED}Traceback (most recent call last):",
        "Exception ignored in: <coroutine object Client.close at 0x1>",
    ],
)
def test_an_error_is_found_among_other_lines(tmp_path: Path, line: str) -> None:
    bot = Bot("", tmp_path)
    harmless = "[2026-11-21 12:00:00] [WARNING ] bot.ui: no error, only a warning\n"
    reason = "  File\n\nDuring handling of it:\n[SQL: SELECT 1]"
    (tmp_path / "bot.log").write_text(f"{harmless}{line}\n{reason}\n{harmless}{line}\n")
    first, second = bot.errors()
    assert first == f"{second}\n{reason}"
    assert line.removeprefix(RED).startswith(second) or "it failed" in second


@pytest.mark.slow
async def test_an_error_in_a_running_bot_is_found_and_its_log_is_plain(
    discord: StandIn, tmp_path: Path, url: str
) -> None:
    (table,) = tables(discord, 1)
    bot = Bot(discord.url, tmp_path, sweep=60, database_url=url)
    await bot.start()
    try:
        await discord.connected()
        await table.play(moves=1)
        await type_too_slowly(discord, table.channel)
        assert bot.errors() == []
        bot.database.change("ALTER TABLE games RENAME TO elsewhere")
        board = boards_in(table.channel)[-1]
        await answered(await discord.press(named_first(board), board, controls_of(board.body)[turns(board)[0]]))
    finally:
        await bot.stop()
    assert bot.errors()
    for error in bot.errors():
        assert "ERROR" in error.splitlines()[0]
        assert error.splitlines()[1].startswith("Traceback")
        assert "no such table" in error or "does not exist" in error
    assert "\x1b" not in bot.log()


async def type_too_slowly(discord: StandIn, channel: Channel) -> None:
    """Suggestions that nobody waits for any more are refused, as happens all day: that is not the bot's fault."""
    trap = discord.trap("unknown interaction", ANSWERS)
    await discord.type(1001, channel, "games", "game", "")
    await until(lambda: not trap.times)
