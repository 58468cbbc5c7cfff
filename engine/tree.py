"""The tree that a search grows: MCTS with a value at the leaves in place of playouts (decision 0036).

It knows no chance: the same root and the same iterations grow the same tree. Sums are taken in the order of the
children, so that a copy in another language comes to the same floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from operator import itemgetter

from engine.moves import Child, children
from engine.state import State, Table, is_over, points
from engine.thoughts import IsCancelled
from engine.value import UNIT, finished, honest, share, value

EXPLORATION = 0.4  # how much a move that was tried little may be better than it looks: the weight of its prior
FIRST_PLAY = 0.1  # by how much share less than its parent a move is taken for, before it was tried

ROOT_WIDTH, WIDTH = 5, 2
"""In how many spots a patch is tried as the next move, and in the move after it; deeper down it is one."""

POLL = 32  # after how many iterations a search looks whether it is to stop

Choice = tuple[int, float, bool, State]
"""A child: what it is worth to the one who moves there, its prior, whether the turn passes, its state."""


def own_share(worth: int, passed: bool, state: State) -> float:
    """The share of the one to move in a state, which is worth that much to the one who moves there."""
    if not is_over(state):
        return share(-worth if passed else worth, state)
    mine, theirs = points(state)
    return finished(mine - theirs, won=mine > theirs)


class Node:
    """A state in the tree, with the move that leads to it.

    The shares ``own`` (by its value alone) and ``exact`` are of the one to move; ``total`` sums up those of the
    player who moved here, over the ``visits``; ``passed`` says whether these are two people, and ``worth`` what it is
    worth to the latter. ``exact`` is known once all that may follow was searched to the end of the game; ``unknown``
    counts the children where it is not. ``choices`` are the children, the best first, ``kids`` the nodes of the first
    of them, which were tried already.
    """

    __slots__ = ("choices", "exact", "kids", "own", "passed", "prior", "state", "total", "unknown", "visits", "worth")

    def __init__(self, choice: Choice, own: float, exact: float | None = None) -> None:
        self.worth, self.prior, self.passed, self.state = choice
        self.own = own
        self.exact = exact
        self.visits = 0
        self.total = 0.0
        self.choices: Sequence[Choice] = ()
        self.kids: list[Node] = []
        self.unknown = 0


class Tree:
    """A tree over a root whose children are given. What follows its loop is what a game of two quilts is like."""

    temperature = 4.0 * UNIT
    """By how much more a move must promise to be e times as likely to be tried first, in units of the value."""

    open_always = 0
    """How many things cannot be known whatever is searched: with one, nothing is ever solved."""

    def __init__(self, table: Table, root: Node, first: Sequence[Child]) -> None:
        self.table = table
        self.root = root
        self._first = first

    def grow(self) -> None:
        """One iteration: go down to where it looks best, weigh what may follow there, and tell all on the way."""
        node, moves = self.root, 0
        path = [node]
        while node.exact is None and (below := self.next(node)):
            moves += bool(node.choices)
            node = below
            path.append(node)
        settled, result = False, node.exact
        if result is None:
            result = self.unfold(node, moves)
            settled = node.exact is not None
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
                found = self.planted(node.choices[number])
                node.kids.append(found)
        return found

    def planted(self, choice: Choice) -> Node:
        """The node of a choice that is tried for the first time."""
        worth, _, passed, state = choice
        own = self.own_share(worth, passed, state)
        return Node(choice, own, own if is_over(state) else None)

    def unfold(self, node: Node, moves: int) -> float:
        """Give a node its children, and return what it is worth: the mean of its own share and of its best child's.

        ``moves`` were made on the way to it.
        """
        weighed: list[tuple[int, bool, State]] = []
        node.unknown = self.open_always
        for state, passed in self.children(node.state, WIDTH if moves == 1 else 1) if moves else self._first:
            worth = self.value(state)
            weighed.append((-worth if passed else worth, passed, state))
            node.unknown += not is_over(state)
        weighed.sort(key=itemgetter(0), reverse=True)
        likely = priors([worth for worth, _, _ in weighed], self.temperature)
        node.choices = [
            (worth, prior, passed, state) for (worth, passed, state), prior in zip(weighed, likely, strict=True)
        ]
        if not node.unknown:
            node.exact = max(map(self.share_of, node.choices))
            return node.exact
        return 0.5 * node.own + 0.5 * self.share_of(node.choices[0])

    def settle(self, node: Node) -> bool:
        """One more child's exact share is known: whether that makes the node's own known."""
        node.unknown -= 1
        if node.unknown:
            return False
        tried = [1.0 - kid.exact if kid.passed else kid.exact for kid in node.kids if kid.exact is not None]
        node.exact = max([*tried, *map(self.share_of, node.choices[len(node.kids) :])])
        return True

    def share_of(self, choice: Choice) -> float:
        """Estimate the chance to win, from 0 to 1, of the player who has the choice."""
        worth, _, passed, state = choice
        mine = self.own_share(worth, passed, state)
        return 1.0 - mine if passed else mine

    def is_clear(self, left: int) -> bool:
        """Tell whether the iterations that are left cannot change which move was tried most often."""
        if self.root.exact is not None or len(self.root.choices) == 1:
            return True
        second, first = sorted([0, 0, *(kid.visits for kid in self.root.kids)])[-2:]
        return first - second > left

    def grown(self, iterations: int, cancelled: IsCancelled) -> tuple[int, bool]:
        """Grow until the best move is clear.

        Returns after how many iterations that was, and whether the search was cancelled.
        """
        done, stopped = 0, False
        while done < iterations and not stopped:
            for _ in range(min(POLL, iterations - done)):
                self.grow()
                done += 1
            if self.is_clear(iterations - done):
                break
            stopped = cancelled()
        return done, stopped

    own_share = staticmethod(own_share)

    def next(self, node: Node) -> Node | None:
        """The node below that is looked into now, or None if nothing was looked into there yet."""
        return self.choose(node) if node.choices else None

    def children(self, state: State, width: int) -> list[Child]:
        """Find what the moves worth a thought lead to."""
        return children(state, self.table, width)

    def value(self, state: State) -> int:
        """By how much the one to move will win, in `UNIT`-ths of a point."""
        return value(state, self.table)

    def told(self, kid: Node) -> float:
        """The chance to win of the player who has the choice, by what was searched below it."""
        if kid.exact is None:
            return honest(kid.total / kid.visits)
        return 1.0 - kid.exact if kid.passed else kid.exact

    def told_untried(self, choice: Choice) -> float:
        """The same of a choice that was never tried."""
        return self.share_of(choice)


def priors(worths: list[int], temperature: float) -> list[float]:
    """Estimate how likely each move is to be good, by what they are worth, the best first. They add up to 1."""
    top = worths[0]
    weights = [exp((worth - top) / temperature) for worth in worths]
    whole = 0.0
    for weight in weights:  # sum() adds up differently from one version of Python to the next
        whole += weight
    return [weight / whole for weight in weights]
