"""A position of the game, and the rules that lead from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.automa import BONUS_SPACES, CARDS, Automa, choose
from game.errors import IllegalMove
from game.facts import Advanced, BonusTaken, CardRevealed, Fact, GameOver, Income, LeatherSewed, LeatherWon, Sewed
from game.patches import LEATHER, PATCHES, Patch
from game.placements import OF_PATCH, PLACEMENTS, Advance, LegalMoves, Move, Placement, Reveal
from game.quilt import EMPTY_QUILT, OF_LEATHER, Quilt
from game.squares import INCOME, LAST, LEATHER_SPACES, crossed, nth_bit

START_BUTTONS = 5
BONUS_POINTS = 7
EMPTY_SQUARE_POINTS = -2
OFFERS = 3
"""How many patches clockwise of the pawn may be taken."""


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has: the space of its token, its buttons, the buttons printed on its quilt, and the quilt."""

    space: int = 0
    buttons: int = START_BUTTONS
    income: int = 0
    quilt: Quilt = EMPTY_QUILT


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a seat: its buttons, 7 for the bonus tile, minus 2 for each empty square.

    The Automa has no squares, but points for its patches.
    """

    buttons: int
    bonus: int
    empty: int
    patches: int = 0

    @property
    def total(self) -> int:
        """The sum, which may be negative."""
        return self.buttons + self.bonus + self.empty + self.patches


@dataclass(frozen=True, slots=True)
class Step:
    """The position after a move, and what happened on the way, in order."""

    position: Position
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table, without its history. Seats are 1 and 2.

    ``ring`` holds the ids of the patches left, clockwise from the pawn. ``token`` is the seat whose token moves next:
    the one further back, or the one on top. ``leather`` is the seat that must sew a leather patch first, or 0;
    ``bonus`` the seat that holds the bonus tile, or 0. In a solo game seat 2 is the ``automa``, whose `Player` has
    a space and buttons only.
    """

    track: str
    ring: tuple[int, ...]
    players: tuple[Player, Player] = (Player(), Player())
    token: int = 1
    leather: int = 0
    bonus: int = 0
    automa: Automa | None = None

    @property
    def awaits_card(self) -> bool:
        """Whether it is the Automa's turn, which waits for a card to be revealed."""
        return self.automa is not None and self.turn == 2 and not self.over

    @property
    def turn(self) -> int:
        """The seat that makes the next move."""
        return self.leather or self.token

    @property
    def over(self) -> bool:
        """Whether the game has ended: both tokens are on the last space."""
        return self.players[0].space == LAST == self.players[1].space

    @property
    def offers(self) -> list[Patch]:
        """The patches that may be taken next: the three clockwise of the pawn, or fewer."""
        return [PATCHES[id] for id in self.ring[:OFFERS]]

    @property
    def ring_patches(self) -> list[Patch]:
        """All the patches of the ring, clockwise from the pawn."""
        return [PATCHES[id] for id in self.ring]

    def number_of(self, patch: Patch) -> int:
        """Tell which patch of the ring it is, from 1 at the pawn, so that the offers are 1 to 3; 0 for leather.

        Raises ValueError when it is not in the ring.
        """
        return 0 if patch is LEATHER else self.ring.index(patch.id) + 1

    @property
    def leather_left(self) -> list[int]:
        """The spaces whose leather patch still lies there: those no token has crossed."""
        return crossed(LEATHER_SPACES[self.track], max(player.space for player in self.players), LAST)

    def player(self, seat: int) -> Player:
        """Look up what a seat has."""
        return self.players[seat - 1]

    def score(self, seat: int) -> Score:
        """The points of a seat, counted as if the game ended now."""
        player = self.players[seat - 1]
        bonus = BONUS_POINTS if self.bonus == seat else 0
        if self.automa and seat == 2:
            buttons, patches = self.automa.points(player.buttons)
            return Score(buttons, bonus, 0, patches)
        return Score(player.buttons, bonus, EMPTY_SQUARE_POINTS * player.quilt.empty)

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None before the end. On a tie, the one that reached the end first."""
        if not self.over:
            return None
        one, two = self.score(1).total, self.score(2).total
        if one == two:
            return other(self.token)
        return 1 if one > two else 2

    @property
    def advance_target(self) -> int:
        """The space to which the moving token would advance."""
        return min(self.player(other(self.token)).space + 1, LAST)

    @property
    def advance_spaces(self) -> int:
        """How many spaces the moving token would advance, each of which earns a button."""
        return self.advance_target - self.player(self.token).space

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when the game is over. On the Automa's turn, the cards that may come up."""
        if self.over:
            return LegalMoves(False, 0, [])
        if self.automa and self.awaits_card:
            return LegalMoves(False, 0, [], self.automa.cards_left)
        if self.leather:
            return LegalMoves(False, self.players[self.leather - 1].quilt.fits, [OF_LEATHER])
        player = self.players[self.token - 1]
        spans = [OF_PATCH[id] for id in self.ring[:OFFERS] if PATCHES[id].cost <= player.buttons]
        return LegalMoves(True, player.quilt.fits, spans)

    def play(self, move: Move) -> Step:
        """Make a move. Raises IllegalMove, which says why, and leaves this position as it is."""
        if self.over:
            raise IllegalMove("game_over")
        if isinstance(move, Placement):
            return self._sew_leather(move) if move.patch is LEATHER else self._take(move)
        if isinstance(move, Advance):
            return self._advance()
        if isinstance(move, Reveal):
            return self._reveal(move.card)
        raise TypeError(f"{move!r} is not a move")

    def refusal(self, patch: Patch) -> IllegalMove | None:
        """Say why a patch cannot be taken now whatever its placement, or None. Whether it fits is another question."""
        player = self.players[self.token - 1]
        if self.over:
            return IllegalMove("game_over")
        if self.leather:
            return IllegalMove("leather_first", seat=self.leather)
        if self.awaits_card:
            return IllegalMove("card_first")
        if patch.id not in self.ring[:OFFERS]:
            return IllegalMove(
                "not_offered", patch=patch.id, offers=", ".join(map(str, self.ring[:OFFERS])) or "none left"
            )
        if patch.cost > player.buttons:
            return IllegalMove("cannot_pay", patch=patch.id, cost=patch.cost, seat=self.token, buttons=player.buttons)
        return None

    def can_take(self, patch: Patch) -> bool:
        """Tell whether a patch may be taken now and fits somewhere."""
        can_pay = patch.cost <= self.players[self.token - 1].buttons  # most cannot, and to say why takes a while
        return can_pay and self.refusal(patch) is None and bool(self._fitting(patch))

    def preview(self, patch: Patch) -> Step | None:
        """Tell what taking a patch leads to wherever it is sewn (so without bonus tile and winner); None if it fits
        nowhere.

        In the step's position it is sewn somewhere. Raises IllegalMove if it cannot be taken (see `refusal`).
        """
        fitting = self._fitting(patch)
        if not fitting:
            return None
        step = self.play(PLACEMENTS[OF_PATCH[patch.id].first + nth_bit(fitting, 0)])
        facts = tuple(fact for fact in step.facts if not isinstance(fact, BonusTaken | GameOver))
        return Step(replace(step.position, bonus=self.bonus), facts)

    def _fitting(self, patch: Patch) -> int:
        return OF_PATCH[patch.id].of(self.player(self.turn).quilt.fits)

    def _advance(self) -> Step:
        if self.leather:
            raise IllegalMove("leather_first", seat=self.leather)
        if self.awaits_card:
            raise IllegalMove("card_first")
        seat, player = self.token, self.players[self.token - 1]
        spaces = self.advance_spaces
        earned = Player(player.space, player.buttons + spaces, player.income, player.quilt)
        return self._travel(earned, self.ring, spaces, self.bonus, [Advanced(seat, spaces)])

    def _take(self, placement: Placement) -> Step:
        patch, seat = placement.patch, self.token
        if (refusal := self.refusal(patch)) is not None:
            raise refusal
        player = self.players[seat - 1]
        player.quilt.check_room(placement)
        sewn = Player(
            player.space, player.buttons - patch.cost, player.income + patch.income, player.quilt.sew(placement)
        )
        facts: list[Fact] = [Sewed(seat, placement)]
        bonus = self._bonus_after(seat, sewn.quilt, facts)
        return self._travel(sewn, self._ring_without(patch), patch.time, bonus, facts)

    def _ring_without(self, patch: Patch) -> tuple[int, ...]:
        """The ring after a patch was taken: the pawn moves to its place, what it skipped becomes the far end."""
        taken = self.ring.index(patch.id)
        return self.ring[taken + 1 :] + self.ring[:taken]

    def _reveal(self, number: int) -> Step:
        """The Automa's turn. Its buttons are never paid; a pass earns none for the spaces moved."""
        if self.leather:
            raise IllegalMove("leather_first", seat=self.leather)
        if self.automa is None or not self.awaits_card:
            raise IllegalMove("no_card")
        automa, card, player = self.automa.draw(number), CARDS[number], self.players[1]
        choice = choose(card, self.offers, player.space, self.players[0].space)
        ring, spaces = self.ring, self.advance_spaces
        if choice.taken:
            automa, ring, spaces = automa.take(choice.taken), self._ring_without(choice.taken), choice.taken.time
        end = min(player.space + spaces, LAST)
        facts: list[Fact] = [CardRevealed(2, choice, end - player.space)]
        bonus = self.bonus
        if not bonus and player.space < BONUS_SPACES[automa.level] <= end:
            bonus = 2
            facts.append(BonusTaken(2))
        # the income printed on the card stands in for that of a quilt, for this turn only
        step = replace(self, automa=automa)._travel(replace(player, income=card.income), ring, spaces, bonus, facts)
        human, moved = step.position.players
        return replace(step, position=replace(step.position, players=(human, replace(moved, income=0))))

    def _sew_leather(self, placement: Placement) -> Step:
        seat = self.leather
        if not seat:
            raise IllegalMove("no_leather")
        player = self.players[seat - 1]
        player.quilt.check_room(placement)
        facts: list[Fact] = [LeatherSewed(seat, placement)]
        player = replace(player, quilt=player.quilt.sew(placement))
        bonus = self._bonus_after(seat, player.quilt, facts)
        return Step(replace(self, players=self._seated(seat, player), leather=0, bonus=bonus), tuple(facts))

    def _bonus_after(self, seat: int, quilt: Quilt, facts: list[Fact]) -> int:
        if self.bonus or not quilt.has_seven_by_seven:
            return self.bonus
        facts.append(BonusTaken(seat))
        return seat

    def _travel(self, player: Player, ring: tuple[int, ...], spaces: int, bonus: int, facts: list[Fact]) -> Step:
        """Move the token of the seat whose turn it is, with all that it crosses on the way."""
        seat, opponent = self.token, self.player(other(self.token))
        end = min(player.space + spaces, LAST)
        buttons, leather, leather_spaces = player.buttons, 0, LEATHER_SPACES[self.track]
        for space in range(player.space + 1, end + 1):
            if space in INCOME:
                buttons += player.income
                facts.append(Income(seat, space, player.income))
            elif space in leather_spaces and space > opponent.space:
                kept = bool(player.quilt.free) and not (self.automa and seat == 2)
                leather = seat if kept else 0
                facts.append(LeatherWon(seat, space, kept))
        moved = Player(end, buttons, player.income, player.quilt)
        token = seat if end <= opponent.space else other(seat)
        after = Position(self.track, ring, self._seated(seat, moved), token, leather, bonus, self.automa)
        if after.winner:
            facts.append(GameOver(after.winner))
        return Step(after, tuple(facts))

    def _seated(self, seat: int, player: Player) -> tuple[Player, Player]:
        return (player, self.players[1]) if seat == 1 else (self.players[0], player)

    def __str__(self) -> str:
        """One line that `game.parse_position` reads back."""
        ring = ",".join(map(str, self.ring))
        one, two = (f"{p.space}/{p.buttons}/{','.join(map(str, p.quilt.patches))}" for p in self.players)
        text = f"{self.track} token={self.token} leather={self.leather} bonus={self.bonus} ring={ring} 1={one} 2={two}"
        return f"{text} {_automa_text(self.automa)}" if self.automa else text


def other(seat: int) -> int:
    """The seat across the table: 2 for 1, and 1 for 2."""
    return 3 - seat


def start(track: str, ring: Sequence[int], first: int = 1, automa: Automa | None = None) -> Position:
    """The position before the first move, with a ring that may start anywhere. An Automa starts without buttons."""
    players = (Player(), Player(buttons=0 if automa else START_BUTTONS))
    return Position(track, from_pawn(ring), players, first, automa=automa)


def from_pawn(ring: Sequence[int]) -> tuple[int, ...]:
    """A full ring clockwise from the pawn, which stands just clockwise of patch 0 at the start."""
    pawn = ring.index(0) + 1
    return (*ring[pawn:], *ring[:pawn])


def _automa_text(automa: Automa) -> str:
    drawn, patches = (",".join(map(str, numbers)) for numbers in (automa.drawn, automa.patches))
    return f"automa={automa.level}/{automa.deck}/{'first' if automa.first_deck else 'later'}/{drawn}/{patches}"
