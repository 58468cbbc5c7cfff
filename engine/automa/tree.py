"""The tree that a search against the Automa grows: MCTS as in `engine.tree`, with a branch for each card.

Shares are always the person's. Where the Automa is to move, the cards that may come up take turns, in an order that
depends on the state alone, so that all have come up equally often: nothing is drawn at random.

Why: decision 0040.
"""

from collections.abc import Sequence
from math import sqrt
from operator import itemgetter

from engine.automa.moves import leather_moves, moves
from engine.automa.state import Solo, State, cards_left, is_over, reveal
from engine.automa.value import share, value
from engine.automa.weights import UNIT
from engine.tree import EXPLORATION, FIRST_PLAY, priors
from game.squares import LAST

TEMPERATURE = 2.5 * UNIT  # as in `engine.tree`, where 4 points are better

ROOT_WIDTH, WIDTH = 5, 2
"""In how many spots a patch is tried as the next move, and in the person's next turn; later on it is one."""

_STRIDES = (1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7)
"""In what steps the cards that are left take turns, by their number: cards side by side are much alike."""

Choice = tuple[int, float, tuple[int, int], State]
"""A move: the value of what it leads to, its prior, the patch and the mask that it makes, the state it leads to."""


class Node:
    """A state in the tree. ``total`` sums up the person's shares over the ``visits``, ``depth`` counts their moves.

    ``kids`` are the nodes of the first of its ``choices``, the best first; of an Automa's turn those of its ``cards``.
    """

    __slots__ = ("cards", "choices", "depth", "kids", "prior", "state", "total", "visits")

    def __init__(self, state: State, prior: float, depth: int) -> None:
        self.state = state
        self.prior = prior
        self.depth = depth
        self.visits = 0
        self.total = 0.0
        self.choices: Sequence[Choice] = ()
        self.cards: Sequence[int] = ()
        self.kids: list[Node] = []


class Tree:
    """A tree over a state in which the person is to move, or to sew a leather patch first."""

    is_solved = False
    """The cards leave too much open."""

    def __init__(self, table: Solo, state: State, *, leather: bool = False) -> None:
        self.table = table
        self.root = Node(state, 1.0, 0)
        self._leather = leather

    def grow(self) -> None:
        """One iteration: go down to where it looks best, weigh what may follow there, and tell all on the way."""
        node = self.root
        path = [node]
        while (result := self._reached(node)) is None:
            node = self._choose(node) if node.choices else self._draw(node)
            path.append(node)
        for node in path:
            node.visits += 1
            node.total += result

    def _reached(self, node: Node) -> float | None:
        """Return what the way down has come to: an end, or what was not looked into yet. None if it goes on."""
        state = node.state
        if node.choices:
            return None
        if is_over(state) or (state[2] == LAST and not node.visits and node is not self.root):
            return share(value(state, self.table), state)
        if state[10] or node is self.root:
            return self._unfold(node)
        return None

    def _unfold(self, node: Node) -> float:
        """Give a node its moves, and return what it is worth: the mean of its own share and of its best move's."""
        if node.depth == 0:
            made = (leather_moves if self._leather else moves)(node.state, self.table, ROOT_WIDTH)
        else:
            made = moves(node.state, self.table, WIDTH if node.depth == 1 else 1)
        weighed = [(value(state, self.table), (patch, sewn), state) for patch, sewn, state in made]
        weighed.sort(key=_worth, reverse=True)
        likely = priors([worth for worth, _, _ in weighed], TEMPERATURE)
        node.choices = [
            (worth, prior, sewn, after) for (worth, sewn, after), prior in zip(weighed, likely, strict=True)
        ]
        worth, _, after = weighed[0]
        return 0.5 * share(value(node.state, self.table), node.state) + 0.5 * share(worth, after)

    def _choose(self, node: Node) -> Node:
        """The move that looks best, counting in that those tried little may be better than they look."""
        drive = EXPLORATION * sqrt(node.visits)
        best, found = -1.0, node
        for kid in node.kids:
            tried = kid.visits
            score = kid.total / tried + drive * kid.prior / (1 + tried)
            if score > best:
                best, found = score, kid
        number = len(node.kids)
        if number < len(node.choices):
            _, prior, _, state = node.choices[number]
            if node.total / node.visits - FIRST_PLAY + drive * prior > best:
                found = Node(state, prior, node.depth + 1)
                node.kids.append(found)
        return found

    def _draw(self, node: Node) -> Node:
        """Tell what the card leads to whose turn it is."""
        if not node.cards:
            node.cards = self._cards(node)
        drawn = node.visits - (node.state[2] == LAST)  # there its first visit was a leaf
        number = drawn % len(node.cards)
        if number == len(node.kids):
            node.kids.append(Node(reveal(node.state, self.table, node.cards[number]), 0.0, node.depth))
        return node.kids[number]

    def _cards(self, node: Node) -> list[int]:
        state = node.state
        cards = cards_left(state, self.table)
        if self.table.budget is not None and state[6] == self.root.state[6]:
            cards = [card for card in cards if self.table.cards[card].budget == self.table.budget] or cards
        count = len(cards)
        start = (state[2] * 7 + state[4] * 3 + state[7].bit_count()) % count
        return [cards[(start + turn * _STRIDES[count]) % count] for turn in range(count)]


_worth = itemgetter(0)
