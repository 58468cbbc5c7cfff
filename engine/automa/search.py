"""Thinking about a solo game: which move is best against the Automa, and how good it is."""

from time import thread_time

from engine.automa.state import Solo, encode
from engine.automa.tree import Node, Tree
from engine.automa.value import honest, share, value
from engine.automa.weights import UNIT
from engine.moves import move_of
from engine.thoughts import IsCancelled, Line, Thought
from engine.tree import grown
from game import ADVANCE, Position


def think_alone(position: Position, iterations: int, cancelled: IsCancelled, budget: int | None) -> Thought:
    """Search a solo game in which the person is to move: `engine.search.think`, in Python."""
    start = thread_time()
    table = Solo(position, budget)
    tree = Tree(table, encode(position, table), leather=bool(position.leather))
    done, stopped = grown(tree, iterations, cancelled)
    assert position.automa
    lines = _lines(tree.root, table, position.automa.deck)
    return Thought(lines[0].move, lines[0].share, lines, done, thread_time() - start, stopped=stopped)


def _lines(root: Node, table: Solo, deck: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    made = {state: sewn for _, _, sewn, state in root.choices}  # leather can make two placements the same
    for number, (worth, _, _, state) in enumerate(root.choices):
        patch, sewn = made[state]
        move = ADVANCE if patch < 0 else move_of(patch, sewn ^ root.state[0])
        if number < len(root.kids):
            kid = root.kids[number]
            lines.append(Line(move, kid.visits, honest(kid.total / kid.visits, deck), _expected(kid, table)))
        else:
            lines.append(Line(move, 0, honest(share(worth, state), deck), worth / UNIT))
    return tuple(sorted(lines, key=lambda line: (line.visits, line.share), reverse=True))


def _expected(node: Node, table: Solo) -> float:
    """Say by how many points the person will win from a node on: the mean of what was weighed below it."""
    points, weight = 0.0, 0
    if not node.kids or node.choices:
        worth = node.choices[0][0] if node.choices else value(node.state, table)
        points, weight = worth / UNIT, 1
    for kid in node.kids:
        points += kid.visits * _expected(kid, table)
        weight += kid.visits
    return points / weight
