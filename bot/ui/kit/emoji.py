"""Our own emoji, as texts and controls show them once Discord has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Emoji:
    """A small picture of ours: its name, which screen readers say, and Discord's number of it; 0 if it has none yet.

    In a text it stands as ``{emoji[button]:buttons}``: the picture, or else the words after the colon.
    """

    name: str
    id: int = 0

    def __format__(self, words: str, /) -> str:
        return f"<:{self.name}:{self.id}>" if self.id else words


class Emojis:
    """All our emoji, by name. ``ids`` are Discord's numbers of those that it has."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._ids = ids

    def __getitem__(self, name: str) -> Emoji:
        """The emoji of this name."""
        return Emoji(name, self._ids.get(name, 0))
