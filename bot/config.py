"""What the operator can set, read from the environment (and from a ``.env`` file beside it)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_DATABASE_URL = "sqlite+aiosqlite:///data/games.db"
DEFAULT_MAX_GAMES = 20
DEFAULT_SWEEP_SECONDS = 60.0
DEFAULT_LOG_LEVEL = "INFO"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(ValueError):
    """A setting that is missing or wrong; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """The operator's settings.

    ``max_games`` is how many running games one player may have; ``sweep_seconds`` the pause between two sweeps for
    whatever is due and whatever a crash or a fault left undone; ``log_level`` the least that is logged, one of
    `LOG_LEVELS`.
    """

    database_url: str = DEFAULT_DATABASE_URL
    max_games: int = DEFAULT_MAX_GAMES
    sweep_seconds: float = DEFAULT_SWEEP_SECONDS
    log_level: str = DEFAULT_LOG_LEVEL


def read_config(environment: Mapping[str, str]) -> Config:
    """Read the settings that have defaults. Raises BadSetting."""
    url = environment.get("DATABASE_URL") or DEFAULT_DATABASE_URL
    if not re.fullmatch("sqlite[+]aiosqlite:///(?!:memory:)[^?]+|postgresql[+]asyncpg://[^/]*/[^/?]+([?].*)?", url):
        raise BadSetting(
            f"DATABASE_URL must start with sqlite+aiosqlite:/// and name a file, as in {DEFAULT_DATABASE_URL}, or with "
            "postgresql+asyncpg:// and name a database, as in postgresql+asyncpg://thimble:password@localhost/thimble."
        )
    games = environment.get("MAX_GAMES") or str(DEFAULT_MAX_GAMES)
    if not re.fullmatch("[1-9][0-9]{0,3}", games):
        raise BadSetting(f"MAX_GAMES must be a whole number from 1 to 9999, not '{games}'.")
    seconds = environment.get("SWEEP_SECONDS") or str(DEFAULT_SWEEP_SECONDS)
    if not re.fullmatch("[0-9]{1,4}([.][0-9]{1,3})?", seconds) or not float(seconds):
        raise BadSetting(f"SWEEP_SECONDS must be a number of seconds above 0 and below 10000, not '{seconds}'.")
    level = environment.get("LOG_LEVEL") or DEFAULT_LOG_LEVEL
    if level.upper() not in LOG_LEVELS:
        raise BadSetting(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not '{level}'.")
    return Config(url, int(games), float(seconds), level.upper())


def read_token(environment: Mapping[str, str]) -> str:
    """Read the bot's Discord token. Raises BadSetting if it is missing, or cannot be one.

    Whether it is right, Discord says.
    """
    token = environment.get("DISCORD_TOKEN", "").strip()
    if not token:
        raise BadSetting(
            "DISCORD_TOKEN is not set: copy .env.example to .env and put in the token of your bot from "
            "https://discord.com/developers/applications (Bot page, Reset Token button)."
        )
    if re.search(r"[\s'\"\x00-\x1f\x7f-\x9f\ud800-\udfff]", token):  # no header can hold the last
        raise BadSetting(
            "DISCORD_TOKEN must be the bare token, without blanks, quotes or 'Bot ' before it: "
            "copy it again from the Bot page of your application."
        )
    return token
