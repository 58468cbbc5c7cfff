"""A copy of the program that `tools.rename` has given other names: the old ones are nowhere (decision 0102)."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.ui.kit.brand import GAME, HOME, NAME, ROOT, SPELLED
from tests.environment import passed_on
from tests.program import REPO
from tools.lint import ROOMS

OLD = re.compile(
    rf"{NAME}|(?i:{GAME}|{ROOT})|{'|'.join(SPELLED.values())}|OWNER/{HOME}|(?<![\w.}}%/-])/{HOME}\b(?![./@-]\w)"
)
"""As a word, or as a command; paths, units, metrics and the database keep the bot's in small letters."""

DISCLAIMER = re.compile("Uwe")
"""Whose game it is, in one line that names it."""

HISTORY = ("CHANGELOG.md", "docs/decisions/")

SHOWN = """
import asyncio, sys
from discord import Client, Intents
from discord.app_commands import CommandTree
from bot.features import commands
from bot.ui.words.options import Translations
from tests.ui import every_page

async def show():
    tree = CommandTree(Client(intents=Intents.none()))
    for command in commands():
        print(await command.get_translated_payload(tree, Translations()))

asyncio.run(show())
for language in sys.argv[1:]:
    every_page.SAY = every_page.saying(language)
    for page in every_page.all_pages():
        print(page)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    rooms = [REPO / room for room in ROOMS if (REPO / room).is_dir()]
    for room in rooms:
        shutil.copytree(room, tmp_path / room.name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in REPO.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    return tmp_path


def run(copy: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = passed_on() | {"PYTHONPATH": str(copy)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


def lines(copy: Path) -> "list[tuple[str, str]]":
    """The lines of all that was written by hand, each after its file."""
    found = []
    for path in sorted(copy.rglob("*")):
        name = str(path.relative_to(copy))
        if path.is_file() and not name.startswith(HISTORY) and "__pycache__" not in name:
            try:
                found += [(name, line) for line in path.read_text("utf-8").splitlines()]
            except UnicodeDecodeError:
                continue
    return found


@pytest.fixture
def renamed(copy: Path) -> Path:
    done = run(copy, "-m", "tools.rename", "--name", "Bodkin", "--game", "Sewing Bee", "--root", "bee")
    assert done.returncode == 0, done.stderr
    return copy


@pytest.mark.slow
def test_in_the_renamed_program_the_old_names_are_nowhere_but_in_the_disclaimer(renamed: Path) -> None:
    left = [(name, line) for name, line in lines(renamed) if OLD.search(line)]
    assert [each for each in left if not DISCLAIMER.search(each[1])] == []
    assert len({name for name, _ in left if name.endswith(".po")}) == 9, "which is in every language"
    readme = (renamed / "README.md").read_text("utf-8")
    assert readme.startswith("# Bodkin\n\n**Play Sewing Bee with a friend")
    assert {"`/bodkin`", "`/bee play`", "`/bee-admin`"} <= {*re.findall("`[^`]*`", readme)}
    assert 'image.title="Bodkin"' in (renamed / "deploy/Dockerfile").read_text("utf-8")


@pytest.mark.night
def test_it_registers_and_shows_the_new_names_alone(renamed: Path) -> None:
    shown = run(renamed, "-c", SHOWN, "en", "ja")
    assert shown.returncode == 0, shown.stderr
    for words in (
        "'name': 'bee'",
        "'name': 'bee-admin'",
        "'name': 'bodkin'",
        "Zu Sewing Bee herausfordern",
        "I am Bodkin",
    ):
        assert words in shown.stdout
    told = re.sub(rf"({GAME}|{SPELLED['ja']})[^.]{{,20}}Uwe", "", shown.stdout)
    assert told != shown.stdout
    assert [told[each.start() - 80 : each.end() + 80] for each in OLD.finditer(told)] == []


@pytest.mark.slow
def test_a_name_that_could_not_be_taken_back_or_registered_changes_nothing(copy: Path) -> None:
    before = lines(copy)
    for arguments, why in (
        (["--game", "Board"], "says Board already"),
        (["--name", "Two Words"], "cannot be three commands"),
        (["--root", HOME], "cannot be three commands"),
        (["--game", "A Game of Sixteen"], "15 characters at most"),
        (["--game", 'Qui"lt'], "no quotes"),
    ):
        done = run(copy, "-m", "tools.rename", *arguments)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert why in done.stderr
    assert lines(copy) == before
