"""The tree that a search grows: MCTS with a value at the leaves in place of playouts (decision 0036).

It knows no chance: the same root and the same iterations grow the same tree. Sums are taken in the order of the
children, so that a copy in another language comes to the same floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from operator import itemgetter
from typing import Any, Protocol

from engine.moves import Child, children
from engine.state import State, Table, is_over, points
from engine.thoughts import IsCancelled
from engine.value import UNIT, share, value
from game.squares import LAST

EXPLORATION = 0.4  # how much a move that was tried little may be better than it looks: the weight of its prior

TEMPERATURE = 4.0 * UNIT
"""By how much more a move must promise to be e times as likely to be tried first, in units of the value."""

FIRST_PLAY = 0.1  # by how much share less than its parent a move is taken for, before it was tried
WIDTH = 2  # in how many spots a patch is tried just below the root; deeper down it is one

POLL = 32  # after how many iterations a search looks whether it is to stop

SURE, HIGHEST = 0.03, 50
"""Of the share, so much is left to tell a high win (by 50 points and more) from a narrow one."""

Choice = tuple[int, float, bool, State]
"""A child: what it is worth to the one who moves there, its prior, whether the turn passes, its state."""


class Node:
    """A state in the tree, with the move that leads to it.

    The shares ``own`` (by its value alone) and ``exact`` are of the one to move; ``total`` sums up those of the
    player who moved here, over the ``visits``; ``passed`` says whether these are two people. ``exact`` is known once
    all that may follow was searched to the end of the game; ``unknown`` counts the children where it is not.
    ``choices`` are the children, the best first, ``kids`` the nodes of the first of them, which were tried already.
    """

    __slots__ = ("choices", "exact", "kids", "own", "passed", "prior", "state", "total", "unknown", "visits")

    def __init__(self, state: State, passed: bool, prior: float, own: float, exact: float | None = None) -> None:
        self.state = state
        self.passed = passed
        self.prior = prior
        self.own = own
        self.exact = exact
        self.visits = 0
        self.total = 0.0
        self.choices: Sequence[Choice] = ()
        self.kids: list[Node] = []
        self.unknown = 0


class Tree:
    """A tree over a root whose children are given."""

    def __init__(self, table: Table, root: Node, first: Sequence[Child]) -> None:
        self.table = table
        self.root = root
        self._first = first

    @property
    def is_solved(self) -> bool:
        """Whether all that may follow was searched to the end of the game."""
        return self.root.exact is not None

    def grow(self) -> None:
        """One iteration: go down to where it looks best, weigh what may follow there, and tell all on the way."""
        node = self.root
        path = [node]
        while node.choices and node.exact is None:
            node = self.choose(node)
            path.append(node)
        settled = False
        if node.exact is None:
            result = self.unfold(node, len(path))
            settled = node.exact is not None
        else:
            result = node.exact
        while path:
            node = path.pop()
            node.visits += 1
            if node.passed:
                result = 1.0 - result
            node.total += result
            if settled and path:
                settled = self.settle(path[-1])

    def choose(self, node: Node) -> Node:
        """The child that looks best, counting in that those tried little may be better than they look.

        Of equals it is the one with the higher prior, and of equal priors the first.
        """
        visits = node.visits
        drive = EXPLORATION * sqrt(visits)
        best, found = -1.0, node
        for kid in node.kids:
            tried = kid.visits
            score = kid.total / tried + drive * kid.prior / (1 + tried)
            if score > best:
                best, found = score, kid
        number = len(node.kids)
        if number < len(node.choices):
            mean = node.total / visits
            if (1.0 - mean if node.passed else mean) - FIRST_PLAY + drive * node.choices[number][1] > best:
                found = _planted(node.choices[number])
                node.kids.append(found)
        return found

    def unfold(self, node: Node, depth: int) -> float:
        """Give a node its children, and return what it is worth: the mean of its own share and of its best child's."""
        made = self._first if depth == 1 else children(node.state, self.table, WIDTH if depth == 2 else 1)
        weighed: list[tuple[int, bool, State]] = []
        for state, passed in made:
            worth = _margin(state) if state[2] == LAST else value(state, self.table)
            weighed.append((-worth if passed else worth, passed, state))
            node.unknown += state[2] != LAST
        weighed.sort(key=_worth, reverse=True)
        likely = priors([worth for worth, _, _ in weighed], TEMPERATURE)
        node.choices = [
            (worth, prior, passed, state) for (worth, passed, state), prior in zip(weighed, likely, strict=True)
        ]
        node.kids = []
        if not node.unknown:
            node.exact = max(map(share_of, node.choices))
            return node.exact
        return 0.5 * node.own + 0.5 * share_of(node.choices[0])

    def settle(self, node: Node) -> bool:
        """One more child's exact share is known: whether that makes the node's own known."""
        node.unknown -= 1
        if node.unknown:
            return False
        tried = [1.0 - kid.exact if kid.passed else kid.exact for kid in node.kids if kid.exact is not None]
        node.exact = max([*tried, *map(share_of, node.choices[len(node.kids) :])])
        return True


_worth = itemgetter(0)


def priors(worths: list[int], temperature: float) -> list[float]:
    """Estimate how likely each move is to be good, by what they are worth, the best first. They add up to 1."""
    top = worths[0]
    weights = [exp((worth - top) / temperature) for worth in worths]
    whole = 0.0
    for weight in weights:  # sum() adds up differently from one version of Python to the next
        whole += weight
    return [weight / whole for weight in weights]


def _margin(state: State) -> int:
    """Estimate what a finished game is worth to the one to move, who loses a tie."""
    mine, theirs = points(state)
    return UNIT * (mine - theirs) or -1


def finished_share(state: State) -> float:
    """The share of the one to move in a finished game: near 1 or near 0, and the nearer the higher it was won."""
    mine, theirs = points(state)
    if mine > theirs:
        return 1.0 - SURE + SURE * min(mine - theirs, HIGHEST) / HIGHEST
    return SURE - SURE * min(theirs - mine, HIGHEST) / HIGHEST


def share_of(choice: Choice) -> float:
    """Estimate the chance to win, from 0 to 1, of the player who has the choice."""
    worth, _, passed, state = choice
    mine = finished_share(state) if is_over(state) else share(-worth if passed else worth, state)
    return 1.0 - mine if passed else mine


def _planted(choice: Choice) -> Node:
    worth, prior, passed, state = choice
    if is_over(state):
        own = finished_share(state)
        return Node(state, passed, prior, own, own)
    return Node(state, passed, prior, share(-worth if passed else worth, state))


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


def _is_clear(tree: Growing, left: int) -> bool:
    """Tell whether the iterations that are left cannot change which move was tried most often."""
    if tree.is_solved or len(tree.root.choices) == 1:
        return True
    second, first = sorted([0, 0, *(kid.visits for kid in tree.root.kids)])[-2:]
    return first - second > left
