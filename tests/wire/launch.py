"""``python -m tests.wire.launch …``: the bot's own program, or that of the module WIRE_PROGRAM, pointed at a stand-in
for Discord at WIRE_URL.

With WIRE_SKETCHES set it sends pictures of one pixel: a process that has just started paints every patch for the first
time, which would cost most of the time of tests in which nobody looks at pictures.
"""

import io
import os
import signal
import sys
from importlib import import_module
from pathlib import Path

import discord.gateway
import discord.http
import yarl
from PIL import Image

from bot.__main__ import main
from bot.ui.kit.pictures import Drawing


def launch() -> int:
    """Run the program. Returns its exit status."""
    url = os.environ["WIRE_URL"]
    discord.http.Route.BASE = url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url).with_scheme("ws").with_path("/")
    if os.environ.get("WIRE_SKETCHES"):
        setattr(Drawing, "encoded", sketched)  # noqa: B010 (mypy lets no method be assigned)
    program = os.environ.get("WIRE_PROGRAM")
    return int(import_module(program).main()) if program else main()


def launch_forked(
    folder: Path,
    environment: dict[str, str],
    arguments: tuple[str, ...],
    output: Path,
    without: signal.Signals | None,
) -> None:
    """The same in a process that was forked, and finds all as if it had been started. Prints to the end of a file."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["bot", *arguments]
    set_signals(without)
    if without is not signal.SIGINT:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with output.open("ab") as file:
        for printed in (1, 2):
            os.dup2(file.fileno(), printed)
    sys.exit(launch())


def set_signals(without: signal.Signals | None) -> None:
    """Let signals do what they usually do, whatever these tests were started with; but let one be ignored."""
    for each in (signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN if each is without else signal.SIG_DFL)


def sketched(drawing: Drawing, *_: object) -> bytes:
    """A picture of one pixel in the place of a drawing."""
    file = io.BytesIO()
    Image.new("L", (1, 1)).save(file, "GIF" if drawing.is_animated else "PNG")
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(launch())
