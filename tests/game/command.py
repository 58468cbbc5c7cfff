"""``python -m game replay``: started as a command with a bare interpreter, or its `main` called."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from game.__main__ import main
from tests.game.building import REPO

Done = subprocess.CompletedProcess[bytes]


def run(*arguments: str, given: bytes = b"") -> Done:
    """The command with these arguments and this standard input."""
    command = [sys.executable, "-S", "-m", "game", "replay", *arguments]
    return subprocess.run(command, cwd=REPO, input=given, capture_output=True, check=False)


def called(*arguments: str, given: bytes = b"") -> Done:
    """The same without a process of its own, in a tenth of the time; the streams are as Python makes them."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8")), redirect_stdout(out), redirect_stderr(err):
        status = main(["replay", *arguments])
    printed = []
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
        printed.append(stream.buffer.read())
    return Done(["replay", *arguments], status, *printed)


def replay(text: str, *options: str) -> list[dict[str, object]]:
    """The lines printed for records that are all right."""
    done = called("-", *options, given=text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def failure(text: str | bytes, lines: int = 0) -> str:
    """The one sentence on standard error, after so many lines of earlier records."""
    return failed(called("-", given=text if isinstance(text, bytes) else text.encode()), lines)


def failed(done: Done, lines: int = 0) -> str:
    """The one sentence on standard error of a run that failed."""
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == lines
    sentence, end, nothing = done.stderr.decode().partition("\n")
    assert (end, nothing) == ("\n", "")
    return sentence
