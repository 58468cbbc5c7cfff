"""The operator's settings: defaults, one sentence for each mistake, and how the program ends on one."""

import inspect
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import config
from bot.config import BadSetting, Config, advice, has_token, read_config, read_token
from bot.store.shards import Shards
from tests.program import refused, run_in

TOKEN = "MTAx.Gabc_-.x-YZ_0123456789"  # noqa: S105


def mistake(name: str, value: str | None) -> str:
    """The sentence about one wrong setting; it begins with the setting's name and is one sentence on one line."""
    environment = {} if value is None else {name: value}
    with pytest.raises(BadSetting) as caught:
        read_token(environment) if name == "DISCORD_TOKEN" else read_config(environment)
    sentence = str(caught.value)
    check_sentence(sentence)
    assert sentence.startswith(name + " ")
    return sentence


def check_sentence(text: str) -> None:
    assert "\n" not in text
    assert text.endswith(".")
    assert ". " not in text


# --- what is read


EMPTY = dict.fromkeys(
    (
        *("DATABASE_URL", "DATABASE_URL_FILE", "MAX_GAMES", "SWEEP_SECONDS", "LOG_LEVEL", "LOG_FORMAT", "HEALTH"),
        *("SHARDS", "SHARD_COUNT", "DISCORD_REQUESTS", "ENGINE_WORKERS", "EMOJI_PACE"),
        *("CALLS_WHOLE", "BOARDS_BY_TOKEN", "CACHE"),
        *("SOURCE_URL", "SUPPORT_URL", "PRIVACY_URL", "TERMS_URL"),
    ),
    "",
)


@pytest.mark.parametrize("environment", [{}, EMPTY, {"HOME": "/root"}])
def test_everything_but_the_token_has_a_default(environment: dict[str, str]) -> None:
    assert read_config(environment) == Config(
        "sqlite+aiosqlite:///data/games.db", 20, 60.0, "INFO", discord_requests=50, engine_workers=1
    )
    assert read_config(environment) == Config()


SERVERS = ("localhost", "db.example.org:5432", "t@[::1]:5432", "t:p%40ss%2Fword@127.0.0.1", "t:a:b@db", "")
URLS = [
    *("sqlite+aiosqlite:///games.db", "sqlite+aiosqlite:////var/lib/thimble/games.db"),
    *(f"postgresql+asyncpg://{each}/{name}" for each in SERVERS for name in ("games", "games?ssl=require")),
]


@pytest.mark.parametrize(
    ("name", "field", "values"),
    [
        ("DATABASE_URL", "database_url", {url: url for url in URLS}),
        ("MAX_GAMES", "max_games", {"1": 1, "7": 7, "9999": 9999}),
        ("SWEEP_SECONDS", "sweep_seconds", {"60": 60, "0.5": 0.5, "0.001": 0.001, "9999": 9999, "90.25": 90.25}),
        ("DISCORD_REQUESTS", "discord_requests", {"1": 1, "50": 50, "99999": 99999}),
        ("ENGINE_WORKERS", "engine_workers", {"1": 1, "4": 4, "99": 99}),
        ("EMOJI_PACE", "emoji_pace", {"0": 0, "0.5": 0.5, "72": 72, "9999": 9999}),
        ("LOG_LEVEL", "log_level", {"warning": "WARNING", "ERROR": "ERROR"}),
        ("LOG_FORMAT", "log_format", {"json": "json", "text": "text"}),
        ("CALLS_WHOLE", "ping_with_board", {"yes": True, "no": False}),
        ("BOARDS_BY_TOKEN", "boards_by_click", {"auto": True, "never": False}),
        ("CACHE", "cache", {"none": None, "kept": Path("kept")}),
        ("HEALTH", "health", {"127.0.0.1:8080": ("127.0.0.1", 8080), "[::1]:65535": ("::1", 65535)}),
        ("HEALTH", "health", {"0.0.0.0:80": ("0.0.0.0", 80), "bot.example:1": ("bot.example", 1)}),  # noqa: S104
    ],
)
def test_a_setting_is_read(name: str, field: str, values: dict[str, Any]) -> None:
    for text, value in values.items():
        assert read_config({name: text}) == replace(Config(), **{field: value})


@pytest.mark.parametrize(
    ("named", "count", "ids"),
    [("0-3", 8, (0, 1, 2, 3)), ("5", 6, (5,)), ("6,0-2,1", 8, (0, 1, 2, 6)), ("0", 1, (0,))],
)
def test_a_process_may_have_some_of_the_shards(named: str, count: int, ids: tuple[int, ...]) -> None:
    assert read_config({"SHARDS": named, "SHARD_COUNT": str(count)}).shards == Shards(ids, count)


@pytest.mark.parametrize(
    ("named", "count"),
    [
        *(("0-3", ""), ("", "8"), ("0-8", "8"), ("8", "8"), ("3-1", "8"), ("0-", "8"), ("all", "8"), ("0 1", "8")),
        *(("0", "0"), ("0", "two"), ("-1", "8"), ("0,", "8"), (",".join(["0"] * 99), "8")),
    ],
)
def test_shards_that_do_not_fit_their_count_are_told_in_a_sentence(named: str, count: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_config({"SHARDS": named, "SHARD_COUNT": count})
    check_sentence(str(caught.value))
    assert "SHARD" in str(caught.value)


def test_addresses_for_people_who_play_are_kept_in_the_order_in_which_they_are_named() -> None:
    environment = {"TERMS_URL": " https://example.org/terms#top\n", "SOURCE_URL": "http://localhost:8080"}
    links = read_config(environment | {"PRIVACY_URL": ""}).links
    assert [*links.items()] == [("source", "http://localhost:8080"), ("terms", "https://example.org/terms#top")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("ANIMATION", "webp"), ("HANDOVER", "standby"), ("HANDOVER", "replace"), ("HANDOVER", "anything")],
)
def test_a_setting_that_is_needed_no_more_is_told_of_in_a_sentence_and_does_no_harm(name: str, value: str) -> None:
    assert read_config({name: value}) == Config()
    (sentence,) = advice({name: value})
    check_sentence(sentence)
    assert sentence.startswith(f"{name} is not needed any more")
    assert advice({}) == advice({name: ""}) == []


@pytest.mark.parametrize("token", [TOKEN, "test.token", "abc", "a.b.c.d", "a+b/c="])
def test_a_token_is_read_without_the_space_around_it_and_discord_says_whether_it_is_right(token: str) -> None:
    assert read_token({"DISCORD_TOKEN": f" {token}\n"}) == read_token({"DISCORD_TOKEN": token}) == token


def test_secrets_may_be_in_files_of_their_own(tmp_path: Path) -> None:
    token, url = tmp_path / "token", tmp_path / "url"
    token.write_text(TOKEN + "\n")
    url.write_text("sqlite+aiosqlite:///elsewhere.db\n")
    environment = {"DISCORD_TOKEN_FILE": str(token), "DATABASE_URL_FILE": str(url), "DISCORD_TOKEN": ""}
    assert read_token(environment) == TOKEN
    assert read_config(environment).database_url == "sqlite+aiosqlite:///elsewhere.db"
    assert has_token(environment)
    assert not has_token({"DISCORD_TOKEN_FILE": ""})


# --- mistakes


def test_a_secret_must_not_be_given_twice(tmp_path: Path) -> None:
    for name, read in (("DISCORD_TOKEN", read_token), ("DATABASE_URL", read_config)):
        with pytest.raises(BadSetting) as caught:
            read({name: "secret", f"{name}_FILE": str(tmp_path / "missing")})
        check_sentence(str(caught.value))
        assert str(caught.value) == f"{name} and {name}_FILE are both set: keep the one that you mean."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe", "cannot be read (it holds no text)"),
        (b" \n", "is empty"),
        (b"7" * (config.LONGEST + 1), "cannot be read (it holds more than 64 KB)"),
    ],
)
def test_a_file_without_a_secret_is_told(tmp_path: Path, content: bytes, reason: str) -> None:
    """(One that is not there is the program's matter, below.)"""
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(BadSetting) as caught:
        read_token({"DISCORD_TOKEN_FILE": str(file)})
    check_sentence(str(caught.value))
    assert str(caught.value).startswith(f"DISCORD_TOKEN_FILE names {file}, which {reason}")


def test_no_more_is_read_of_a_file_than_a_secret_can_hold(tmp_path: Path) -> None:
    """Nothing has room for all of this one, which takes none on the disk."""
    file = tmp_path / "token"
    file.touch()
    os.truncate(file, 2**43)
    with pytest.raises(BadSetting) as caught:
        read_token({"DISCORD_TOKEN_FILE": str(file)})
    assert "it holds more than 64 KB" in str(caught.value)


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/full", "pipe"])
def test_what_never_ends_is_not_read(tmp_path: Path, file: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadSetting) as caught:
        read_token({"DISCORD_TOKEN_FILE": str(tmp_path / file)})
    check_sentence(str(caught.value))
    assert str(caught.value).endswith("which cannot be read (it is no regular file): check the path.")
    (tmp_path / ".env").symlink_to(tmp_path / file)
    assert refused(tmp_path, {}, "status").startswith(".env cannot be read (it is no regular file): make it a file")


WHOLE = ("0", "-1", "many", "1.5", "07", " 5", "٣")
SECONDS = ("-1", "10000", "slow", "1,5", ".5", "1.", "1e3", "nan", "inf", "0.0001", " 5", "٣")
URLS_OF_NOTHING = (
    *("games.db", "sqlite:///games.db", "sqlite+aiosqlite://games.db", "sqlite+aiosqlite:///"),
    *("sqlite+aiosqlite:///?timeout=20", "sqlite+aiosqlite:///games.db?mode=memory&uri=true"),
    "sqlite+aiosqlite:///:memory:",  # it would be lost at the end, and each connection has one of its own
    *("postgresql://localhost/games", "postgresql+asyncpg://localhost", "postgresql+asyncpg://localhost/"),
    "postgresql+asyncpg://localhost:65536/games",
    *("postgresql+asyncpg://localhost:port/games", "postgresql+asyncpg://[::1/games"),
    "postgresql+asyncpg://thimble:p@ss@localhost/games",
)


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("LOG_FORMAT", ("JSON", "xml", " text"), "text or json, not '{}'"),
        ("LOG_LEVEL", ("loud", "10", "NOTSET", " INFO"), "one of DEBUG, INFO, WARNING, ERROR, not '{}'"),
        ("CALLS_WHOLE", ("maybe",), "must be yes or no, not '{}'"),
        ("BOARDS_BY_TOKEN", ("always",), "must be auto or never, not '{}'"),
        ("HEALTH", ("8080", "localhost", "localhost:", ":8080", "a:0", "a:65536", "a:08"), "127.0.0.1:8080, not '{}'"),
        ("HEALTH", ("http://a:80",), "as in 127.0.0.1:8080, not '{}'"),
        ("MAX_GAMES", (*WHOLE, "10000"), "a whole number from 1 to 9999, not '{}'"),
        ("DISCORD_REQUESTS", (*WHOLE, "100000"), "a whole number from 1 to 99999, not '{}'"),
        ("ENGINE_WORKERS", (*WHOLE, "100"), "a whole number from 1 to 99, not '{}'"),
        ("EMOJI_PACE", SECONDS, "a number of seconds below 10000, not '{}'"),
        ("SWEEP_SECONDS", (*SECONDS, "0", "0.0", "0.000"), "a number of seconds above 0 and below 10000, not '{}'"),
        ("DATABASE_URL", URLS_OF_NOTHING, "sqlite+aiosqlite:///data/games.db"),
    ],
)
def test_a_bad_value_says_what_a_good_one_is(name: str, values: tuple[str, ...], told: str) -> None:
    for value in values:
        assert told.format(value) in mistake(name, value)


@pytest.mark.parametrize("value", [None, "", "   "])
def test_a_missing_token_says_where_to_get_one(value: str | None) -> None:
    sentence = mistake("DISCORD_TOKEN", value)
    assert all(each in sentence for each in ("is not set", ".env", "https://discord.com/developers/applications"))


@pytest.mark.parametrize(
    "value", ["Bot a.b.c", "paste your token here", '"a.b.c"', "'a.b.c'", "a.\x1bb.c", "a.\udcff.c"]
)
def test_what_cannot_be_a_token_says_so_and_is_not_printed(value: str) -> None:
    sentence = mistake("DISCORD_TOKEN", value)
    assert "must be the bare token" in sentence
    assert value not in sentence


BAD_LINKS = ("example.org", "ftp://example.org", "https://", "https:///terms", "https://a b", "https://a/)")


@pytest.mark.parametrize("name", ["source", "support", "privacy", "terms"])
@pytest.mark.parametrize("value", [*BAD_LINKS, "javascript:alert(1)"])
def test_a_bad_address_for_players_says_how_one_begins(name: str, value: str) -> None:
    told = f"begins with https:// or http://, as in https://example.org/{name}"
    assert told in mistake(f"{name.upper()}_URL", value)


def test_the_example_names_every_setting() -> None:
    example = (Path(__file__).parents[1] / ".env.example").read_text()
    read = re.findall(r"environment(?:[.]get[(]|, )\"([A-Z_]+)\"", inspect.getsource(config))
    read += [f"{name.upper()}_URL" for name in config.LINKS]
    assert {*EMPTY} >= {*read} - {"DISCORD_TOKEN"}, "every setting with a default is in EMPTY"
    for name in [*read, "DISCORD_TOKEN_FILE", "DATABASE_URL_FILE"]:
        assert re.search(rf"^#?{name}=", example, re.MULTILINE), name


# --- the program


@pytest.mark.parametrize(
    ("environment", "beginning"),
    [
        ({}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "Bot abc"}, "DISCORD_TOKEN must be the bare token"),
        (
            {"DISCORD_TOKEN_FILE": "missing"},
            "DISCORD_TOKEN_FILE names missing, which cannot be read (No such file or directory)",
        ),
        ({"DISCORD_TOKEN": TOKEN, "MAX_GAMES": "many"}, "MAX_GAMES must be"),
    ],
)
def test_the_program_ends_with_one_sentence(tmp_path: Path, environment: dict[str, str], beginning: str) -> None:
    """In an empty folder, where there is no .env file."""
    sentence = refused(tmp_path, environment)
    assert sentence.startswith(beginning)
    check_sentence(sentence)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.night
def test_in_a_log_for_programs_the_last_words_are_a_line_like_every_other(tmp_path: Path) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "LOG_FORMAT": "json", "HEALTH": "192.0.2.1:8080"}  # nobody has this address
    status, out, line = run_in(tmp_path, settings)
    assert (status, out) == (1, "")
    assert json.loads(line)["text"].startswith("HEALTH names 192.0.2.1:8080, which cannot be used")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        *((each, "Use 'python -m bot'") for each in ("help", "doctor --fix", "backup", "backup a b")),
        ("probe --long 800", "make probe"),
        ("backup copy.db", "There is no database at data/games.db: check DATABASE_URL."),
        ("doctor", "There is no database at data/games.db: check DATABASE_URL, or start the bot or run"),
    ],
)
def test_so_does_a_command_that_cannot_be_carried_out(tmp_path: Path, command: str, words: str) -> None:
    """What is not known, what is elsewhere, and what needs no token but a database."""
    sentence = refused(tmp_path, {}, *command.split())
    assert words in sentence
    check_sentence(sentence)
    assert list(tmp_path.iterdir()) == []
