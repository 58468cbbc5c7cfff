"""Thinking about a position of the game: which move is best, and how good it is."""

from __future__ import annotations

from functools import partial
from time import thread_time

from engine import endgame
from engine.automa.search import think_alone
from engine.moves import root_moves
from engine.native import library as native
from engine.spots import good_spots
from engine.state import State, Table, encode, swapped, table_of
from engine.thoughts import IsCancelled, Line, Thought, never
from engine.tree import Node, Tree, grown, share_of
from engine.value import UNIT, honest, share, value
from game import Move, Position

ROOT_WIDTH = 5  # in how many spots each patch is tried as the next move
ENDS = 60_000
"""How many states may be looked at to solve an end."""


def think(
    position: Position,
    iterations: int,
    cancelled: IsCancelled = never,
    states: int = ENDS,
    budget: int | None = None,
) -> Thought:
    """Search a position in which a player is to move, for so many iterations at most: in C where that was compiled.

    It stops early once the rest cannot change the move. An end is solved if that takes no more than ``states``; in
    Python, where one takes as long as an iteration, no more than there are iterations. ``budget`` is that of the
    Automa's next card, where its back shows it.
    """
    if library := native.loaded():
        return library.think(position, iterations, cancelled, states, budget)
    return think_in_python(position, iterations, cancelled, min(states, iterations), budget)


def think_in_python(
    position: Position,
    iterations: int,
    cancelled: IsCancelled = never,
    states: int = ENDS,
    budget: int | None = None,
) -> Thought:
    """The same search, to the last bit, but that it looks at more states to solve an end."""
    if position.automa:
        return think_alone(position, iterations, cancelled, budget)
    start = thread_time()
    if solved := endgame.solve(position, states, cancelled):
        lines = tuple(Line(move, 0, float(result > 0), endgame.margin_of(result)) for move, result in solved)
        return Thought(lines[0].move, lines[0].share, lines, 0, thread_time() - start, exact=True)
    table = table_of(position)
    state = encode(position, table)
    moves = root_moves(position, state, table, partial(good_spots, count=ROOT_WIDTH))
    tree = Tree(table, _root(position, state, table), [child for _, child in moves])
    done, stopped = grown(tree, iterations, cancelled)
    lines = _lines(tree.root, {child[0]: move for move, child in moves})
    return Thought(lines[0].move, lines[0].share, lines, done, thread_time() - start, tree.is_solved, stopped)


def _root(position: Position, state: State, table: Table) -> Node:
    if position.leather:  # the state of the other, who moves next, says more of it than this one can
        theirs = swapped(state)
        return Node(state, False, 1.0, 1.0 - share(value(theirs, table), theirs))
    return Node(state, False, 1.0, share(value(state, table), state))


def _lines(root: Node, moves: dict[State, Move]) -> tuple[Line, ...]:
    lines = [_line(root, number, moves[choice[3]]) for number, choice in enumerate(root.choices)]
    key = (lambda line: line.share) if root.exact is not None else (lambda line: (line.visits, line.share))
    return tuple(sorted(lines, key=key, reverse=True))


def _line(root: Node, number: int, move: Move) -> Line:
    choice = root.choices[number]
    if number >= len(root.kids):
        return Line(move, 0, share_of(choice), choice[0] / UNIT)
    kid = root.kids[number]
    points = _expected(kid, choice[0])
    if kid.exact is not None:
        return Line(move, kid.visits, 1.0 - kid.exact if kid.passed else kid.exact, points)
    return Line(move, kid.visits, honest(kid.total / kid.visits), points)


def _expected(node: Node, worth: int) -> float:
    """Say by how many points the player who moves to a node will win: the mean of what was weighed below it.

    ``worth`` is what the node is worth by itself. Where the game was searched to its end, it is exact.
    """
    if not node.choices or not node.visits:
        return worth / UNIT
    below = [_expected(kid, choice[0]) for kid, choice in zip(node.kids, node.choices, strict=False)]
    if node.exact is not None:
        points = max([*below, *(choice[0] / UNIT for choice in node.choices[len(below) :])])
    else:
        points, weight = node.choices[0][0] / UNIT, 1
        for kid, one in zip(node.kids, below, strict=True):
            points += kid.visits * one
            weight += kid.visits
        points /= weight
    return -points if node.passed else points
