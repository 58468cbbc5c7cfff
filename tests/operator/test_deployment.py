"""``python -m bot doctor --deploy``: what a host is told that is not as it should be, and what is as it should be."""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bot.config import Config
from bot.connection.reports import Report, save_report
from bot.operator import deployment
from bot.operator.deployment import TEMPLATE, look_around
from bot.store.backend.backup import back_up
from bot.store.leases import claim_lease
from tests.program import REPO, call_in
from tests.store.building import opened, url_of

TOKEN, DISK, RIGHTS, YOUNG, RESTORED, CLOCK, HEALTH, PRIVACY, HELP, REBOOT = range(10)
"""The questions, as docs/before-you-invite.md has them."""

SHARDS, PROCESS = "all", "here 1 2"


class Page(BaseHTTPRequestHandler):
    """Says the same at every path."""

    said = (200, "ok")

    def do_GET(self) -> None:
        """Answer a request."""
        self.send_response(self.said[0])
        self.end_headers()
        self.wfile.write(self.said[1].encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def page() -> Iterator[ThreadingHTTPServer]:
    """A web server on this machine; what it says is set by `says`."""
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Said", (Page,), {})) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def says(page: ThreadingHTTPServer, status: int, text: str) -> None:
    setattr(page.RequestHandlerClass, "said", (status, text))  # noqa: B010 (its type knows no such name)


@pytest.fixture
def lasting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Take the folder of a test for one that lasts."""
    monkeypatch.setattr(deployment, "PASSING", ())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "passing"))


def word(config: Config, question: int, *parts: str, env: Path = Path("none"), backup: Path | None = None) -> str:
    """The answer to a question, where a token is set; its sentence has some parts."""
    answers = look_around(config, {"DISCORD_TOKEN": "x"}, env, backup)
    assert all(each.sentence.endswith((".", "?")) for each in answers), answers
    assert all(part in answers[question].sentence for part in parts), answers[question]
    return answers[question].word


def test_each_question_of_the_page_is_answered_in_a_line(tmp_path: Path) -> None:
    page = (REPO / "docs/before-you-invite.md").read_text("utf-8")
    status, printed, _ = call_in(tmp_path, {}, "doctor", "--deploy")
    lines = printed.splitlines()
    assert status == 1
    assert [line[:6].split() for line in lines[:-1]] == [[str(number), "no"] for number in range(1, 10)]
    assert lines[-1].startswith("10 you ")
    assert re.findall(r"(?m)^\| (\d+) \|", page) == [line[:2].strip() for line in lines]
    assert TEMPLATE in (REPO / "docs/PRIVACY.md").read_text("utf-8")


def test_a_token_is_in_a_file_that_not_everybody_can_read(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    assert look_around(Config(), {}, env, None)[TOKEN].word == "no"
    assert word(Config(), TOKEN, "in the environment", env=env) == "you"
    env.touch(0o644)
    assert word(Config(), TOKEN, "chmod 600", env=env) == "no"
    env.chmod(0o600)
    assert word(Config(), TOKEN, env=env) == "yes"
    assert look_around(Config(), {}, env, None)[TOKEN].word == "no", "as long as .env has none"
    named = look_around(Config(), {"DISCORD_TOKEN_FILE": "nowhere"}, env, None)[TOKEN]
    assert (named.word, "There is no nowhere" in named.sentence) == ("no", True)
    env.chmod(0o644)
    assert look_around(Config(), {"DISCORD_TOKEN_FILE": str(env)}, tmp_path / "none", None)[TOKEN].word == "no"


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no file system in memory")  # noqa: S108
def test_a_disk_that_does_not_last_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert word(Config(url_of(tmp_path / "games.db")), DISK, "goes with a restart") == "no"
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    assert word(Config(url_of(Path("/dev/shm/games/games.db"))), DISK, "tmpfs at /dev/shm") == "no"  # noqa: S108


@pytest.mark.usefixtures("lasting")
def test_a_database_lasts_and_is_nobody_elses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(url_of(path))
    path.chmod(0o600)
    assert (word(config, DISK), word(config, RIGHTS, "GB are free")) == ("yes", "yes")
    path.chmod(0o644)
    assert word(config, RIGHTS, "chmod 600") == "no"
    path.chmod(0o600)
    monkeypatch.setattr(deployment, "ROOM", 10**18)
    assert word(config, RIGHTS, "make room") == "no"
    path.unlink()
    assert word(config, RIGHTS, "There is no") == "no"


@pytest.mark.usefixtures("lasting")
def test_a_backup_is_restored_on_trial_and_nothing_is_left_of_that(path: Path, tmp_path: Path) -> None:
    config, backup = Config(url_of(path)), tmp_path / "backup.db"
    assert word(config, YOUNG, "is no backup", backup=backup) == "no"
    assert word(config, YOUNG, "is no backup", backup=path) == "no", "it is the database itself"
    back_up(config.database_url, backup)
    there = sorted(tmp_path.iterdir()), path.read_bytes()
    answers = look_around(config, {}, Path("none"), backup)
    assert [each.word for each in answers[YOUNG : RESTORED + 1]] == ["yes", "yes"]
    assert answers[RESTORED].sentence == f"Games restored from {backup} just now, on trial: 0."
    assert (sorted(tmp_path.iterdir()), path.read_bytes()) == there
    os.utime(backup, times=(0, time.time() - 8 * 24 * 3600))
    assert word(config, YOUNG, "192 hours", backup=backup) == "no"
    backup.write_bytes(b"nothing")
    assert word(config, YOUNG, "is no backup: make a new one", backup=backup) == "no", "however young it is"
    assert word(config, RESTORED, "It cannot be restored: ", str(backup), backup=backup) == "no"


def test_a_server_of_postgresql_is_looked_at_by_a_person() -> None:
    answers = look_around(Config("postgresql+asyncpg://127.0.0.1:1/games"), {}, Path("none"), None)
    assert [each.word for each in answers[DISK : RESTORED + 1]] == ["you"] * 4
    assert len(answers) == REBOOT + 1, "the numbers are those of the page"


@pytest.mark.parametrize(
    ("fast", "ago", "wanted", "part"),
    [
        (0.5, 30, "yes", "goes with Discord's"),
        (-400, 30, "no", "400 s slow"),
        (3, 30, "no", "3 s fast"),
        (0, 400, "no", "does not run"),
    ],
)
def test_the_clock_is_the_one_that_the_running_bot_has_seen(
    path: Path, fast: float, ago: int, wanted: str, part: str
) -> None:
    async def report() -> None:
        async with opened(path) as database:
            await database.write(claim_lease, SHARDS, PROCESS, lambda _: False)
            at = int(time.time() - fast - ago)
            await save_report(database, SHARDS, Report(PROCESS, "1", at, at, fast, 0.0, 1))

    asyncio.run(report())
    assert word(Config(url_of(path)), CLOCK, part) == wanted


def test_health_is_asked_for(page: ThreadingHTTPServer) -> None:
    port = page.server_port
    for host in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        assert word(Config(health=(host, port)), HEALTH, f"http://127.0.0.1:{port}/ready answers") == "yes"
    says(page, 503, "Discord is slow.\n")
    assert word(Config(health=("127.0.0.1", port)), HEALTH, "says: Discord is slow.") == "no"
    assert word(Config(health=("127.0.0.1", 1)), HEALTH, "Nothing answers") == "no"


def test_a_page_about_privacy_has_a_name(page: ThreadingHTTPServer) -> None:
    config = Config(links={"privacy": f"http://127.0.0.1:{page.server_port}/privacy"})
    says(page, 200, (REPO / "docs/PRIVACY.md").read_text("utf-8"))
    assert word(config, PRIVACY, "has no name yet") == "no"
    says(page, 200, "<p>Ada Lovelace runs this bot.")
    assert word(config, PRIVACY) == "yes"
    says(page, 404, "nothing")
    assert word(config, PRIVACY, "cannot be read") == "no"


def test_people_are_told_whom_to_ask() -> None:
    assert word(replace(Config(), links={"support": "https://example.org"}), HELP, "https://example.org") == "yes"


@pytest.mark.slow
def test_a_panel_may_start_the_file_of_the_program(tmp_path: Path) -> None:
    command = [sys.executable, str(REPO / "bot/__main__.py"), "doctor", "--deploy"]
    done = subprocess.run(command, cwd=tmp_path, env={"PATH": ""}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, ""), done
    assert done.stdout.startswith(" 1 no  There is no token")


@pytest.mark.slow
def test_the_line_of_cron_keeps_the_backups_of_a_month(path: Path, tmp_path: Path) -> None:
    (line,) = re.findall(r"(?m)^    0 4 \* \* \* cd \S+ && (.+)$", (REPO / "docs/operations.md").read_text("utf-8"))
    command = line.replace(".venv/bin/python", sys.executable).replace("\\%", "%")
    backups, day = tmp_path / "backups", 24 * 3600
    backups.mkdir()
    for days, name in ((32, "games-old.db"), (29, "games-young.db"), (32, "mine.db")):
        (backups / name).touch()
        os.utime(backups / name, times=(0, time.time() - days * day))
    environment = {"PATH": os.defpath, "PYTHONPATH": str(REPO), "DATABASE_URL": url_of(path)}
    nightly = partial(subprocess.run, ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True)
    assert not nightly(check=True).stderr
    kept = {each.name for each in backups.iterdir()}
    assert kept == {f"games-{time.strftime('%F')}.db", "games-young.db", "mine.db"}
    (backups / "games-old.db").touch()
    os.utime(backups / "games-old.db", times=(0, time.time() - 32 * day))
    assert nightly(check=False).returncode == 1, "there is one of today"
    assert (backups / "games-old.db").exists(), "none is deleted where none was made"
