"""Thinking about a position of the game: which move is best, and how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import thread_time
from typing import Any, Protocol

from engine import endgame
from engine.moves import root_moves
from engine.native import library as native
from engine.spots import good_spots
from engine.state import State, Table, encode, swapped, table_of
from engine.thoughts import IsCancelled, Line, Thought, never
from engine.tree import Node, Tree, share_of
from engine.value import UNIT, honest, share, value
from game import Move, Position

ROOT_WIDTH = 5  # in how many spots each patch is tried as the next move
ENDS = 60_000
"""How many states may be looked at to solve an end."""

POLL = 32  # after how many iterations the search looks whether it is to stop


class Tried(Protocol):
    """A node of a tree."""

    visits: int
    choices: Sequence[Any]

    @property
    def kids(self) -> Sequence[Tried]:
        """The nodes of the first of its choices."""


class Growing(Protocol):
    """A tree that a search can grow: of two quilts, or against the Automa."""

    @property
    def root(self) -> Tried:
        """The node of the position that is searched."""

    @property
    def is_solved(self) -> bool:
        """Whether all that may follow was searched to the end of the game."""

    def grow(self) -> None:
        """One iteration."""


def think(position: Position, iterations: int, cancelled: IsCancelled = never, states: int = ENDS) -> Thought:
    """Search a position in which a player is to move, for so many iterations at most: in C where that was compiled.

    It stops early once the rest cannot change the move. An end is solved if that takes no more than ``states``; in
    Python, where one takes as long as an iteration, no more than there are iterations.
    """
    if library := native.loaded():
        return library.think(position, iterations, states, cancelled)
    return think_in_python(position, iterations, cancelled, min(states, iterations))


def think_in_python(position: Position, iterations: int, cancelled: IsCancelled = never, states: int = ENDS) -> Thought:
    """The same search, to the last bit, but that it looks at more states to solve an end."""
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


def grown(tree: Growing, iterations: int, cancelled: IsCancelled) -> tuple[int, bool]:
    """Let a tree grow until its best move is clear.

    Returns after how many iterations that was, and whether the search was cancelled.
    """
    done, stopped = 0, False
    while done < iterations and not stopped:
        for _ in range(min(POLL, iterations - done)):
            tree.grow()
            done += 1
        if _is_clear(tree, iterations - done):
            break
        stopped = cancelled()
    return done, stopped


def _root(position: Position, state: State, table: Table) -> Node:
    if position.leather:  # the state of the other, who moves next, says more of it than this one can
        theirs = swapped(state)
        return Node(state, False, 1.0, 1.0 - share(value(theirs, table), theirs))
    return Node(state, False, 1.0, share(value(state, table), state))


def _is_clear(tree: Growing, left: int) -> bool:
    """Tell whether the iterations that are left cannot change which move was tried most often."""
    if tree.is_solved or len(tree.root.choices) == 1:
        return True
    second, first = sorted([0, 0, *(kid.visits for kid in tree.root.kids)])[-2:]
    return first - second > left


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
