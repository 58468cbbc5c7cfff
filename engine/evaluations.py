"""Looks: what brief and long searches have found of the positions of a game, as values and as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.search import Line, Thought
from engine.verdicts import WHOLE
from game import Move, Placement, Record, parse_move, parse_record

TRIED = 10
"""How often a choice must have been tried for one to say how bad it is."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search has found of the position after so many moves; all shares are those of the one to move, of `WHOLE`.

    ``best`` is the best move; ``same`` is the best one with the patch that was taken (or with advancing), and ``next``
    the best one with another patch than the best move's.
    """

    count: int
    iterations: int
    share: int
    best: Move
    same: tuple[Move, int] | None = None
    next: tuple[Move, int] | None = None

    def __str__(self) -> str:
        others = " ".join("- 0" if other is None else f"{other[0]} {other[1]}" for other in (self.same, self.next))
        return f"look {self.count} {self.iterations} {self.share} {self.best} {others}"


def parse_look(text: str) -> Evaluation:
    """Read the text of a look. Raises ValueError if it is none."""
    match text.split():
        case ["look", count, iterations, share, best, same, its_share, other, others_share]:
            both = ((same, its_share), (other, others_share))
            found = tuple(None if move == "-" else (parse_move(move), int(number)) for move, number in both)
            return Evaluation(int(count), int(iterations), int(share), parse_move(best), *found)
    raise ValueError(f"{text[:80]!r} is no look at a position")


def parse_question(lines: Iterable[str]) -> tuple[Record, list[Evaluation]]:
    """A record and the looks that have been had of it, from lines of both. Raises ValueError if some are neither."""
    record: list[str] = []
    looks: list[Evaluation] = []
    for line in lines:
        if line.startswith("look "):
            looks.append(parse_look(line))
        else:
            record.append(line)
    return parse_record("\n".join(record)), looks


def evaluate(thought: Thought, count: int, iterations: int, played: Move | None) -> Evaluation:
    """What a search has found of the position after so many moves, in which ``played`` came next."""
    best = choice_of(thought.move)
    same = next((line for line in thought.lines if played and choice_of(line.move) == choice_of(played)), None)
    tried = (line for line in thought.lines if line.visits >= TRIED or thought.exact)
    others = (line for line in tried if choice_of(line.move) != best)
    other = max(others, key=lambda line: line.share, default=None)
    return Evaluation(count, iterations, _whole(thought.share), thought.move, _kept(same), _kept(other))


def _kept(line: Line | None) -> tuple[Move, int] | None:
    return (line.move, _whole(line.share)) if line else None


def _whole(share: float) -> int:
    return round(share * WHOLE)


def choice_of(move: Move) -> int:
    """What a move takes: a patch by its id, or nothing (-1): that is what moves are judged by."""
    return move.patch.id if isinstance(move, Placement) else -1
