"""``python -m bot``: run the bot on Discord."""

from __future__ import annotations

import logging
import os
import signal
import sys

import aiohttp
import discord
from dotenv import load_dotenv

from bot.client import Client
from bot.settings import BadSetting, read_settings, read_token
from bot.store.database import StoreError


def main() -> int:
    """Run until stopped. Returns the exit status: 1, after one sentence, when a setting or the database is wrong."""
    load_dotenv(".env")
    try:
        settings, token = read_settings(os.environ), read_token(os.environ)
    except BadSetting as error:
        return _refuse(str(error))
    discord.utils.setup_logging(level=logging.INFO, root=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    logging.getLogger("alembic").setLevel(logging.WARNING)
    signal.signal(signal.SIGTERM, _stop_like_an_interrupt)
    try:
        Client(settings).run(token, log_handler=None)
    except StoreError as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse(
            "Discord does not accept DISCORD_TOKEN: reset the token on the page Bot of your application "
            "(https://discord.com/developers/applications) and put the new one into .env."
        )
    except aiohttp.ClientConnectionError:
        return _refuse("Discord cannot be reached: check this machine's connection to the internet and start again.")
    return 0


def _stop_like_an_interrupt(*_: object) -> None:
    """Let SIGTERM end the bot as Ctrl-C does, in order. Asked twice, it does not stop in the middle of that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.raise_signal(signal.SIGINT)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
