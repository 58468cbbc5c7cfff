"""``python -m bot``: in a process of its own, or its `main` called where a start (1 s of CPU) would show no more."""

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from bot.__main__ import main
from tests.environment import passed_on
from tests.wire.world import LONG_ENOUGH

REPO = Path(__file__).resolve().parents[1]

Done = tuple[int, str, str]
"""The exit status, and what was printed to standard output and standard error."""


def run_in(folder: Path, environment: dict[str, str], *arguments: str) -> Done:
    environment = passed_on() | {"PYTHONPATH": str(REPO)} | environment
    command = [sys.executable, "-m", "bot", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LONG_ENOUGH, check=False
    )
    return done.returncode, done.stdout, done.stderr


def refused(folder: Path, environment: dict[str, str], *arguments: str) -> str:
    """The one sentence with which the program ends in this process, without the end of the line."""
    status, out, told = call_in(folder, environment, *arguments)
    assert (status, out, told.count("\n"), told[-2:]) == (1, "", 1, ".\n"), told
    return told.removesuffix("\n")


def call_in(folder: Path, environment: dict[str, str], *arguments: str) -> Done:
    """The same in this process, whose environment, folder, arguments and umask are afterwards as before."""
    out, err, umask = io.StringIO(), io.StringIO(), os.umask(0o022)
    with (
        chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        patch("sys.argv", ["bot", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            return main(), out.getvalue(), err.getvalue()
        finally:
            os.umask(umask)
