"""The tree that a search against the Automa grows: that of `engine.tree`, with a branch for each card.

Shares are always the person's. Where the Automa is to move, the cards that may come up take turns, in an order that
depends on the state alone, so that all have come up equally often: nothing is drawn at random.

Why: decision 0040.
"""

from engine.automa.moves import leather_moves, moves
from engine.automa.state import Solo, cards_left, encode, is_over, is_won, margin, reveal
from engine.automa.value import honest, share, value
from engine.moves import Child, move_of
from engine.state import State
from engine.tree import ROOT_WIDTH, Choice, Node, Tree, finished
from engine.value import UNIT
from game import ADVANCE, Move, Position
from game.squares import LAST

_STRIDES = (1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7)
"""In what steps the cards that are left take turns, by their number: cards side by side are much alike."""


def own_share(worth: int, passed: bool, state: State) -> float:
    """The person's share of a state that is worth so much."""
    return finished(margin(state), won=is_won(state)) if is_over(state) else share(worth, state)


class AutomaTree(Tree):
    """A tree over a position in which the person is to move, or to sew a leather patch first."""

    temperature = 2.5 * UNIT
    open_always = 1
    is_over = staticmethod(is_over)
    own_share = staticmethod(own_share)

    def __init__(self, position: Position, budget: int | None) -> None:
        assert position.automa
        self.solo = Solo(position, budget)
        self._deck = position.automa.deck
        state = encode(position, self.solo)
        made = (leather_moves if position.leather else moves)(state, self.solo, ROOT_WIDTH)
        self.moves: list[tuple[Move, Child]] = [
            (ADVANCE if patch < 0 else move_of(patch, sewn ^ state[0]), (after, False)) for patch, sewn, after in made
        ]
        root = self.planted((self.value(state), 1.0, False, state))
        super().__init__(self.solo, root, [child for _, child in self.moves])

    def next(self, node: Node) -> Node | None:
        """Find what the next card leads to, where the Automa is to move. Once the person has come to the end, their
        first visit is a look at the value alone.
        """
        if node is self.root or node.state[10]:
            return super().next(node)
        return self._drawn(node) if node.visits or node.state[2] < LAST else None

    def unfold(self, node: Node, moves: int) -> float:
        """As in a game of two quilts, but where cards are to come."""
        return super().unfold(node, moves) if node is self.root or node.state[10] else node.own

    def _drawn(self, node: Node) -> Node:
        cards = self._cards(node.state)
        count = len(cards)
        turn = (node.visits - (node.state[2] == LAST)) % count
        if turn == len(node.kids):
            start = (node.state[2] * 7 + node.state[4] * 3 + node.state[7].bit_count()) % count
            state = reveal(node.state, self.solo, cards[(start + turn * _STRIDES[count]) % count])
            node.kids.append(self.planted((self.value(state), 0.0, False, state)))
        return node.kids[turn]

    def _cards(self, state: State) -> list[int]:
        cards, budget = cards_left(state, self.solo), self.solo.budget
        if budget is not None and state[6] == self.root.state[6]:
            return [card for card in cards if self.solo.cards[card].budget == budget] or cards
        return cards

    def children(self, state: State, width: int) -> list[Child]:
        """Find what the moves worth a thought lead to."""
        return [(after, False) for _, _, after in moves(state, self.solo, width)]

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
