"""Hints: the moves that the engine weighs in a position, and how good each is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.thinking.queue import PATIENCE, Thinking
from bot.thinking.waiting import SHORTLY
from bot.thinking.worker import Question
from engine.verdicts import Reason, parse_reason
from game import Move, Position, parse_move

ITERATIONS = 2000
"""How long the engine thinks about a hint: about a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, how many of 1 game it wins, and, of the best one, why it is better than the next."""

    move: Move
    share: float
    reason: Reason | None = None


async def hints(
    thinking: Thinking, position: Position, person: int, iterations: int = ITERATIONS, budget: int | None = None
) -> Sequence[Hint]:
    """List what the person to move may do, the best first: each patch where it lies best, and advancing.

    ``budget`` is that of the Automa's next card, if its back shows it. Raises Unanswered.
    """
    found: list[Hint] = []

    def ask() -> Sequence[str]:
        found.clear()
        known = "" if budget is None else f" budget {budget}"
        return f"position {position}", f"hints {iterations}{known}"

    def hear(line: str) -> bool:
        if line == "done" and found:
            return True
        word, _, rest = line.partition(" ")
        if word == "because" and found:
            found[0] = replace(found[0], reason=parse_reason(rest))
            return False
        if word != "hint":
            raise ValueError(line)
        found.append(_hint(rest, position))
        return False

    await thinking.ask(Question(ask, hear, PATIENCE), person, SHORTLY)
    return found


def _hint(text: str, position: Position) -> Hint:
    """A hint from ``MOVE share S visits N``. Raises ValueError if that is nonsense."""
    name, word, share, *_ = text.split()
    move = parse_move(name)
    if word != "share" or move not in position.legal_moves:
        raise ValueError(text)
    return Hint(move, float(share))
