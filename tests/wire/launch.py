"""``python -m tests.wire.launch …``: the bot's own program, pointed at a stand-in for Discord at WIRE_URL.

With WIRE_SKETCHES set it sends pictures of one pixel: a process that has just started paints every patch for the first
time, which would cost most of the time of tests in which nobody looks at pictures.
"""

from __future__ import annotations

import io
import os
import sys

import discord.gateway
import discord.http
import yarl
from PIL import Image

discord.http.Route.BASE = os.environ["WIRE_URL"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["WIRE_URL"]).with_scheme("ws").with_path("/")

from bot.__main__ import main  # noqa: E402
from bot.ui.kit.pictures import Drawing  # noqa: E402


def sketched(drawing: Drawing, *_: object) -> bytes:
    """A picture of one pixel in the place of a drawing."""
    file = io.BytesIO()
    Image.new("L", (1, 1)).save(file, "GIF" if drawing.is_animated else "PNG")
    return file.getvalue()


if os.environ.get("WIRE_SKETCHES"):
    setattr(Drawing, "encoded", sketched)  # noqa: B010 (mypy lets no method be assigned)

if __name__ == "__main__":
    sys.exit(main())
