"""What the operator can set, read from the environment (and from a ``.env`` file beside it)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_DATABASE_URL = "sqlite+aiosqlite:///data/games.db"
DEFAULT_MAX_GAMES = 20
DEFAULT_SWEEP_SECONDS = 60.0


class BadSetting(ValueError):
    """A setting that is missing or wrong; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """The operator's settings.

    ``max_games`` is how many running games one player may have; ``sweep_seconds`` the pause between two sweeps for
    whatever is due and whatever a crash or a fault left undone.
    """

    database_url: str = DEFAULT_DATABASE_URL
    max_games: int = DEFAULT_MAX_GAMES
    sweep_seconds: float = DEFAULT_SWEEP_SECONDS


def read_config(environment: Mapping[str, str]) -> Config:
    """Read the settings that have defaults. Raises BadSetting."""
    url = environment.get("DATABASE_URL") or DEFAULT_DATABASE_URL
    if not re.fullmatch("sqlite[+]aiosqlite:///(?!:memory:)[^?]+", url):
        raise BadSetting(
            "DATABASE_URL must start with sqlite+aiosqlite:/// and name a file, as in " + DEFAULT_DATABASE_URL + "."
        )
    games = environment.get("MAX_GAMES") or str(DEFAULT_MAX_GAMES)
    if not re.fullmatch("[1-9][0-9]{0,3}", games):
        raise BadSetting(f"MAX_GAMES must be a whole number from 1 to 9999, not '{games}'.")
    seconds = environment.get("SWEEP_SECONDS") or str(DEFAULT_SWEEP_SECONDS)
    if not re.fullmatch("[0-9]{1,4}([.][0-9]{1,3})?", seconds) or not float(seconds):
        raise BadSetting(f"SWEEP_SECONDS must be a number of seconds above 0 and below 10000, not '{seconds}'.")
    return Config(url, int(games), float(seconds))


def read_token(environment: Mapping[str, str]) -> str:
    """Read the bot's Discord token. Raises BadSetting if it is missing or does not look like one."""
    token = environment.get("DISCORD_TOKEN", "").strip()
    if not token:
        raise BadSetting(
            "DISCORD_TOKEN is not set: copy .env.example to .env and put in the token of your bot from "
            "https://discord.com/developers/applications (Bot page, Reset Token button)."
        )
    if not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII):
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token (three parts with dots between them): "
            "copy it again from the Bot page of your application."
        )
    return token
