"""The table of a solo game as a search sees it: eleven small numbers, always from the side of the person.

A `State` is ``(mask, buttons, space, income, space2, points2, cards, left, pawn, bonus, to_move)``: what the person
has, the Automa's space and points (what its level counts, without the tile), the cards drawn since the last shuffle
(bit *n* for the card *n* of the deck, and `FIRST_DECK_BIT` as long as two of them are set aside), the ring as in
`engine.state`, the tile (1 the person's, 2 the Automa's), and whether it is the person's turn. At the end ``to_move``
tells who came to the last space second, and loses a tie: the person, if it is true.
"""

from engine.state import MANY, Offer, State, Table
from engine.tables import EARNS, INCOMES
from game.automa import BONUS_SPACES, CARDS, DECKS, FIRST_DECK, Automa
from game.patches import PATCHES
from game.position import BONUS_POINTS, EMPTY_SQUARE_POINTS, Position
from game.squares import ALL_SQUARES, LAST, SIZE

MINE, AUTOMAS = 1, 2
"""What ``bonus`` says of the tile that somebody has."""

FIRST_DECK_BIT = 1 << 12


class Solo(Table):
    """What all the states of one search share: the ring, the leather, and the Automa's level and deck.

    ``budget`` is that of the next card, where the backs of the cards show it.
    """

    __slots__ = ("_means", "_printed", "budget", "cards", "counts_buttons", "level", "points", "tile_space")

    def __init__(self, position: Position, budget: int | None = None) -> None:
        assert position.automa, "somebody plays alone"
        super().__init__(position.track, position.ring)
        level, deck = position.automa.level, position.automa.deck
        self.level = level
        self.tile_space = BONUS_SPACES[level]
        self.cards = tuple(CARDS[number] for number in DECKS[deck])
        self.budget = budget
        self.counts_buttons = Automa(level, deck).points(1)[0]
        self.points = tuple(Automa(level, deck, (patch.id,)).points(0)[1] for patch in PATCHES)
        self._printed: dict[int, tuple[int, int]] = {}
        self._means: dict[int, tuple[int, int]] = {}

    def printed(self, left: int, pawn: int) -> tuple[int, int]:
        """The buttons printed on a patch of the ring on average, in 64ths, and those on all the offers."""
        key = left << 6 | pawn
        found = self._printed.get(key)
        if found is None:
            there = [EARNS[patch] for place, patch in enumerate(self.ring) if left >> place & 1]
            mean = 64 * sum(there) // len(there) if there else 0
            found = self._printed[key] = mean, sum(offer[3] for offer in self.offers(left, pawn))
        return found

    def means(self, cards: int) -> tuple[int, int]:
        """The average budget and income of the cards that may come up, in 64ths."""
        found = self._means.get(cards)
        if found is None:
            there = [card for number, card in enumerate(self.cards) if not cards >> number & 1]
            budget, income = (sum(each) for each in zip(*((card.budget, card.income) for card in there), strict=True))
            found = self._means[cards] = 64 * budget // len(there), 64 * income // len(there)
        return found


def encode(position: Position, table: Solo) -> State:
    """A position as a state of a table, from whose position it must have come. A leather patch that waits to be sewn
    is not in it.
    """
    automa = position.automa
    assert automa
    mine, its = position.players
    first = next(iter(table.cards)).number
    cards = sum(1 << number - first for number in automa.drawn) + FIRST_DECK_BIT * automa.first_deck
    left = sum(1 << table.ring.index(patch) for patch in position.ring)
    pawn = table.ring.index(position.ring[0]) if position.ring else 0
    mask = ALL_SQUARES & ~mine.quilt.free
    buttons, points = min(mine.buttons, MANY), min(sum(automa.points(its.buttons)), MANY)
    drawn = cards, left, pawn, position.bonus, position.token == 1
    return mask, buttons, mine.space, mine.income, its.space, points, *drawn


def is_over(state: State) -> bool:
    """Tell whether both tokens are on the last space."""
    return state[2] == LAST == state[4]


def margin(state: State) -> int:
    """By how many points the person leads, as if the game ended now."""
    mask, buttons, _, _, _, points2, _, _, _, bonus, _ = state
    lead = buttons + EMPTY_SQUARE_POINTS * (SIZE * SIZE - mask.bit_count()) - points2
    return lead + (0, BONUS_POINTS, -BONUS_POINTS)[bonus]


def is_won(state: State) -> bool:
    """Tell whether the person has won, when the game is over."""
    return margin(state) > 0 or (margin(state) == 0 and not state[10])


def reveal(state: State, table: Solo, number: int) -> State:
    """The Automa's turn with a card of its deck, by its number there from 0."""
    mask, buttons, space, income, space2, points2, cards, left, pawn, bonus, _ = state
    card = table.cards[number]
    kept = [offer for offer in table.offers(left, pawn) if offer[1] <= card.budget]
    for name in card.filters:
        if len(kept) < 2:
            break
        kept = _FILTERS[name](kept, space2, space) or kept
    if kept:
        patch, _, time, _, left, pawn = kept[0]
        points2 += table.points[patch]
        end = min(space2 + time, LAST)
    else:
        end = min(space + 1, LAST)
    if not bonus and space2 < table.tile_space <= end:
        bonus = AUTOMAS
    points2 += table.counts_buttons * card.income * (INCOMES[end] - INCOMES[space2])
    cards |= 1 << number
    if cards.bit_count() == (FIRST_DECK + 1 if cards & FIRST_DECK_BIT else len(table.cards)):
        cards = 0
    return mask, buttons, space, income, end, points2, cards, left, pawn, bonus, end > space


def cards_left(state: State, table: Solo) -> list[int]:
    """The cards that may come up next, by their numbers in the deck from 0."""
    return [number for number in range(len(table.cards)) if not state[6] >> number & 1]


def _not_past(offers: list[Offer], space: int, opponent: int) -> list[Offer]:
    return [offer for offer in offers if min(space + offer[2], LAST) <= opponent]


def _largest(offers: list[Offer], space: int, opponent: int) -> list[Offer]:
    most = max(PATCHES[offer[0]].size for offer in offers)
    return [offer for offer in offers if PATCHES[offer[0]].size == most]


def _most_buttons(offers: list[Offer], space: int, opponent: int) -> list[Offer]:
    most = max(offer[3] for offer in offers)
    return [offer for offer in offers if offer[3] == most]


def _farthest(offers: list[Offer], space: int, opponent: int) -> list[Offer]:
    return offers[-1:]


_FILTERS = {
    "no_overtake": _not_past,
    "largest": _largest,
    "most_buttons": _most_buttons,
    "farthest_from_neutral": _farthest,
}
