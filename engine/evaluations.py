"""Looks: what brief and long searches have found of the positions of a game, as values and as text."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.thoughts import Line, Thought
from engine.verdicts import POINT, WHOLE, words_of
from game import Move, Placement, Position, Record, other, parse_move, parse_record

TRIED = 10  # how often a choice must have been tried for one to say how bad it is


@dataclass(frozen=True, slots=True)
class Seen:
    """A move, the share of the player who makes it, of `WHOLE`, and by how many tenths of a point they will win."""

    move: Move
    share: int
    points: int

    def __str__(self) -> str:
        return f"{self.move} {self.share} {self.points}"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search has found of the position after so many moves.

    ``best`` is the best move; ``same`` is the best one with the patch that was taken (or with advancing), and ``next``
    the best one with another patch than the best move's. ``visits`` is how many of the iterations it took.
    """

    count: int
    iterations: int
    best: Seen
    same: Seen | None = None
    next: Seen | None = None
    visits: int = 0

    def __str__(self) -> str:
        others = " ".join("- 0 0" if other is None else str(other) for other in (self.same, self.next))
        return f"look {self.count} {self.iterations} {self.best} {others} {self.visits}"


def parse_look(text: str) -> Evaluation:
    """Read the text of a look. Raises ValueError if it is none."""
    count, iterations, *moves, visits = words_of(text, "look", 12)
    best, same, other = (_parse_seen(moves[at : at + 3]) for at in (0, 3, 6))
    if not best:
        raise ValueError(f"{text[:80]!r} has seen no move")
    return Evaluation(int(count), int(iterations), best, same, other, int(visits))


def _parse_seen(words: list[str]) -> Seen | None:
    move, share, points = words
    return None if move == "-" else Seen(parse_move(move), int(share), int(points))


def parse_question(lines: Iterable[str]) -> tuple[Record, list[Evaluation]]:
    """A record and the looks that have been had of it, from lines of both. Raises ValueError if some are neither."""
    given = list(lines)
    looks = [parse_look(line) for line in given if line.startswith("look ")]
    return parse_record("\n".join(line for line in given if not line.startswith("look "))), looks


def evaluate(thought: Thought, count: int, iterations: int, played: Move | None) -> Evaluation:
    """Tell what a search has found of the position after so many moves, in which ``played`` came next."""
    first, *_ = thought.lines
    best = choice_of(first.move)
    same = next((line for line in thought.lines if played and choice_of(line.move) == choice_of(played)), None)
    tried = (line for line in thought.lines if line.visits >= TRIED or thought.exact)
    others = (line for line in tried if choice_of(line.move) != best)
    other = max(others, key=lambda line: line.share, default=None)
    visits = sum(line.visits for line in thought.lines)
    seen, instead = (_seen(line) if line else None for line in (same, other))
    return Evaluation(count, iterations, _seen(first), seen, instead, visits)


def _seen(line: Line) -> Seen:
    return Seen(line.move, round(line.share * WHOLE), round(line.points * POINT))


def choice_of(move: Move) -> int:
    """Tell what a move takes: a patch by its id, or nothing (-1): that is what moves are judged by."""
    return move.patch.id if isinstance(move, Placement) else -1


def outlook(position: Position, seat: int, search: Callable[[Position], Thought]) -> tuple[int, int]:
    """The chances of a seat, of `WHOLE`, and by how many tenths of a point it will win, by a search. What must happen
    happens first. Raises Cancelled.
    """
    while not position.over and len(moves := list(position.legal_moves)) == 1:
        position = position.play(moves[0]).position
    if position.over:
        return result(position, seat)
    thought = search(position).whole()
    share, points = round(thought.share * WHOLE), round(thought.lines[0].points * POINT)
    return (share, points) if position.turn == seat else (WHOLE - share, -points)


def result(position: Position, seat: int) -> tuple[int, int]:
    """The same of a game that is over."""
    points = POINT * (position.score(seat).total - position.score(other(seat)).total)
    return WHOLE if position.winner == seat else 0, points
