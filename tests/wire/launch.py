"""``python -m tests.wire.launch …``: the bot's own program, pointed at a stand-in for Discord at WIRE_URL."""

from __future__ import annotations

import os
import sys

import discord.gateway
import discord.http
import yarl

discord.http.Route.BASE = os.environ["WIRE_URL"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["WIRE_URL"]).with_scheme("ws").with_path("/")

from bot.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
