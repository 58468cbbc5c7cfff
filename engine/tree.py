"""The tree that a search grows: MCTS with a value at the leaves in place of playouts (decision 0036).

It knows no chance: the same root and the same iterations grow the same tree. Sums are taken in the order of the
children, so that a copy in another language comes to the same floats.

Against the Automa, shares are always the person's. Where the Automa is to move, the cards that may come up take turns,
in an order that depends on the state alone, so that all have come up equally often (decision 0040).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp, sqrt
from operator import attrgetter

from engine.automa import state as cards
from engine.automa import value as alone
from engine.automa.state import Solo
from engine.moves import root_moves, ways
from engine.spots import best_spots, good_spots
from engine.state import EARNING2, LEFT, SPACE, SPACE2, State, encode, is_over, swapped, table_of
from engine.thoughts import IsCancelled
from engine.value import UNIT, honest, own_share, value
from game import Position
from game.squares import LAST

EXPLORATION = 0.4  # how much a move that was tried little may be better than it looks: the weight of its prior
FIRST_PLAY = 0.1  # by how much share less than its parent a move is taken for, before it was tried

ROOT_WIDTH = 5
"""In how many spots a patch is tried as the next move; in the move after it these are two, and deeper down one."""

TEMPERATURE, TEMPERATURE_ALONE = 4.0 * UNIT, 2.5 * UNIT
"""By how much more a move must promise to be e times as likely to be tried first, in units of the value."""

POLL = 32  # after how many iterations a search looks whether it is to stop

_STRIDES = (1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7)
"""In what steps the cards that are left take turns, by their number: cards side by side are much alike."""


class Node:
    """A state in the tree, with the move that leads to it.

    The shares ``own`` (by its value alone) and ``exact`` are of the one to move; ``total`` sums up those of the
    player who moved here, over the ``visits``; ``passed`` says whether these are two people, and ``worth`` what it is
    worth to the latter. ``exact`` is known once all that may follow was searched to the end of the game; ``unknown``
    counts the children where it is not. The ``kids`` are what its moves lead to, the best first, in which order they
    are tried; or what the cards led to that came up there, whose ``prior`` is 0.
    """

    __slots__ = ("exact", "kids", "own", "passed", "prior", "state", "total", "unknown", "visits", "worth")

    def __init__(self, worth: int, passed: bool, state: State, own: float) -> None:
        self.worth, self.passed, self.state, self.own = worth, passed, state, own
        self.exact = own if is_over(state) else None
        self.prior = self.total = 0.0
        self.visits = self.unknown = 0
        self.kids: list[Node] = []

    def of_mover(self, share: float) -> float:
        """Turn a share of the one to move into that of the player who moves here."""
        return 1.0 - share if self.passed else share

    def settle(self) -> float:
        """All that may follow is known, and so is its exact share."""
        self.exact = max([kid.of_mover(kid.exact) for kid in self.kids if kid.exact is not None])
        return self.exact


class Tree:
    """A tree over a position in which a player is to move, or to sew a leather patch first."""

    def __init__(self, position: Position, budget: int | None = None) -> None:
        self._solo = Solo(position, budget) if position.automa else None
        self._table = self._solo or table_of(position)
        self._value: Callable[[State], int]
        if self._solo:
            state = seen = cards.encode(position, self._solo)
            self._value, self._own_share = partial(alone.value, table=self._solo), alone.own_share
        else:
            state = encode(position, self._table)
            seen = swapped(state) if position.leather else state  # the one who moves next says more than who sews
            self._value, self._own_share = partial(value, table=self._table), own_share
        self.moves = root_moves(position, state, self._table, partial(good_spots, count=ROOT_WIDTH))
        own = self._own_share(self._value(seen), seen)
        self.root = Node(0, False, state, own if seen is state else 1.0 - own)
        self._deck = position.automa.deck if position.automa else ""

    def grow(self) -> None:
        """One iteration: go down to where it looks best, weigh what may follow there, and tell all on the way."""
        path, moves, settled, result = [self.root], 0, False, None
        while result is None:
            node = path[-1]
            if node.exact is not None:
                result = node.exact
            elif self._solo and node is not self.root and not cards.is_to_move(node.state):
                if node.visits or node.state[SPACE] < LAST:
                    path.append(self._draw(node, self._solo))
                else:  # the person has come to the end: their first visit is a look at the value alone
                    result = node.own
            elif node.kids:
                path.append(choose(node))
                moves += 1
            else:
                result = self._unfold(node, moves)
                settled = node.exact is not None
        while path:
            node = path.pop()
            node.visits += 1
            result = node.of_mover(result)
            node.total += result
            if settled and path:
                path[-1].unknown -= 1
                settled = not path[-1].unknown
                if settled:
                    path[-1].settle()

    def _unfold(self, node: Node, moves: int) -> float:
        """Give a node its children, and return what it is worth: the mean of its own share and of its best child's.

        ``moves`` were made on the way to it.
        """
        made = [child for _, child in self.moves]
        if moves:
            spots = best_spots if moves == 1 else _best_spot
            made = [child for _, _, child in ways(node.state, self._table, spots)]
        kids = node.kids = [self._planted(state, passed) for state, passed in made]
        kids.sort(key=attrgetter("worth"), reverse=True)
        temperature, whole = TEMPERATURE_ALONE if self._solo else TEMPERATURE, 0.0
        for kid in kids:  # sum() adds up differently from one version of Python to the next
            kid.prior = exp((kid.worth - kids[0].worth) / temperature)
            whole += kid.prior
        for kid in kids:
            kid.prior /= whole
        node.unknown = sum(kid.exact is None for kid in kids)
        if self._solo or node.unknown:  # the cards leave too much open to solve anything
            return 0.5 * node.own + 0.5 * kids[0].of_mover(kids[0].own)
        return node.settle()

    def _planted(self, state: State, passed: bool = False) -> Node:
        worth = self._value(state)
        return Node(-worth if passed else worth, passed, state, self._own_share(worth, state))

    def _draw(self, node: Node, solo: Solo) -> Node:
        """Find what the next card leads to, where the Automa is to move."""
        state = node.state
        left, drawn = cards.cards_left(state, solo), self.root.state[EARNING2] & ~cards.TO_MOVE
        if solo.budget is not None and state[EARNING2] == drawn:
            left = [card for card in left if solo.cards[card].budget == solo.budget] or left
        count = len(left)
        turn = (node.visits - (state[SPACE] == LAST)) % count
        if turn == len(node.kids):
            start = (state[SPACE] * 7 + state[SPACE2] * 3 + state[LEFT].bit_count()) % count
            card = left[(start + turn * _STRIDES[count]) % count]
            node.kids.append(self._planted(cards.reveal(state, solo, card)))
        return node.kids[turn]

    def is_clear(self, left: int) -> bool:
        """Tell whether the iterations that are left cannot change which move was tried most often."""
        if self.root.exact is not None or len(self.root.kids) == 1:
            return True
        second, first = sorted(kid.visits for kid in self.root.kids)[-2:]
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

    def told(self, kid: Node) -> float:
        """The chance to win of the player who has a choice, by what was searched below it."""
        share = kid.of_mover(kid.own) if kid.exact is None else kid.of_mover(kid.exact)
        mean = kid.total / kid.visits if kid.visits else share
        if self._deck:
            return alone.honest(mean, self._deck)
        return honest(mean) if kid.visits and kid.exact is None else share


def _best_spot(mask: int, patch: int, phase: int) -> tuple[int, ...]:
    return best_spots(mask, patch, phase)[:1]


def choose(node: Node) -> Node:
    """The child that looks best, counting in that those tried little may be better than they look.

    Of equals it is the one with the higher prior, and of equal priors the first.
    """
    drive = EXPLORATION * sqrt(node.visits)
    best, found = -1.0, node
    for kid in node.kids:
        tried = kid.visits
        if tried:
            score = kid.total / tried + drive * kid.prior / (1 + tried)
        else:
            score = node.of_mover(node.total / node.visits) - FIRST_PLAY + drive * kid.prior
        if score > best:
            best, found = score, kid
        if not tried:
            break
    return found


def expected(node: Node) -> float:
    """Say by how many points the player who moves to a node will win: the mean of what was weighed below it.

    Where the game was searched to its end, it is exact.
    """
    if not node.visits or not node.kids:
        return node.worth / UNIT
    below = [expected(kid) for kid in node.kids]
    if node.exact is not None:
        return -max(below) if node.passed else max(below)
    by_value = bool(node.kids[0].prior)
    points, weight = by_value * node.kids[0].worth / UNIT, int(by_value)
    for kid, one in zip(node.kids, below, strict=True):
        points += kid.visits * one
        weight += kid.visits
    return (-points if node.passed else points) / weight
