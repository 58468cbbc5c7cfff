"""Who sits at the seats of a match."""

from __future__ import annotations

from dataclasses import dataclass

from game import Automa


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user at a seat, or nobody: see `is_nobody`."""

    user: int


Sitter = Person | Automa
"""Who sits at a seat. (An engine will be a third kind.)"""


def is_nobody(user: int) -> bool:
    """Whether a number stands for somebody who was forgotten: such numbers are negative, Discord's never are."""
    return user < 0
