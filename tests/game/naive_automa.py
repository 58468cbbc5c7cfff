"""The Automa as one would write it first, from the text of the rules: a second opinion, ply by ply.

From `game` it takes only the printed tables of the patches and of the cards.
"""

from game.automa import CARDS
from tests.game.naive import COSTS, INCOMES, LAST, SHAPES, TIMES, NaiveGame

SIZES = [len(shapes[0]) for shapes in SHAPES]
BONUS_MARKS = {"legend": 35, "master": 38, "fellow": 41, "apprentice": 44, "intern": 52}
HUMAN, AUTOMA = 0, 1


def naive_choice(number: int, offers: list[int], mine: int, yours: int) -> int | None:
    """The patch that a card takes of those offered clockwise of the pawn, or None."""
    card = CARDS[number]
    candidates = []
    for patch in offers:
        if COSTS[patch] <= card.budget:
            candidates.append(patch)  # noqa: PERF401 - as one would write it first
    for criterion in card.filters:
        if len(candidates) <= 1:
            break
        passing = []
        for patch in candidates:
            others = [other for other in candidates if other != patch]
            if criterion == "no_overtake":
                stops = mine
                for _ in range(TIMES[patch]):
                    if stops != LAST:
                        stops += 1
                good = not stops > yours
            elif criterion == "largest":
                good = not any(SIZES[other] > SIZES[patch] for other in others)
            elif criterion == "most_buttons":
                good = not any(INCOMES[other] > INCOMES[patch] for other in others)
            else:
                assert criterion == "farthest_from_neutral"
                good = not any(offers.index(other) > offers.index(patch) for other in others)
            if good:
                passing.append(patch)
        if passing:
            candidates = passing
    return candidates[0] if candidates else None


class NaiveSolo(NaiveGame):
    """A solo game that is changed in place. Seat 0 is the human; the cards lie in piles as on a table."""

    def __init__(self, ring: list[int], level: str, deck: list[int], order: list[int], track: str) -> None:
        """``order`` are the cards as they will be drawn, at first ten, then all twelve of each shuffle."""
        super().__init__(ring, track)
        self.level = level
        self.buttons[AUTOMA] = 0
        self.with_buttons: list[int] = []
        self.without_buttons: list[int] = []
        self.pile, self.shuffles = order[:10], order[10:]
        self.discarded = [card for card in deck if card not in self.pile]
        self.seen: list[int] = []
        """The cards of the discard pile that lie face up."""

    def automa_turn(self) -> int:
        """Let the Automa move. Returns the number of its card."""
        number = self.pile.pop(0)
        before = self.spaces[AUTOMA]
        patch = naive_choice(number, self.ring[:3], before, self.spaces[HUMAN])
        if patch is None:
            steps = min(self.spaces[HUMAN] + 1, LAST) - before
        else:
            steps = TIMES[patch]
            while self.ring[0] != patch:
                self.ring.append(self.ring.pop(0))
            self.ring.pop(0)
            (self.with_buttons if INCOMES[patch] else self.without_buttons).append(patch)
        self.incomes[AUTOMA] = CARDS[number].income
        self._walk(steps)
        self.incomes[AUTOMA] = 0
        self.owes_leather = False
        self.seat = self._next_seat
        if self.bonus is None and before < BONUS_MARKS[self.level] <= self.spaces[AUTOMA]:
            self.bonus = AUTOMA
        self.discarded.append(number)
        self.seen.append(number)
        if not self.pile:
            assert sorted(self.discarded) == sorted(self.shuffles[:12])
            self.pile, self.shuffles = self.shuffles[:12], self.shuffles[12:]
            self.discarded, self.seen = [], []
        return number

    def score(self, seat: int) -> int:
        if seat == HUMAN:
            return super().score(seat)
        total = 7 if self.bonus == AUTOMA else 0
        if self.level != "intern":
            total += self.buttons[AUTOMA]
        if self.level in ("fellow", "legend"):
            total += len(self.with_buttons)
        if self.level in ("master", "legend"):
            total += sum(INCOMES[patch] for patch in self.with_buttons)
        return total
