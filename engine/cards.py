"""The tree that a search against the Automa grows: that of `engine.tree`, with a branch for each card.

Shares are always the person's. Where the Automa is to move, the cards that may come up take turns, in an order that
depends on the state alone, so that all have come up equally often: nothing is drawn at random.

Why: decision 0040.
"""

from functools import partial

from engine.automa.state import TO_MOVE, Solo, cards_left, encode, is_to_move, reveal
from engine.automa.value import honest, own_share, value
from engine.moves import root_moves
from engine.spots import good_spots
from engine.state import EARNING2, LEFT, SPACE, SPACE2, State
from engine.tree import ROOT_WIDTH, Choice, Node, Tree
from engine.value import UNIT
from game import Position
from game.squares import LAST

_STRIDES = (1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7)
"""In what steps the cards that are left take turns, by their number: cards side by side are much alike."""


class AutomaTree(Tree):
    """A tree over a position in which the person is to move, or to sew a leather patch first."""

    temperature = 2.5 * UNIT
    open_always = 1
    own_share = staticmethod(own_share)

    def __init__(self, position: Position, budget: int | None) -> None:
        assert position.automa
        self.solo = Solo(position, budget)
        self._deck = position.automa.deck
        state = encode(position, self.solo)
        self.moves = root_moves(position, state, self.solo, partial(good_spots, count=ROOT_WIDTH))
        root = self.planted((self.value(state), 1.0, False, state))
        super().__init__(self.solo, root, [child for _, child in self.moves])

    def next(self, node: Node) -> Node | None:
        """Find what the next card leads to, where the Automa is to move. Once the person has come to the end, their
        first visit is a look at the value alone.
        """
        if node is self.root or is_to_move(node.state):
            return super().next(node)
        return self._drawn(node) if node.visits or node.state[SPACE] < LAST else None

    def unfold(self, node: Node, moves: int) -> float:
        """As in a game of two quilts, but where cards are to come."""
        return super().unfold(node, moves) if node is self.root or is_to_move(node.state) else node.own

    def _drawn(self, node: Node) -> Node:
        cards = self._cards(node.state)
        count = len(cards)
        turn = (node.visits - (node.state[SPACE] == LAST)) % count
        if turn == len(node.kids):
            start = (node.state[SPACE] * 7 + node.state[SPACE2] * 3 + node.state[LEFT].bit_count()) % count
            state = reveal(node.state, self.solo, cards[(start + turn * _STRIDES[count]) % count])
            node.kids.append(self.planted((self.value(state), 0.0, False, state)))
        return node.kids[turn]

    def _cards(self, state: State) -> list[int]:
        cards, budget, drawn = cards_left(state, self.solo), self.solo.budget, self.root.state[EARNING2] & ~TO_MOVE
        if budget is not None and state[EARNING2] == drawn:
            return [card for card in cards if self.solo.cards[card].budget == budget] or cards
        return cards

    def value(self, state: State) -> int:
        """By how much the person will win, in `UNIT`-ths of a point."""
        return value(state, self.solo)

    def told(self, kid: Node) -> float:
        """The person's chance to win by what was searched below a choice."""
        return self._honest(kid.total / kid.visits)

    def told_untried(self, choice: Choice) -> float:
        """The same of a choice that was never tried."""
        return self._honest(self.share_of(choice))

    def _honest(self, mean: float) -> float:
        return honest(mean, self._deck)
