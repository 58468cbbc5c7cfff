"""What the operator can set, read from the environment (and from a ``.env`` file beside it)."""

import errno
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.store.shards import EVERY, Shards

YES_OR_NO = ("yes", "no")
AUTO_OR_NEVER = ("auto", "never")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("text", "json")
LINKS = ("source", "support", "privacy", "terms")
"""What the addresses in *About me* of the help lead to, in its order."""
RETIRED = {
    "ANIMATION": "replays always move as GIFs",
    "HANDOVER": "a second process always waits until the first one ends",
}
"""Settings that older versions had, and why they do nothing now."""

_A_FILE = "sqlite[+]aiosqlite:///(?!:memory:)[^?]+"
_ON_A_SERVER = (
    "postgresql[+]asyncpg://([^/@]*@)?"  # user and password
    r"([^/@:?\[\]]*|\[[0-9A-Fa-f:.]+\])(:(?P<port>[0-9]{1,5}))?/[^/?]+([?].*)?"  # host and port, database, options
)

MOST_PORTS = 65535
"""The last port that there is."""

Address = tuple[str, int]
"""A host of this machine and a port."""


class BadSetting(ValueError):
    """A setting that is missing or wrong; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """The operator's settings.

    ``max_games`` is how many running games one player may have; ``sweep_seconds`` the pause between two sweeps for
    whatever is due and whatever a crash or a fault left undone; ``log_level`` the least that is logged, one of
    `LOG_LEVELS`, and ``log_format`` one of `LOG_FORMATS`. ``health`` is where the bot says how it is; None for nowhere.
    ``shards`` are those of this process, if there are several.
    ``discord_requests`` is how many requests a second Discord allows the whole bot. ``engine_workers`` is how many
    processes think, for rivals and reviews. ``emoji_pace`` is the seconds between two uploads of emoji. ``links`` are
    addresses for people who play, by what they lead to: one of `LINKS` each. ``ping_with_board`` says whether a message
    that calls somebody has its picture and its buttons from the start, rather than a moment later, and
    ``boards_by_click`` whether public messages are edited by the tokens of clicks on them while many requests are
    needed. ``cache`` is the folder for what was painted; None for none.
    """

    database_url: str = "sqlite+aiosqlite:///data/games.db"
    max_games: int = 20
    sweep_seconds: float = 60.0
    log_level: str = "INFO"
    log_format: str = LOG_FORMATS[0]
    health: Address | None = None
    shards: Shards = EVERY
    discord_requests: int = 50
    engine_workers: int = 1
    emoji_pace: float = 2.0
    links: Mapping[str, str] = field(default_factory=dict)
    ping_with_board: bool = True
    boards_by_click: bool = True
    cache: Path | None = Path("data/cache")


USUAL = Config()

LONGEST = 64 * 1024
"""Bytes that a file with settings may have."""


def read_config(environment: Mapping[str, str]) -> Config:
    """Read the settings that have defaults. Raises BadSetting."""
    url = database_url("DATABASE_URL", _secret(environment, "DATABASE_URL") or USUAL.database_url)
    level = environment.get("LOG_LEVEL") or USUAL.log_level
    if level.upper() not in LOG_LEVELS:
        raise BadSetting(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not '{level}'.")
    cache = environment.get("CACHE") or str(USUAL.cache)
    return Config(
        database_url=url,
        log_level=level.upper(),
        log_format=_one_of(environment, "LOG_FORMAT", LOG_FORMATS),
        health=_address(environment.get("HEALTH", "")),
        shards=shards_from(environment.get("SHARDS", ""), environment.get("SHARD_COUNT", "")),
        max_games=_number(environment, "MAX_GAMES", USUAL.max_games, most=9999),
        sweep_seconds=_seconds(environment, "SWEEP_SECONDS", USUAL.sweep_seconds, "above 0 and below 10000"),
        discord_requests=_number(environment, "DISCORD_REQUESTS", USUAL.discord_requests, most=99999),
        engine_workers=_number(environment, "ENGINE_WORKERS", USUAL.engine_workers, most=99),
        emoji_pace=_seconds(environment, "EMOJI_PACE", USUAL.emoji_pace, "below 10000"),
        links=_links(environment),
        ping_with_board=_one_of(environment, "CALLS_WHOLE", YES_OR_NO) == "yes",
        boards_by_click=_one_of(environment, "BOARDS_BY_TOKEN", AUTO_OR_NEVER) == "auto",
        cache=None if cache == "none" else Path(cache),
    )


def advice(environment: Mapping[str, str]) -> list[str]:
    """A sentence about each setting that is set and no longer needed."""
    return [
        f"{name} is not needed any more, and can be removed: {why}."
        for name, why in RETIRED.items()
        if environment.get(name)
    ]


def has_token(environment: Mapping[str, str]) -> bool:
    """Tell whether the operator has set a token."""
    return any(environment.get(name) for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"))


def shards_from(named: str, count: str) -> Shards:
    """The shards of a process: numbers and ranges such as ``0-3,6``, of so many. Raises BadSetting."""
    if not named and not count:
        return EVERY
    if not named or not count:
        raise BadSetting(
            "SHARDS and SHARD_COUNT belong together, as in SHARDS=0-3 and SHARD_COUNT=8: set both for a bot of several "
            "processes, or neither."
        )
    if not re.fullmatch("[1-9][0-9]{0,4}", count):
        raise BadSetting(f"SHARD_COUNT must be a whole number from 1 to 99999, not '{count}'.")
    if len(named) > 150 or not re.fullmatch("[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*", named):
        raise BadSetting(f"SHARDS must be numbers or ranges such as 0-3,6, not '{named}'.")
    ids: set[int] = set()
    for part in named.split(","):
        first, _, last = part.partition("-")
        if int(first) > int(last or first) or int(last or first) >= int(count):
            raise BadSetting(f"SHARDS must count up from 0 to {int(count) - 1} at most, one less than SHARD_COUNT.")
        ids.update(range(int(first), int(last or first) + 1))
    return Shards(tuple(sorted(ids)), int(count))


def database_url(name: str, url: str) -> str:
    """The URL of a database, which the operator has given under this name. Raises BadSetting unless it is one."""
    found = re.fullmatch(f"{_A_FILE}|{_ON_A_SERVER}", url)
    if not found or int(found["port"] or 0) > MOST_PORTS:
        raise BadSetting(
            f"{name} must start with sqlite+aiosqlite:/// and name a file, as in {USUAL.database_url}, or with "
            "postgresql+asyncpg:// and name a database, as in postgresql+asyncpg://thimble:password@localhost/thimble "
            "(an @ in a password is %40 there, and a / is %2F)."
        )
    return url


def given_url(name: str, text: str) -> str:
    """The URL of a database from the command line: as such, or as ``@`` and the file that holds it.

    Raises BadSetting for anything else, and for a password on the command line.
    """
    if text.startswith("@"):
        return database_url(name, _content(name, text[1:]))
    if re.match("[^/]*//[^/@]*:[^/@]+@|[^?]*[?](.*&)?password=", text):
        raise BadSetting(
            f"{name} holds a password, and every user of this machine can read a command line: put the URL into a file "
            "that only you can read, and name that file instead, as in @thimble.url."
        )
    return database_url(name, text)


def read_token(environment: Mapping[str, str]) -> str:
    """Read the bot's Discord token. Raises BadSetting if it is missing, or cannot be one."""
    token = _secret(environment, "DISCORD_TOKEN")
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


def _one_of(environment: Mapping[str, str], name: str, words: tuple[str, ...]) -> str:
    """A setting that is one of some words, the first of them if it is not set. Raises BadSetting."""
    word = environment.get(name) or words[0]
    if word not in words:
        raise BadSetting(f"{name} must be {' or '.join(words)}, not '{word}'.")
    return word


def _number(environment: Mapping[str, str], name: str, usual: int, *, most: int) -> int:
    """A setting that is a whole number from 1 to ``most``, all of whose digits are nines. Raises BadSetting."""
    value = environment.get(name) or str(usual)
    if not re.fullmatch(f"[1-9][0-9]{{0,{len(str(most)) - 1}}}", value):
        raise BadSetting(f"{name} must be a whole number from 1 to {most}, not '{value}'.")
    return int(value)


def _seconds(environment: Mapping[str, str], name: str, usual: float, allowed: str) -> float:
    """A setting that is a number of seconds, ``below 10000`` or ``above 0`` too. Raises BadSetting."""
    value = environment.get(name) or str(usual)
    is_number = re.fullmatch("[0-9]{1,4}([.][0-9]{1,3})?", value)
    if not is_number or ("above 0" in allowed and not float(value)):
        raise BadSetting(f"{name} must be a number of seconds {allowed}, not '{value}'.")
    return float(value)


def _secret(environment: Mapping[str, str], name: str) -> str:
    """A setting that may also be the content of a file, which the same name with _FILE names. Raises BadSetting."""
    value, file = environment.get(name, "").strip(), environment.get(f"{name}_FILE", "")
    if not file:
        return value
    if value:
        raise BadSetting(f"{name} and {name}_FILE are both set: keep the one that you mean.")
    return _content(f"{name}_FILE", file)


def _content(name: str, file: str) -> str:
    """The value in the file that the setting or argument ``name`` names. Raises BadSetting."""
    try:
        value = read_small(Path(file)).decode("utf-8").strip()
    except (OSError, ValueError) as error:  # a ValueError if it holds no text
        reason = getattr(error, "strerror", None) or "it holds no text"
        raise BadSetting(f"{name} names {file}, which cannot be read ({reason}): check the path.") from error
    if not value:
        raise BadSetting(f"{name} names {file}, which is empty: put the value into it.")
    return value


def read_small(file: Path) -> bytes:
    """Read a file of settings. Raises OSError, too if it is no regular file (some never end), or too long."""
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise OSError(errno.EINVAL, "it is no regular file")
    with file.open("rb") as opened:
        content = opened.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise OSError(errno.EFBIG, "it holds more than 64 KB")
    return content


def _links(environment: Mapping[str, str]) -> dict[str, str]:
    links = {name: environment.get(f"{name.upper()}_URL", "").strip() for name in LINKS}
    for name, link in links.items():
        if link and not re.fullmatch(r"https?://[^\s/?#()<>]+[^\s()<>]*", link):
            raise BadSetting(
                f"{name.upper()}_URL must be an address that begins with https:// or http://, as in "
                f"https://example.org/{name}, without blanks, brackets or < and >, not '{link}'."
            )
    return {name: link for name, link in links.items() if link}


def _address(text: str) -> Address | None:
    """The address that HEALTH names; None for none. Raises BadSetting."""
    if not text:
        return None
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):([1-9][0-9]{0,4})", text)
    if not found or int(found[2]) > MOST_PORTS:
        raise BadSetting(f"HEALTH must be an address of this machine and a port, as in 127.0.0.1:8080, not '{text}'.")
    return found[1].strip("[]"), int(found[2])
