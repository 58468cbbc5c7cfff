"""``make play``: play both sides in a browser, with the real bot and a real database, but without Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from pathlib import Path

DEFAULT_PORT = 8765
DEFAULT_FILE = Path("data", "playground.db")
"""Not the games of the real bot: those are of other people, in other channels."""

SET_UP = "run `make play`, which sets up .venv, or `pip install -r requirements-dev.txt`."

INVITATION = """\
Open {url} in two tabs. Under "Viewing as", choose Mina in one and Tom in the other.
Then, as Mina, type /patchwork challenge, choose Tom and press the arrow. Ctrl-C ends; the games are kept in {file}."""


def main() -> int:
    """Run until Ctrl-C. Returns the exit status: 1, after one sentence, when it cannot start."""
    options = _options()
    try:
        from tests.playground.playground import CannotStart, open_playground
    except ModuleNotFoundError as error:
        return _refuse(f"The package {error.name} is missing: {SET_UP}")

    async def play() -> None:
        async with open_playground(options.port, options.file) as preview:
            print(INVITATION.format(url=preview.url, file=options.file), flush=True)
            await preview.wait_closed()

    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(play())
    except CannotStart as error:
        return _refuse(f"{error}".replace("SET_UP", SET_UP))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.playground", description=__doc__)
    port = os.environ.get("PORT") or DEFAULT_PORT
    parser.add_argument("--port", type=_port, default=port, help="where the page is (default: $PORT, or %(default)s)")
    parser.add_argument("--file", type=Path, default=DEFAULT_FILE, help="the database (default: %(default)s)")
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
