"""Every program of ours prints on a terminal that knows ASCII alone."""

import os
import subprocess
import sys

import pytest

from tests.program import REPO


@pytest.mark.parametrize("package", ["tools", "train", "bot.__main__"])
def test_signs_that_the_terminal_lacks_become_question_marks(package: str) -> None:
    program = f"import {package} as program; getattr(program, '_report', print)('± 3 …')"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", program], cwd=REPO, env=environment, capture_output=True, check=True)
    assert done.stdout.strip() == b"? 3 ?"
