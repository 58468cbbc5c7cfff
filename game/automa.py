"""The Automa, the official solo opponent: its levels, its cards, and how it chooses (decision 0006)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from game.errors import IllegalMove
from game.patches import PATCHES, Patch
from game.squares import LAST

BONUS_SPACES = {"intern": 52, "apprentice": 44, "fellow": 41, "master": 38, "legend": 35}
"""The levels, weakest first, and the space that each must reach to take the bonus tile."""

LEVELS = tuple(BONUS_SPACES)

DECKS = {"normal": range(1, 13), "tactical": range(13, 25)}
"""The numbers of the cards in each deck."""

FIRST_DECK = 10
"""Cards drawn before the first shuffle of all twelve: two were set aside unseen."""

ORDER_LENGTH = FIRST_DECK + 4 * 12
"""Cards whose order is fixed at the start. Enough: the Automa moves at least one space a turn."""

Filter = Literal["no_overtake", "largest", "most_buttons", "farthest_from_neutral"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its budget in buttons for one turn, its filters in order, its income for each income space crossed."""

    number: int
    budget: int
    filters: tuple[Filter, ...]
    income: int


def _card(number: int, budget: int, letters: str, income: int) -> Card:
    names: dict[str, Filter] = {
        "n": "no_overtake",
        "l": "largest",
        "b": "most_buttons",
        "f": "farthest_from_neutral",
    }
    return Card(number, budget, tuple(names[letter] for letter in letters), income)


# Budget, filters (n: no overtake, l: largest, b: most buttons, f: farthest from the pawn) and income of the cards
# 1 to 24 of the deck of 2018, as in tests/game/reference/automa_cards.json.
_TABLE: tuple[tuple[int, str, int], ...] = (
    (1, "nbf", 4),
    (2, "nbf", 4),
    (3, "nlf", 3),
    (4, "nlf", 1),
    (5, "nbf", 1),
    (6, "nlf", 0),
    (7, "blf", 0),
    (8, "lbf", 0),
    (8, "bnf", 0),
    (10, "blf", 0),
    (10, "blf", 0),
    (0, "", 5),
    (1, "nbf", 5),
    (1, "nlf", 4),
    (3, "nbf", 4),
    (3, "nlf", 3),
    (4, "nbf", 1),
    (4, "nlf", 1),
    (6, "nlf", 0),
    (6, "blf", 0),
    (8, "lbf", 0),
    (8, "blf", 0),
    (10, "bnf", 0),
    (10, "lbf", 0),
)

CARDS: dict[int, Card] = {number: _card(number, *row) for number, row in enumerate(_TABLE, 1)}
"""The 24 cards by number."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How a card was resolved. ``affordable`` are the patches within its budget, ``stages`` each filter that was
    applied with what it left; one that would have left none was ``skipped`` and left all.
    """

    card: Card
    affordable: tuple[Patch, ...]
    stages: tuple[tuple[Filter, tuple[Patch, ...]], ...]
    skipped: tuple[Filter, ...] = ()

    @property
    def taken(self) -> Patch | None:
        """The patch that is taken; None when the budget allows none: the token then moves past yours."""
        left = self.stages[-1][1] if self.stages else self.affordable
        return left[0] if left else None


def choose(card: Card, offers: Sequence[Patch], space: int, opponent: int) -> Choice:
    """Tell what the Automa does with a card: ``offers`` clockwise of the pawn, the space of its token and of yours."""
    left = affordable = tuple(patch for patch in offers if patch.cost <= card.budget)
    stages: list[tuple[Filter, tuple[Patch, ...]]] = []
    skipped: list[Filter] = []
    for name in card.filters:
        if len(left) < 2:
            break
        kept = _filtered(name, left, space, opponent)
        if not kept:
            skipped.append(name)
        left = kept or left
        stages.append((name, left))
    return Choice(card, affordable, tuple(stages), tuple(skipped))


def _filtered(name: Filter, patches: tuple[Patch, ...], space: int, opponent: int) -> tuple[Patch, ...]:
    match name:
        case "no_overtake":
            return tuple(patch for patch in patches if min(space + patch.time, LAST) <= opponent)
        case "largest":
            most = max(patch.size for patch in patches)
            return tuple(patch for patch in patches if patch.size == most)
        case "most_buttons":
            most = max(patch.income for patch in patches)
            return tuple(patch for patch in patches if patch.income == most)
        case "farthest_from_neutral":
            return patches[-1:]


@dataclass(frozen=True, slots=True)
class Automa:
    """An Automa in play: its level and deck, the ids of its patches in the order taken, and the cards drawn since
    the last shuffle. ``first_deck`` is true until ten cards were drawn and all twelve are shuffled.
    """

    level: str
    deck: str
    patches: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    first_deck: bool = True

    @property
    def cards_left(self) -> list[int]:
        """The numbers of the cards that may come up next."""
        return [number for number in DECKS[self.deck] if number not in self.drawn]

    @property
    def owned(self) -> list[Patch]:
        """Its patches, in the order taken."""
        return [PATCHES[patch] for patch in self.patches]

    def draw(self, number: int) -> Automa:
        """The Automa after a card was drawn. Raises IllegalMove if this card cannot come up."""
        if number not in DECKS[self.deck]:
            raise IllegalMove("other_deck", card=number, deck=self.deck)
        if number in self.drawn:
            raise IllegalMove("drawn_already", card=number)
        drawn = (*self.drawn, number)
        if len(drawn) == (FIRST_DECK if self.first_deck else len(DECKS[self.deck])):
            return replace(self, drawn=(), first_deck=False)
        return replace(self, drawn=drawn)

    def take(self, patch: Patch) -> Automa:
        """The Automa with one more patch."""
        return replace(self, patches=(*self.patches, patch.id))

    def points(self, buttons: int) -> tuple[int, int]:
        """The points of its level, without the bonus tile: for its buttons, and for its patches."""
        with_buttons = sum(patch.income > 0 for patch in self.owned)
        printed = sum(patch.income for patch in self.owned)
        match self.level:
            case "intern":
                return 0, 0
            case "apprentice":
                return buttons, 0
            case "fellow":
                return buttons, with_buttons
            case "master":
                return buttons, printed
        return buttons, with_buttons + printed

    def __str__(self) -> str:
        """As in the header of a record."""
        return f"{self.level} {self.deck}"
