"""Programs in the place of the engine."""

from __future__ import annotations

import sys


def standin(*arguments: str) -> tuple[str, ...]:
    """The stand-in with some arguments: see `tests.thinking.standin`."""
    return (sys.executable, "-m", "tests.thinking.standin", *arguments)
