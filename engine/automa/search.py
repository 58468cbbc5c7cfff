"""Thinking about a solo game: which move is best against the Automa, and how good it is."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from engine.automa.state import Solo, encode
from engine.automa.tree import Node, Tree
from engine.automa.value import share
from engine.moves import move_of
from engine.search import POLL, Line, Thought, never
from game import ADVANCE, Position


def think(
    position: Position,
    iterations: int,
    cpu_limit: float | None = None,
    cancelled: Callable[[], bool] = never,
    budget: int | None = None,
) -> Thought:
    """Search a solo game in which the person is to move, for so many iterations and so many seconds of CPU at most.

    ``budget`` is that of the Automa's next card, where its back shows it. It stops early once the rest cannot change
    the move.
    """
    start = thread_time()
    table = Solo(position, budget)
    tree = Tree(table, encode(position, table), leather=bool(position.leather))
    done, stopped = 0, False
    while done < iterations and not stopped:
        for _ in range(min(POLL, iterations - done)):
            tree.grow()
            done += 1
        stopped = cancelled()
        if _is_clear(tree.root, iterations - done) or (cpu_limit is not None and thread_time() - start >= cpu_limit):
            break
    lines = _lines(tree.root)
    return Thought(lines[0].move, lines[0].share, lines, done, thread_time() - start, stopped=stopped)


def _is_clear(root: Node, left: int) -> bool:
    """Whether the iterations that are left cannot change which move was tried most often."""
    second, first = sorted([0, 0, *(kid.visits for kid in root.kids)])[-2:]
    return len(root.choices) == 1 or first - second > left


def _lines(root: Node) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number, (worth, _, (patch, sewn), state) in enumerate(root.choices):
        move = ADVANCE if patch < 0 else move_of(patch, sewn ^ root.state[0])
        if number < len(root.kids):
            kid = root.kids[number]
            lines.append(Line(move, kid.visits, kid.total / kid.visits))
        else:
            lines.append(Line(move, 0, share(worth, state)))
    return tuple(sorted(lines, key=lambda line: (line.visits, line.share), reverse=True))
