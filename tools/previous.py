"""``python -m tools.previous``: the tests of the previous release, on the tables of this one.

Who goes back to the previous release, or restarts process by process, runs its code on tables that this release has
migrated. So its tests of the store and of matches are unpacked from git, get the later migrations of this release, and
run. Whether its start accepts such a database is another matter: see `tests/store/test_releases.py`.
"""

import argparse
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

PREVIOUS = "1b8f551"
"""The release before this one: 0.2.0."""

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


def main() -> int:
    """Run the tests. Returns the exit status of pytest: 0 if all have passed."""
    parser = argparse.ArgumentParser(prog="python -m tools.previous", description=__doc__)
    parser.add_argument("commit", nargs="?", default=PREVIOUS, help="default: %(default)s")
    commit = parser.parse_args().commit
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(commit, folder)
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


def unpack(commit: str, folder: Path) -> None:
    """Put the files of a commit into a folder. Raises CalledProcessError if git does not have it."""
    packed = subprocess.run(["git", "archive", commit], cwd=REPO, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


if __name__ == "__main__":
    sys.exit(main())
