"""``python -m daily``."""

import os
import subprocess
import sys

import pytest

from daily.__main__ import main
from tests.game.building import REPO


@pytest.mark.slow
def test_a_days_puzzle_is_printed_with_its_par_by_a_bare_interpreter() -> None:
    command = [sys.executable, "-S", "-m", "daily", "2026-11-23"]
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=REPO, env=ascii_only, capture_output=True, check=True, text=True)
    assert done.stdout.startswith("Daily quilt 327, 2026-11-23, scheme 1: par 44 of 49\n\n1: no. 25")
    assert "10: no. 10" in done.stdout
    assert "  A B C D E F G\n1 7 7 7 4 3 . 3\n" in done.stdout


def test_what_is_no_date_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["2026-02-30"])
    assert "2026-02-30" in capsys.readouterr().err
