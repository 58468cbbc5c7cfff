"""``python -m tools.probe CHANNEL_ID [--long | --direct]`` (``make probe``): try out what we believe of Discord."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

from bot.config import BadSetting, read_config, read_token
from bot.operator import envfile
from bot.operator.run import CannotRun
from tools.probe.program import probe


def main() -> int:
    """Do what the command line says. Returns the exit status: 1 if something is not as believed, or cannot be asked."""
    parser = argparse.ArgumentParser(prog="make probe", description="Try out on Discord what the bot believes of it.")
    parser.add_argument("channel", type=_id, metavar="CHANNEL", help="the id of a channel of your test server")
    parser.add_argument("--long", action="store_true", help="try out what takes an hour, too")
    parser.add_argument("--direct", action="store_true", help="try out what holds in conversations, and nothing else")
    arguments = parser.parse_args()
    try:
        envfile.load(Path(".env"))
        config, token, tell = read_config(os.environ), read_token(os.environ), partial(print, flush=True)
        asked = {"long": arguments.long, "direct": arguments.direct}
        return 0 if probe(config, token, arguments.channel, tell, **asked) else 1
    except (BadSetting, CannotRun) as error:
        print(error, file=sys.stderr)
        return 1


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is not the id of a channel, such as 80351110224678912")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
