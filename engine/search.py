"""Thinking about a position of the game: which move is best, and how good it is."""

from time import thread_time

from engine.native import library as native
from engine.thoughts import IsCancelled, Line, Thought, never
from engine.tree import Tree, expected
from game import Position

ENDS = 60_000
"""How many states may be looked at to solve an end, and as many again, with few spots of each patch, if that is not
enough.
"""


def think(
    position: Position,
    iterations: int,
    cancelled: IsCancelled = never,
    states: int = ENDS,
    budget: int | None = None,
) -> Thought:
    """Search a position in which a player is to move, for so many iterations at most: in C where that was compiled.

    It stops early once the rest cannot change the move. In C, an end is solved if that takes no more than ``states``.
    ``budget`` is that of the Automa's next card, where its back shows it.
    """
    if library := native.loaded():
        return library.think(position, iterations, cancelled, states, budget)
    return think_in_python(position, iterations, cancelled, budget)


def think_in_python(
    position: Position, iterations: int, cancelled: IsCancelled = never, budget: int | None = None
) -> Thought:
    """The same search, to the last bit, but that ends are left to the tree, which has few spots for each patch."""
    start = thread_time()
    tree = Tree(position, budget)
    done, stopped = tree.grown(iterations, cancelled)
    exact = tree.root.exact is not None
    moves = {state: move for move, (state, _) in tree.moves}  # leather can make two placements the same
    lines = [Line(moves[kid.state], kid.visits, tree.told(kid), expected(kid)) for kid in tree.root.kids]
    lines.sort(key=lambda line: (0 if exact else line.visits, line.share), reverse=True)
    return Thought(lines[0].move, lines[0].share, tuple(lines), done, thread_time() - start, exact, stopped)
