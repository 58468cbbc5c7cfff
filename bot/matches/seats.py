"""Who sits at the seats of a match."""

from dataclasses import dataclass

from game import Automa

LEVELS = ("pompom", "tassel", "pin", "button", "bobbin", "needle", "thimble")
"""The levels of rivals, weakest first. Each is also what such a rival is called."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user at a seat, or nobody: see `bot.store.players.is_nobody`."""

    user: int


@dataclass(frozen=True, slots=True)
class Rival:
    """An engine at a seat, which plays at one of the `LEVELS`."""

    level: str


def level_beside(level: str, step: int) -> str:
    """The level of rivals so many steps above another (below, if negative), or the last one on that way."""
    return LEVELS[min(max(LEVELS.index(level) + step, 0), len(LEVELS) - 1)]


Sitter = Person | Automa | Rival
"""Who sits at a seat."""
