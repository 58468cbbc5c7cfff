"""Stepping aside, so that clicks are answered while pictures are made."""

from __future__ import annotations

import os


def step_aside() -> None:
    """Let other threads have the interpreter and the processor, if they want them. Takes a microsecond if none does."""
    if hasattr(os, "sched_yield"):  # not on Windows
        os.sched_yield()
