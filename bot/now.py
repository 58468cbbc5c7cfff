"""The one source of time."""

from __future__ import annotations

from discord.utils import utcnow


def now() -> int:
    """The time in whole seconds since 1970, by discord.py's clock (which tests can move)."""
    return int(utcnow().timestamp())
