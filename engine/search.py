"""Thinking about a position of the game: which move is best, and how good it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from time import thread_time
from typing import Any, Protocol

from engine import endgame
from engine.moves import root_moves
from engine.spots import good_spots
from engine.state import State, Table, encode, swapped, table_of
from engine.tree import Node, Tree, share_of
from engine.value import UNIT, honest, share, value
from game import Move, Position

ROOT_WIDTH = 5  # in how many spots each patch is tried as the next move
POLL = 32  # after how many iterations the search looks whether it is to stop


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


def never() -> bool:
    """Nobody cancels."""
    return False


def think(
    position: Position, iterations: int, cpu_limit: float | None = None, cancelled: Callable[[], bool] = never
) -> Thought:
    """Search a position in which a player is to move, for so many iterations and so many seconds of CPU at most.

    It stops early once the rest cannot change the move.
    """
    start = thread_time()
    end = inf if cpu_limit is None else start + cpu_limit
    half_time = (start + end) / 2  # what cannot be solved by then is left to the tree
    if solved := endgame.solve(position, iterations, lambda: cancelled() or thread_time() >= half_time):
        lines = tuple(Line(move, 0, float(result > 0), (result + 1) // 2) for move, result in solved)
        return Thought(lines[0].move, lines[0].share, lines, 0, thread_time() - start, exact=True)
    table = table_of(position)
    state = encode(position, table)
    moves = root_moves(position, state, table, partial(good_spots, count=ROOT_WIDTH))
    tree = Tree(table, _root(position, state, table), [child for _, child in moves])
    done, stopped = grown(tree, iterations, end, cancelled)
    lines = _lines(tree.root, {child[0]: move for move, child in moves})
    return Thought(lines[0].move, lines[0].share, lines, done, thread_time() - start, tree.is_solved, stopped)


def grown(tree: Growing, iterations: int, end: float, cancelled: Callable[[], bool]) -> tuple[int, bool]:
    """Let a tree grow until its best move is clear, or until ``end``, in seconds of CPU of this thread.

    Returns after how many iterations that was, and whether the search was cancelled.
    """
    done, stopped = 0, False
    while done < iterations and not stopped:
        for _ in range(min(POLL, iterations - done)):
            tree.grow()
            done += 1
        stopped = cancelled()
        if _is_clear(tree, iterations - done) or thread_time() >= end:
            break
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
