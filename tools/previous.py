"""``python -m tools.previous``: this release on databases of the previous one, and that one's tests on our tables.

The previous release plays, and this one goes on with its games, also from a backup. Who goes back to the previous
release, or restarts process by process, runs its code on tables that this release has migrated. So its tests of the
store and of matches are unpacked from git, get the later migrations of this release, and run. Whether its start accepts
such a database is another matter: see `tests/store/test_releases.py`.
"""

import argparse
import asyncio
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from bot.store.backend.versions import BASELINE, OLDEST
from tests.environment import passed_on
from tests.program import REPO
from tests.store.server import new_databases
from tests.wire.people import tables
from tests.wire.process import Bot
from tests.wire.runs import load
from tests.wire.standin import StandIn
from tools.soak import broken

PREVIOUS = "02e814f"
"""The release before this one: 0.3.0."""

MIGRATIONS = "bot/store/migrations"

TESTS = ("tests/store", "tests/matches")

ABOUT_TABLES = (
    "test_the_migrations_make_the_tables_of_the_program",
    "test_the_migrations_make_them_word_for_word",
    "test_a_fresh_file_and_its_folders_are_made",
    "test_nothing_is_lost",
    "test_what_is_not_sound_is_refused_and_changes_nothing and damage2",
)
"""Tests that say which tables there are, which columns in which order, or that they are empty: more of them is what a
release may add.
"""


TABLES, RATE, MOVES = 12, 8, 80
"""How many tables play, with how many clicks a second in all, and for how many moves each time."""


def main() -> int:
    """Play, and run the tests. Returns 1 if a rule was broken, or else the exit status of pytest."""
    parser = argparse.ArgumentParser(prog="python -m tools.previous", description=__doc__)
    parser.add_argument("commit", nargs="?", default=PREVIOUS, help="default: %(default)s")
    commit = parser.parse_args().commit
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(commit, folder)
        if wrong := asyncio.run(_taken_over(folder)):
            print(*wrong, sep="\n")
            return 1
        newest = max(path.name for path in (folder / MIGRATIONS / "versions").glob("0*.py"))
        if newest < OLDEST:
            print(f"{commit} is kept out of the tables of this release, from version {OLDEST} on: nothing is run")
            return 0
        baseline = shutil.ignore_patterns("__pycache__", f"{BASELINE}_*")  # all its own migrations make these tables
        shutil.copytree(REPO / MIGRATIONS, folder / MIGRATIONS, ignore=baseline, dirs_exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            *("-m", "not soak"),
            *TESTS,
            "-k",
            f"not ({' or '.join(f'({each})' for each in ABOUT_TABLES)})",
        ]
        print(f"the tests of {commit}, on the tables of this release", flush=True)
        return subprocess.run(command, cwd=folder, env=passed_on(), check=False).returncode


async def _taken_over(checkout: Path) -> list[str]:
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as server, new_databases(Path(server)) as urls:
        for kind, url in urls.items():
            with tempfile.TemporaryDirectory() as folder:
                print(f"{kind}: this release goes on with games of the one in {checkout}", flush=True)
                wrong += [f"{kind}: {each}" for each in await _gone_on_with(checkout, Path(folder), url)]
    return wrong


async def _gone_on_with(checkout: Path, folder: Path, url: str) -> list[str]:
    async with StandIn() as discord:
        people, wrong = tables(discord, TABLES, rate=RATE), list[str]()
        then = Bot(discord.url, folder, checkout=checkout, database_url=url, cold=True)
        now = Bot(discord.url, folder, database_url=url, cold=True)

        async def play(bot: Bot, times: int) -> None:
            wrong.extend(broken(await load(discord, bot, people, 0, moves=times * MOVES), discord, bot))

        async def command(*arguments: str) -> None:
            status, said = await now.run(*arguments)
            print(said, end="", flush=True)
            wrong.extend([said] * status)

        await play(then, 1)
        await play(now, 2)
        if url.startswith("sqlite"):
            backup = str(folder / "backup.db")
            await command("backup", backup)
            await command("restore", backup)
            await play(now, 3)
        await command("doctor")
        return wrong


def unpack(commit: str, folder: Path) -> None:
    """Put the files of a commit into a folder. Raises CalledProcessError if git does not have it."""
    packed = subprocess.run(["git", "archive", commit], cwd=REPO, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


if __name__ == "__main__":
    sys.exit(main())
