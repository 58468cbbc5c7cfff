"""Thinking about a position of the game: which move is best, and how good it is."""

from functools import partial
from time import thread_time

from engine import endgame
from engine.cards import AutomaTree
from engine.moves import Child, root_moves
from engine.native import library as native
from engine.spots import good_spots
from engine.state import encode, swapped, table_of
from engine.thoughts import IsCancelled, Line, Thought, never
from engine.tree import ROOT_WIDTH, Node, Tree, own_share
from engine.value import UNIT, value
from game import Move, Position

ENDS = 60_000
"""How many states may be looked at to solve an end; and in C as many again, with few spots of each patch, if it is not
solved within these.
"""


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
    start = thread_time()
    if not position.automa and (solved := endgame.solve(position, states, cancelled)):
        lines = [Line(move, 0, float(result > 0), endgame.margin_of(result)) for move, result in solved]
        return Thought(lines[0].move, lines[0].share, tuple(lines), 0, thread_time() - start, exact=True)
    tree, moves = _planted(position, budget)
    done, stopped = tree.grown(iterations, cancelled)
    exact = tree.root.exact is not None
    lines = [_line(tree, number, moves) for number in range(len(tree.root.choices))]
    lines.sort(key=lambda line: (0 if exact else line.visits, line.share), reverse=True)
    return Thought(lines[0].move, lines[0].share, tuple(lines), done, thread_time() - start, exact, stopped)


def _planted(position: Position, budget: int | None) -> tuple[Tree, list[tuple[Move, Child]]]:
    """A tree that is to grow, and the moves from its root."""
    if position.automa:
        alone = AutomaTree(position, budget)
        return alone, alone.moves
    table = table_of(position)
    state = encode(position, table)
    moves = root_moves(position, state, table, partial(good_spots, count=ROOT_WIDTH))
    seen = swapped(state) if position.leather else state  # the one who moves next says more than who sews leather
    own = own_share(value(seen, table), False, seen)
    root = Node((0, 1.0, False, state), 1.0 - own if position.leather else own)
    return Tree(table, root, [child for _, child in moves]), moves


def _line(tree: Tree, number: int, moves: list[tuple[Move, Child]]) -> Line:
    choice, kids = tree.root.choices[number], tree.root.kids
    move = {state: move for move, (state, _) in moves}[choice[3]]  # leather can make two placements the same
    if number >= len(kids):
        return Line(move, 0, tree.told_untried(choice), choice[0] / UNIT)
    return Line(move, kids[number].visits, tree.told(kids[number]), _expected(kids[number]))


def _expected(node: Node) -> float:
    """Say by how many points the player who moves to a node will win: the mean of what was weighed below it.

    Where the game was searched to its end, it is exact.
    """
    if not node.visits or not (node.choices or node.kids):
        return node.worth / UNIT
    below = [_expected(kid) for kid in node.kids]
    if node.exact is not None:
        points = max([*below, *(choice[0] / UNIT for choice in node.choices[len(below) :])])
        return -points if node.passed else points
    points, weight = (node.choices[0][0] / UNIT, 1) if node.choices else (0.0, 0)
    for kid, one in zip(node.kids, below, strict=True):
        points += kid.visits * one
        weight += kid.visits
    return (-points if node.passed else points) / weight
