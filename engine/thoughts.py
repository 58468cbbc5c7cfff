"""What a search finds of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game import Move

IsCancelled = Callable[[], bool]
"""Whether a search is to stop; it asks now and then."""


def never() -> bool:
    """Nobody cancels."""
    return False


class Cancelled(Exception):
    """What was to be found out was cancelled."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the moves that were weighed: how often it was tried, the share of its player, and by how many points they
    will win (negative: lose), by what was weighed below it.
    """

    move: Move
    visits: int
    share: float
    points: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the best move, and the share (the chance to win, 0 to 1) of its player.

    ``lines`` are the moves that were weighed, the best first. ``cpu`` is in seconds. ``exact`` says that the game was
    searched to its end, ``stopped`` that the search was cancelled.
    """

    move: Move
    share: float
    lines: tuple[Line, ...]
    iterations: int
    cpu: float
    exact: bool = False
    stopped: bool = False

    def whole(self) -> Thought:
        """This thought, unless it was stopped. Raises Cancelled."""
        if self.stopped:
            raise Cancelled
        return self
