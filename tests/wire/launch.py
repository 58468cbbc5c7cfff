"""``python -m tests.wire.launch …``: the bot's own program, pointed at a stand-in for Discord.

Two things are not as in ``python -m bot``: the address of Discord (WIRE_URL), and the pause between two sweeps
(WIRE_SWEEP, in seconds), so that a test need not wait a minute for each.
"""

from __future__ import annotations

import os
import sys

import discord.gateway
import discord.http
import yarl

discord.http.Route.BASE = os.environ["WIRE_URL"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["WIRE_URL"]).with_scheme("ws").with_path("/")

import bot.ui.writer  # noqa: E402

bot.ui.writer.SWEEP_SECONDS = float(os.environ["WIRE_SWEEP"])  # before the client reads it

from bot.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
