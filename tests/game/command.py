"""``python -m game replay``, started as a command with a bare interpreter."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.game.building import REPO


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command with these arguments and this standard input."""
    command = [sys.executable, "-S", "-m", "game", "replay", *arguments]
    return subprocess.run(command, cwd=REPO, input=given, capture_output=True, check=False)


def replay(text: str, *options: str) -> list[dict[str, object]]:
    """The lines printed for records that are all right."""
    done = run("-", *options, given=text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def failure(text: str | bytes, lines: int = 0) -> str:
    """The one sentence on standard error, after so many lines of earlier records."""
    done = run("-", given=text if isinstance(text, bytes) else text.encode())
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == lines
    sentence, end, nothing = done.stderr.decode().partition("\n")
    assert (end, nothing) == ("\n", "")
    return sentence
