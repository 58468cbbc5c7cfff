"""Processes whose machine's clock is wrong: needs gcc, and Linux."""

import shutil
import subprocess
import sys
from pathlib import Path

CANNOT = "" if shutil.which("gcc") and sys.platform == "linux" else "needs gcc, on Linux"
"""Why there can be none here, or nothing."""


def shifted(folder: Path, seconds: int) -> dict[str, str]:
    """The settings of a process (it must start cold) whose clock is off by some seconds. A folder keeps the library."""
    made = folder / "shift.so"
    if not made.exists():
        source = Path(__file__).with_name("shift.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(made), "SHIFT_SECONDS": str(seconds)}
