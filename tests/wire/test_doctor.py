"""The doctor and the backup, as an operator starts them beside a running bot."""

from __future__ import annotations

import time

import pytest

from tests.store.building import url_of
from tests.wire.checks import all_shown, log_of, lost
from tests.wire.ledger import Ledger
from tests.wire.people import tables
from tests.wire.places import GUILD
from tests.wire.process import Bot
from tests.wire.standin import StandIn

pytestmark = pytest.mark.slow


async def test_beside_a_running_bot(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 2)
    await bot.start()
    await discord.connected()
    for table in people:
        await table.play(20, moves=3)
    channels = [table.channel for table in people]
    assert await all_shown(bot.database, channels) == []

    status, printed = await bot.run("doctor")
    assert (status, printed) == (0, "Games replayed: 2, findings: 0.\n")

    discord.home.permissions = 1 << 10  # to see the channel, no more
    channels[1].gone = True
    status, printed = await bot.run("doctor")
    assert status == 1
    assert "the bot lacks send_messages, attach_files in its channel" in printed
    assert f"its channel {channels[1].id} cannot be reached" in printed

    bot.database.change("UPDATE games SET place = 'private' WHERE channel_id = :channel", {"channel": channels[1].id})
    _, printed = await bot.run("doctor")
    assert "cannot be reached" not in printed, "private games need no channel"

    left = {"guild": GUILD, "at": int(time.time())}
    bot.database.change("UPDATE servers SET left_at = :at WHERE guild_id = :guild", left)
    status, printed = await bot.run("doctor")
    assert (status, printed) == (0, "Games replayed: 2, findings: 0.\n"), "games that rest need no channel"

    bot.database.change("UPDATE games SET to_move = 2, revision = 1 WHERE id = 1")
    status, printed = await bot.run("doctor", "--repair")
    assert "Games mended: 1." in printed
    assert "cache" not in printed


@pytest.mark.sqlite
async def test_a_backup_beside_a_running_bot(discord: StandIn, bot: Bot) -> None:
    people = tables(discord, 2)
    await bot.start()
    await discord.connected()
    for table in people:
        await table.play(20, moves=1)
    copy = bot.file.with_name("copy.db")
    before = log_of(bot.database)
    status, printed = await bot.run("backup", str(copy))
    assert (status, printed) == (0, f"Games copied to {copy}: 2.\n")
    copied = Ledger(url_of(copy))
    assert log_of(copied) == before
    assert lost(copied, people) == []
    status, printed = await bot.run("backup", str(copy))
    assert status == 1
    assert "already exists" in printed
    assert log_of(copied) == before
