"""``make play``: play all sides in a browser, with the real bot and a real database, but without Discord."""

import argparse
import asyncio
import contextlib
import importlib
import logging
import os
import sys
from pathlib import Path

INVITATION = """\
Open {url} in two tabs or three: Mina's, Tom's and Lea's, in this order ("Viewing as" changes that).
Further tabs show a conversation of the three, where the bot is no member, in the same order.
As Mina, type /{home} and press the arrow. Ctrl-C ends; the games are kept in {file}."""


def main() -> int:
    """Run until Ctrl-C. Returns the exit status: 1, after one sentence, when it cannot start."""
    options = _options()
    try:
        for name in ("linkify_it", "markdown_it", "regex"):  # simcord's page needs them, but imports them late
            importlib.import_module(name)
        from bot.ui.kit.brand import HOME
        from tools.playground.playground import CannotStart, open_playground
    except ModuleNotFoundError as error:
        return _refuse(f"The package {error.name} is missing: start with `make play`, which sets up .venv.")

    async def play() -> None:
        async with open_playground(options.port, options.file, locale=options.locale) as preview:
            print(INVITATION.format(url=preview.url, home=HOME, file=options.file), flush=True)
            await preview.wait_closed()

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(play())
    except CannotStart as error:
        return _refuse(str(error))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.playground", description=__doc__)
    port = os.environ.get("PORT") or "8765"
    parser.add_argument("--port", type=_port, default=port, help="where the page is (default: $PORT, or 8765)")
    # Not the file of the real bot, whose games are of other people in other channels.
    file = Path("data", "playground.db")
    parser.add_argument("--file", type=Path, default=file, help="where the games are kept (default: %(default)s)")
    parser.add_argument("--locale", default="en-US", help="the language of Discord's in which they read")
    return parser.parse_args()


def _port(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not '{text}'")


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
