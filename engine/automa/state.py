"""The table of a solo game as a search sees it: a `State` as in `engine.state`, but always from the side of the person.

The Automa is the other side. Its buttons are its points (what its level counts, without the tile), its quilt has no
empty square, and in the place of its income stand the cards drawn since the last shuffle: bit *n* for the card *n* of
the deck, `FIRST_DECK_BIT` as long as two of them are set aside, and `TO_MOVE` if it is the person's turn. At the end
that tells who came to the last space second, and loses a tie: the person, if it is set.
"""

from engine.state import EARNING2, MANY, SPACE, SPACE2, THEIRS, State, Table, points, ring_of, side_of
from engine.tables import FULL, INCOMES
from engine.value import ALONE, ALONE_PARTS
from game.automa import BONUS_SPACES, CARDS, DECKS, FIRST_DECK, LEVELS, Automa, choose
from game.patches import PATCHES
from game.position import Position
from game.squares import LAST

FIRST_DECK_BIT, TO_MOVE = 1 << 12, 1 << 13


class Solo(Table):
    """What all the states of one search share: the ring, the leather, and the Automa's level and deck.

    ``budget`` is that of the next card, where the backs of the cards show it.
    """

    __slots__ = ("budget", "cards", "counts_buttons", "level", "points", "tile_space")

    def __init__(self, position: Position, budget: int | None = None) -> None:
        assert position.automa, "somebody plays alone"
        super().__init__(position.track, position.ring)
        level, deck = position.automa.level, position.automa.deck
        self.level = LEVELS.index(level) + 1
        self.tile_space = BONUS_SPACES[level]
        self.cards = tuple(CARDS[number] for number in DECKS[deck])
        self.budget = budget
        self.counts_buttons = Automa(level, deck).points(1)[0]
        self.points = tuple(Automa(level, deck, (patch.id,)).points(0)[1] for patch in PATCHES)

    def phase(self, bonus: int, space: int) -> int:
        """The part of the game in which spots are compared, by who has the tile and the space of the token."""
        return ALONE + min(space * ALONE_PARTS // LAST, ALONE_PARTS - 1) + ALONE_PARTS * (0 if bonus else self.level)


def encode(position: Position, table: Solo) -> State:
    """A position as a state of a table, from whose position it must have come. A leather patch that waits to be sewn
    is not in it.
    """
    automa = position.automa
    assert automa
    mine, its = position.players
    cards = sum(1 << number - DECKS[automa.deck][0] for number in automa.drawn)
    cards |= FIRST_DECK_BIT * automa.first_deck | TO_MOVE * (position.token == 1)
    points = min(sum(automa.points(its.buttons)), MANY)
    return (*side_of(mine), FULL, points, its.space, cards, *ring_of(position, table), position.bonus)


def is_to_move(state: State) -> bool:
    """Tell whether it is the person's turn."""
    return state[EARNING2] >= TO_MOVE


def margin(state: State) -> int:
    """By how many points the person leads, as if the game ended now."""
    mine, its = points(state)
    return mine - its


def is_won(state: State) -> bool:
    """Tell whether the person has won, when the game is over."""
    return margin(state) > 0 or (margin(state) == 0 and not is_to_move(state))


def cards_left(state: State, table: Solo) -> list[int]:
    """The cards that may come up next, by their numbers in the deck from 0."""
    return [number for number in range(len(table.cards)) if not state[EARNING2] >> number & 1]


def reveal(state: State, table: Solo, number: int) -> State:
    """The Automa's turn with a card of its deck, by its number there from 0."""
    space, points2, space2, drawn, left, pawn, bonus = state[SPACE], *state[SPACE2 - 1 :]
    card, offers = table.cards[number], table.offers(left, pawn)
    patch = choose(card, [PATCHES[offer[0]] for offer in offers], space2, space).taken
    if patch:
        left, pawn = next(offer[4:] for offer in offers if offer[0] == patch.id)
        points2 += table.points[patch.id]
    end = min(space2 + patch.time if patch else space + 1, LAST)
    if not bonus and space2 < table.tile_space <= end:
        bonus = THEIRS
    points2 += table.counts_buttons * card.income * (INCOMES[end] - INCOMES[space2])
    cards = drawn | 1 << number
    if cards.bit_count() == (FIRST_DECK + 1 if cards & FIRST_DECK_BIT else len(table.cards)):
        cards = 0
    return (*state[: SPACE2 - 1], points2, end, cards | TO_MOVE * (end > space), left, pawn, bonus)
