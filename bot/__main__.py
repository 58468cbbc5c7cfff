"""``python -m bot``: run the bot on Discord; ``doctor`` examines its games, ``backup`` copies them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path

import aiohttp
import discord
from dotenv import load_dotenv

from bot.client import Client
from bot.doctor import examine
from bot.settings import BadSetting, Settings, read_settings, read_token
from bot.store.backup import back_up
from bot.store.database import StoreError


def main() -> int:
    """Do what the command line asks for. Returns the exit status: 1, after one sentence, when something is wrong."""
    load_dotenv(".env")
    try:
        settings = read_settings(os.environ)
        match sys.argv[1:]:
            case []:
                return _run(settings, read_token(os.environ))
            case ["doctor", *repair] if repair in ([], ["--repair"]):
                return _examine(settings, repair=bool(repair))
            case ["backup", file]:
                size = back_up(settings.database_url, Path(file))
                print(f"{file}: {size:,} bytes.")
                return 0
    except (BadSetting, StoreError) as error:
        return _refuse(str(error))
    return _refuse("Use 'python -m bot', 'python -m bot doctor [--repair]' or 'python -m bot backup FILE'.")


def _run(settings: Settings, token: str) -> int:
    discord.utils.setup_logging(level=logging.INFO, root=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    logging.getLogger("alembic").setLevel(logging.WARNING)
    signal.signal(signal.SIGTERM, _stop_like_an_interrupt)
    try:
        Client(settings).run(token, log_handler=None)
    except discord.LoginFailure:
        return _refuse(
            "Discord does not accept DISCORD_TOKEN: reset the token on the page Bot of your application "
            "(https://discord.com/developers/applications) and put the new one into .env."
        )
    except aiohttp.ClientConnectionError:
        return _refuse("Discord cannot be reached: check this machine's connection to the internet and start again.")
    return 0


def _examine(settings: Settings, *, repair: bool) -> int:
    token = read_token(os.environ) if os.environ.get("DISCORD_TOKEN") else None
    lines, healthy = asyncio.run(examine(settings, token, repair=repair))
    print("\n".join([*lines, "Nothing is broken." if healthy else "Something is broken: see above."]))
    return 0 if healthy else 1


def _stop_like_an_interrupt(*_: object) -> None:
    """Let SIGTERM end the bot as Ctrl-C does, in order. Asked twice, it does not stop in the middle of that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.raise_signal(signal.SIGINT)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
