"""The operator's settings: defaults, one sentence for each mistake, and how the program ends on one."""

import inspect
import json
import re
from pathlib import Path

import pytest

from bot import config
from bot.config import BadSetting, Config, advice, has_token, read_config, read_token
from bot.store.shards import Shards
from tests.program import call_in, run_in

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


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///games.db", "sqlite+aiosqlite:////var/lib/thimble/games.db"])
def test_the_database_may_lie_elsewhere(url: str) -> None:
    assert read_config({"DATABASE_URL": url}).database_url == url


@pytest.mark.parametrize(
    "place",
    ["localhost", "db.example.org:5432", "thimble@[::1]:5432", "thimble:p%40ss%2Fword@127.0.0.1", "thimble:a:b@db", ""],
)
def test_the_database_may_be_on_a_server(place: str) -> None:
    for database in ("games", "games?ssl=require"):
        url = f"postgresql+asyncpg://{place}/{database}"
        assert read_config({"DATABASE_URL": url}).database_url == url


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


@pytest.mark.parametrize("number", [1, 7, 9999])
def test_the_limit_of_games_is_a_number(number: int) -> None:
    assert read_config({"MAX_GAMES": str(number)}).max_games == number


@pytest.mark.parametrize(
    ("text", "seconds"), [("60", 60.0), ("1", 1.0), ("0.5", 0.5), ("0.001", 0.001), ("9999", 9999.0), ("90.25", 90.25)]
)
def test_the_pause_between_sweeps_is_a_number_of_seconds(text: str, seconds: float) -> None:
    assert read_config({"SWEEP_SECONDS": text}).sweep_seconds == seconds


def test_all_of_it_can_be_set_at_once() -> None:
    url = "sqlite+aiosqlite:///games.db"
    environment = {"DATABASE_URL": url, "MAX_GAMES": "3", "SWEEP_SECONDS": "5", "LOG_LEVEL": "warning"}
    assert read_config(environment) == Config(url, max_games=3, sweep_seconds=5.0, log_level="WARNING")


@pytest.mark.parametrize("number", [1, 50, 99999])
def test_what_discord_allows_in_a_second_is_a_number(number: int) -> None:
    assert read_config({"DISCORD_REQUESTS": str(number)}).discord_requests == number


@pytest.mark.parametrize("number", [1, 4, 99])
def test_as_many_processes_think_as_the_operator_wants(number: int) -> None:
    assert read_config({"ENGINE_WORKERS": str(number)}).engine_workers == number


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("0.5", 0.5), ("72", 72.0), ("9999", 9999.0)])
def test_the_pause_between_uploads_of_emoji_is_a_number_of_seconds(text: str, seconds: float) -> None:
    assert read_config({"EMOJI_PACE": text}).emoji_pace == seconds


def test_addresses_for_people_who_play_are_kept_in_the_order_in_which_they_are_named() -> None:
    environment = {
        "TERMS_URL": " https://example.org/terms#top\n",
        "SOURCE_URL": "http://localhost:8080",
        "PRIVACY_URL": "",
    }
    links = read_config(environment).links
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


def test_no_board_need_be_edited_by_the_token_of_a_click() -> None:
    assert not read_config({"BOARDS_BY_TOKEN": "never"}).boards_by_click
    assert "must be auto or never, not 'always'" in mistake("BOARDS_BY_TOKEN", "always")


def test_calls_can_be_words_alone() -> None:
    assert read_config({"CALLS_WHOLE": "yes"}).ping_with_board
    assert not read_config({"CALLS_WHOLE": "no"}).ping_with_board


@pytest.mark.parametrize("text", [TOKEN, f" {TOKEN}\n"])
def test_the_token_is_read_without_the_space_around_it(text: str) -> None:
    assert read_token({"DISCORD_TOKEN": text}) == TOKEN


@pytest.mark.parametrize("token", ["test.token", "abc", "a.b.c.d", "a+b/c="])
def test_whether_a_token_is_right_discord_says(token: str) -> None:
    assert read_token({"DISCORD_TOKEN": token}) == token


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8080", ("127.0.0.1", 8080)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),  # noqa: S104
        ("[::1]:65535", ("::1", 65535)),
        ("bot.example:1", ("bot.example", 1)),
    ],
)
def test_where_the_bot_says_how_it_is_is_an_address(text: str, address: tuple[str, int]) -> None:
    assert read_config({"HEALTH": text}).health == address


def test_the_log_may_be_for_programs() -> None:
    assert read_config({"LOG_FORMAT": "json"}).log_format == "json"


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
        (None, "cannot be read (No such file or directory)"),
        (b"\xff\xfe", "cannot be read (it holds no text)"),
        (b" \n", "is empty"),
    ],
)
def test_a_file_without_a_secret_is_told(tmp_path: Path, content: bytes | None, reason: str) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadSetting) as caught:
        read_token({"DISCORD_TOKEN_FILE": str(file)})
    check_sentence(str(caught.value))
    assert str(caught.value).startswith(f"DISCORD_TOKEN_FILE names {file}, which {reason}")


@pytest.mark.parametrize("value", ["JSON", "xml", " text"])
def test_a_bad_log_format_says_what_it_may_be(value: str) -> None:
    assert f"text or json, not '{value}'" in mistake("LOG_FORMAT", value)


@pytest.mark.parametrize("value", ["8080", "localhost", "localhost:", ":8080", "a:0", "a:65536", "a:08", "http://a:80"])
def test_a_bad_address_says_how_one_looks(value: str) -> None:
    assert f"as in 127.0.0.1:8080, not '{value}'" in mistake("HEALTH", value)


@pytest.mark.parametrize("value", [None, "", "   "])
def test_a_missing_token_says_where_to_get_one(value: str | None) -> None:
    sentence = mistake("DISCORD_TOKEN", value)
    assert "is not set" in sentence
    assert ".env" in sentence
    assert "https://discord.com/developers/applications" in sentence


@pytest.mark.parametrize(
    "value", ["Bot a.b.c", "paste your token here", '"a.b.c"', "'a.b.c'", "a.\x1bb.c", "a.\udcff.c"]
)
def test_what_cannot_be_a_token_says_so_and_is_not_printed(value: str) -> None:
    sentence = mistake("DISCORD_TOKEN", value)
    assert "must be the bare token" in sentence
    assert value not in sentence


@pytest.mark.parametrize("value", ["loud", "10", "NOTSET", " INFO"])
def test_a_bad_log_level_says_what_it_may_be(value: str) -> None:
    assert f"one of DEBUG, INFO, WARNING, ERROR, not '{value}'" in mistake("LOG_LEVEL", value)


@pytest.mark.parametrize("value", ["0", "-1", "10000", "many", "1.5", "007", " 5", "٣"])
def test_a_bad_limit_says_what_it_may_be(value: str) -> None:
    assert f"a whole number from 1 to 9999, not '{value}'" in mistake("MAX_GAMES", value)


@pytest.mark.parametrize("value", ["0", "-1", "100000", "many", "7.5", "050", " 5"])
def test_a_bad_number_of_requests_says_what_it_may_be(value: str) -> None:
    assert f"a whole number from 1 to 99999, not '{value}'" in mistake("DISCORD_REQUESTS", value)


@pytest.mark.parametrize("value", ["-1", "10000", "slow", "1,5", ".5", "1.", "1e3", " 5"])
def test_a_bad_pause_between_uploads_says_what_it_may_be(value: str) -> None:
    assert f"a number of seconds below 10000, not '{value}'" in mistake("EMOJI_PACE", value)


@pytest.mark.parametrize("name", ["SOURCE_URL", "SUPPORT_URL", "PRIVACY_URL", "TERMS_URL"])
@pytest.mark.parametrize(
    "value",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https:///terms",
        "https://a b",
        "javascript:alert(1)",
        "https://a/)",
    ],
)
def test_a_bad_address_for_players_says_how_one_begins(name: str, value: str) -> None:
    assert f"begins with https:// or http://, as in https://example.org/{name.lower().partition('_')[0]}" in mistake(
        name, value
    )


def test_a_bad_word_about_calls_says_which_there_are() -> None:
    assert "must be yes or no, not 'maybe'" in mistake("CALLS_WHOLE", "maybe")


@pytest.mark.parametrize("value", ["0", "-1", "100", "all", "1.5", "01", " 2"])
def test_a_bad_number_of_thinking_processes_says_what_it_may_be(value: str) -> None:
    assert f"a whole number from 1 to 99, not '{value}'" in mistake("ENGINE_WORKERS", value)


@pytest.mark.parametrize(
    "value",
    ["0", "0.0", "0.000", "-1", "10000", "soon", "1,5", ".5", "1.", "1e3", "nan", "inf", "0.0001", " 5", "٣"],
)
def test_a_bad_pause_between_sweeps_says_what_it_may_be(value: str) -> None:
    assert f"a number of seconds above 0 and below 10000, not '{value}'" in mistake("SWEEP_SECONDS", value)


@pytest.mark.parametrize(
    "value",
    [
        "games.db",
        "sqlite:///games.db",
        "postgresql://localhost/games",
        "postgresql+asyncpg://localhost",
        "postgresql+asyncpg://localhost/",
        "postgresql+asyncpg://localhost:port/games",
        "postgresql+asyncpg://[::1/games",
        "postgresql+asyncpg://thimble:p@ss@localhost/games",
        "sqlite+aiosqlite://games.db",
        "sqlite+aiosqlite:///",
        "sqlite+aiosqlite:///?timeout=20",
        "sqlite+aiosqlite:///games.db?mode=memory&uri=true",
        "sqlite+aiosqlite:///:memory:",  # it would be lost at the end, and each connection has one of its own
    ],
)
def test_a_bad_database_url_says_how_one_looks(value: str) -> None:
    assert "sqlite+aiosqlite:///data/games.db" in mistake("DATABASE_URL", value)


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
        ({"DISCORD_TOKEN": TOKEN, "MAX_GAMES": "many"}, "MAX_GAMES must be"),
        ({"DISCORD_TOKEN": TOKEN, "SWEEP_SECONDS": "soon"}, "SWEEP_SECONDS must be a number of seconds above 0"),
        ({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of"),
        ({"DISCORD_TOKEN": TOKEN, "SWEEP_SECONDS": "0"}, "SWEEP_SECONDS must be a number of seconds above 0"),
        ({"DISCORD_TOKEN_FILE": "missing"}, "DISCORD_TOKEN_FILE names missing, which cannot be read"),
        ({"DISCORD_TOKEN": TOKEN, "HEALTH": "8080"}, "HEALTH must be an address"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "games.db"}, "DATABASE_URL must start"),
    ],
)
def test_the_program_ends_with_one_sentence(tmp_path: Path, environment: dict[str, str], beginning: str) -> None:
    """In an empty folder, where there is no .env file."""
    status, out, sentence = call_in(tmp_path, environment)
    assert (status, out) == (1, "")
    assert sentence.startswith(beginning)
    check_sentence(sentence.removesuffix("\n"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_program_reads_the_env_file_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nMAX_GAMES=0\n")
    sentence = "MAX_GAMES must be a whole number from 1 to 9999, not '0'.\n"
    for program in (run_in, call_in):
        assert program(tmp_path, {}) == (1, "", sentence)


@pytest.mark.night
def test_in_a_log_for_programs_the_last_words_are_a_line_like_every_other(tmp_path: Path) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "LOG_FORMAT": "json", "HEALTH": "192.0.2.1:8080"}  # nobody has this address
    status, out, line = run_in(tmp_path, settings)
    assert (status, out) == (1, "")
    assert json.loads(line)["text"].startswith("HEALTH names 192.0.2.1:8080, which cannot be used")


@pytest.mark.parametrize("arguments", [["help"], ["doctor", "--fix"], ["backup"], ["backup", "a", "b"]])
def test_a_command_that_is_not_known_gets_one_sentence(tmp_path: Path, arguments: list[str]) -> None:
    status, out, sentence = call_in(tmp_path, {}, *arguments)
    assert (status, out) == (1, "")
    assert sentence.startswith("Use 'python -m bot'")
    check_sentence(sentence.removesuffix("\n"))


def test_who_asks_the_bot_for_the_probe_is_told_where_it_is(tmp_path: Path) -> None:
    status, out, sentence = call_in(tmp_path, {}, "probe", "--long", "800")
    assert (status, out) == (1, "")
    assert "make probe" in sentence
    check_sentence(sentence.removesuffix("\n"))


@pytest.mark.parametrize("arguments", [["doctor"], ["backup", "copy.db"]])
def test_doctor_and_backup_need_no_token_but_a_database(tmp_path: Path, arguments: list[str]) -> None:
    status, out, sentence = call_in(tmp_path, {}, *arguments)
    assert (status, out) == (1, "")
    assert sentence == "There is no database at data/games.db: check DATABASE_URL.\n"
    assert list(tmp_path.iterdir()) == []
