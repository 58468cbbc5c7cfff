"""Hints: the moves that the engine weighs in a position, and how good each is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.thinking.queue import PATIENCE, Thinking
from bot.thinking.waiting import SHORTLY
from bot.thinking.worker import Question
from engine.verdicts import POINT, Reasons, parse_reasons
from game import Move, Position, parse_move

ITERATIONS = 2000
"""How long the engine thinks about a hint: about a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, the share of games that it wins, by how many points it wins, and, for the best one, why it is better than
    the next.
    """

    move: Move
    share: float
    points: int
    reasons: Reasons = ()


async def hints(
    thinking: Thinking, position: Position, person: int, iterations: int = ITERATIONS, budget: int | None = None
) -> Sequence[Hint]:
    """List the moves of the person to move, the best first: each patch at its best place, and advancing.

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
            found[0] = replace(found[0], reasons=parse_reasons(rest))
            return False
        if word != "hint":
            raise ValueError(line)
        name, word, share, _, points, *_ = rest.split()
        if word != "share" or (move := parse_move(name)) not in position.legal_moves:
            raise ValueError(line)
        found.append(Hint(move, float(share), round(int(points) / POINT)))
        return False

    await thinking.ask(Question(ask, hear, PATIENCE), person, SHORTLY)
    return found
