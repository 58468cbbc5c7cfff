"""Weighing one move against another one that is known to be good: how much worse it is, and why."""

from collections.abc import Sequence

from bot.thinking.queue import PATIENCE, Thinking
from bot.thinking.waiting import SHORTLY
from bot.thinking.worker import Question
from engine.verdicts import Weighed, parse_weighed
from game import Move, Position

ITERATIONS = 1_500
"""How many iterations the engine spends on each of the two moves: about half a second together."""


async def weigh(thinking: Thinking, position: Position, move: Move, than: Move, person: int) -> Weighed:
    """Find how much worse a move is than another one, for a person who waits for it. Raises Unanswered."""
    found: list[Weighed] = []

    def ask() -> Sequence[str]:
        return f"position {position}", f"weigh {move} {than} {ITERATIONS}"

    def hear(line: str) -> bool:
        found.append(parse_weighed(line))
        return True

    await thinking.ask(Question(ask, hear, PATIENCE), person, SHORTLY)
    return found[-1]
